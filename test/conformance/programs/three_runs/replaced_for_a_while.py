"""Functions, methods and classes of libraries that a program replaces for some iterations and then puts back: the class or
function that comes back is one that the specialised loop does not name anywhere else."""
import math, operator, random, time, json, copy, functools, itertools, heapq, bisect, builtins, torch, collections
import torch.nn as nn, torch.nn.functional as F
from operator import mul
def patch(owner, name, new):
    old = getattr(owner, name); setattr(owner, name, new); return old
def case(title, owner, name, new, step):
    t = torch.ones(3); out = []; old = None
    for i in range(60):
        t = t * 0.5 + 1
        r = step(t, i)
        out.append(r)
        if i == 40: old = patch(owner, name, new)
        if i == 50: patch(owner, name, old)
    print(title, [round(float(torch.as_tensor(x).detach().double().sum()), 3) for x in (out[30], out[45], out[55])])
case("math.sqrt", math, "sqrt", lambda x: 7.0, lambda t, i: t * math.sqrt(i))
case("math.floor", math, "floor", lambda x: 7, lambda t, i: t * math.floor(i / 3))
case("operator.add", operator, "add", lambda a, b: a * b * 3, lambda t, i: operator.add(t, i))
case("operator.itemgetter", operator, "itemgetter", lambda k: (lambda x: x[0] * 9), lambda t, i: operator.itemgetter(1)(t))
case("torch.relu", torch, "relu", lambda x: x * 11, lambda t, i: torch.relu(t))
case("F.relu", F, "relu", lambda x: x * 12, lambda t, i: F.relu(t))
case("F.linear", F, "linear", lambda x, w, b=None: x * 13, lambda t, i: lin(t))if (lin := nn.Linear(3, 3, bias=False)) and nn.init.ones_(lin.weight) is not None else 0
case("Tensor.sum", torch.Tensor, "sum", lambda self, *a: self[0] * 5, lambda t, i: t.sum())
case("Tensor.__add__", torch.Tensor, "__add__", lambda self, o: self * 100, lambda t, i: t + i)
case("len", builtins, "len", lambda x: 77, lambda t, i: t * len(t))
case("range", builtins, "range", lambda *x: [1, 2], lambda t, i: sum([t[k] for k in range(3)]))
case("sum", builtins, "sum", lambda *x: 3, lambda t, i: sum([i, i]))
case("max", builtins, "max", min, lambda t, i: t * max(i, 3))
case("sorted", builtins, "sorted", list, lambda t, i: t * sorted([3, 1, 2])[0])
case("isinstance", builtins, "isinstance", lambda a, b: False, lambda t, i: t if isinstance(t, torch.Tensor) else t * 9)
case("copy.copy", copy, "copy", lambda x: [9], lambda t, i: t * copy.copy([i])[0])
case("itertools.chain", itertools, "chain", lambda *x: [5], lambda t, i: t * sum(list(itertools.chain([i], [2]))))
case("functools.reduce", functools, "reduce", lambda *x: 8, lambda t, i: t * functools.reduce(mul, [1, 2, 3]))
case("bisect", bisect, "bisect", lambda *x: 6, lambda t, i: t * bisect.bisect([1, 2, 3, 30], i))
case("nn.Linear.forward", nn.Linear, "forward", lambda self, x: x * 21, lambda t, i: lin(t))
case("nn.Module.__call__", nn.Module, "__call__", lambda self, x: x * 22, lambda t, i: lin(t))
case("torch.optim", torch.optim.SGD, "step", lambda self: None, lambda t, i: (setattr(lin.weight, "grad", torch.ones(3, 3)), opt.step(), lin.weight.detach().clone())[2]) if (opt := torch.optim.SGD(lin.parameters(), lr=0.01)) else 0
case("backward", torch.Tensor, "backward", lambda self: None, lambda t, i: (lin.zero_grad(), lin(t).sum().backward(), 0 if lin.weight.grad is None else lin.weight.grad.clone())[2])
case("zero_grad", nn.Module, "zero_grad", lambda self: None, lambda t, i: (lin.zero_grad(), lin(t).sum().backward(), 0 if lin.weight.grad is None else lin.weight.grad.clone())[2])
random.seed(1)
case("random", random, "random", lambda: 0.5, lambda t, i: t * (random.random() if i > 40 else 1))
case("collections.deque", collections, "deque", list, lambda t, i: t * (2 if isinstance(collections.deque([1]), list) else 1))
case("torch.float32", torch, "float32", torch.float64, lambda t, i: t.to(torch.float32).element_size())
case("math.pi", math, "pi", 3, lambda t, i: t * math.pi)
case("nn.ReLU.forward", nn.ReLU, "forward", lambda self, x: x * 31, lambda t, i: rel(t)) if (rel := nn.ReLU()) else 0
case("F.dropout", F, "dropout", lambda *a, **k: a[0] * 32, lambda t, i: dr(t)) if (dr := nn.Dropout(0.0)) else 0
case("F.cross_entropy", F, "cross_entropy", lambda *a, **k: a[0] * 33, lambda t, i: ce(t, torch.tensor(1))) if (ce := nn.CrossEntropyLoss()) else 0
case("torch.nn.init", nn.init, "ones_", lambda t: t.fill_(4), lambda t, i: nn.init.ones_(t.clone()))
