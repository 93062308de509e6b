"""Hooks of modules that see gradients: counts and places, hooks of the last node, global ones, hooks that are always called."""
import warnings

import torch
from torch import nn
def show(f):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        try: print(f())
        except Exception as e: print(type(e).__name__, e)
        for x in w: print(x.category.__name__, str(x.message)[:100])
class D(nn.Module):
    def __init__(s, kind): super().__init__(); s.kind = kind; s.w = nn.Parameter(torch.ones(2))
    def forward(s, a, *rest):
        y = a * s.w
        return {"dict": {"y": y}, "list": [y, y * 2], "tuple": (y, y * 2), "mixed": (1, y, None), "one": y, "none": None, "nograd": y.detach()}[s.kind]
def seen(m, gi, go): print("in", gi, "out", go)
def pre(m, go): print("pre", go)
def go(kind, req=True, hooks=(seen, pre), rest=()):
    m = D(kind)
    if hooks[0]: m.register_full_backward_hook(hooks[0])
    if hooks[1]: m.register_full_backward_pre_hook(hooks[1])
    x = torch.ones(2, requires_grad=req)
    o = m(x, *rest)
    t = list(o.values()) if isinstance(o, dict) else [o] if isinstance(o, torch.Tensor) else o
    print(type(o).__name__, [v.grad_fn.name() for v in t if isinstance(v, torch.Tensor) and v.grad_fn is not None])
    s = sum([v.sum() for v in t if isinstance(v, torch.Tensor)])
    s.backward()
    return x.grad, m.w.grad
for k in ["dict", "list", "tuple", "mixed", "one", "none", "nograd"]:
    print("---", k)
    show(lambda: go(k))
    show(lambda: go(k, False))
    show(lambda: go(k, True, (None, pre)))
    show(lambda: go(k, True, (seen, None), (None, torch.ones(1), torch.ones(1, requires_grad=True))))
def chain():
    m = nn.Linear(2, 2, bias=False)
    with torch.no_grad(): m.weight.fill_(1.)
    m.register_full_backward_hook(lambda m, gi, go: (gi[0] * 2,))
    m.register_full_backward_hook(lambda m, gi, go: (gi[0] + 1,))
    m.register_full_backward_pre_hook(lambda m, go: (go[0] * 3,))
    m.register_full_backward_pre_hook(lambda m, go: (go[0] + 4,))
    x = torch.ones(1, 2, requires_grad=True)
    y = m(x); y.sum().backward(retain_graph=True); a = x.grad.clone(); y.sum().backward()
    return a, x.grad, m.weight.grad
show(chain)
def old():
    m = nn.Sequential(nn.Linear(2, 2, bias=False), nn.ReLU())
    with torch.no_grad(): m[0].weight.fill_(1.)
    m[0].register_backward_hook(lambda m, gi, go: print("old", [None if g is None else g.shape for g in gi], go))
    m.register_backward_hook(lambda m, gi, go: print("old2", gi, go))
    x = torch.ones(1, 2, requires_grad=True)
    m(x).sum().backward()
    return x.grad
show(old)
def both():
    m = nn.ReLU(); m.register_backward_hook(lambda *a: None); m.register_full_backward_hook(lambda *a: None)
show(both)
def both2():
    m = nn.ReLU(); m.register_full_backward_hook(lambda *a: None); m.register_backward_hook(lambda *a: None)
show(both2)
def partial():
    m = nn.Linear(2, 2); c = []
    m.register_full_backward_hook(lambda m, gi, go: c.append(len(gi)))
    x = torch.ones(1, 2, requires_grad=True)
    y = m(x)
    torch.autograd.grad(y.sum(), [m.weight], retain_graph=True); print(c)
    torch.autograd.grad(y.sum(), [x]); print(c)
    with torch.no_grad(): print(m(x).requires_grad)
show(partial)
def inplace(which):
    m = D("one"); m.register_full_backward_hook(seen)
    x = torch.ones(2, requires_grad=True)
    if which == "out":
        y = m(x); y.add_(1)
    else:
        class I(nn.Module):
            def forward(self, x): return x.mul_(2)
        n = I(); n.register_full_backward_hook(seen); y = n(x * 1)
    y.sum().backward()
    return x.grad
show(lambda: inplace("out")); show(lambda: inplace("in"))
def kwargs():
    class K(nn.Module):
        def forward(self, x, y=None): return x * y
    k = K(); k.register_full_backward_hook(seen)
    a = torch.ones(2, requires_grad=True); b = torch.ones(2, requires_grad=True)
    k(a, y=b).sum().backward(); k(x=a, y=b).sum().backward()
    return a.grad, b.grad
show(kwargs)
def glob():
    h = nn.modules.module.register_module_full_backward_hook(lambda m, gi, go: print("g", type(m).__name__, gi, go))
    h2 = nn.modules.module.register_module_full_backward_pre_hook(lambda m, go: print("gp", type(m).__name__, go))
    x = torch.ones(1, 2, requires_grad=True)
    nn.Sequential(nn.ReLU(), nn.Tanh())(x).sum().backward()
    h.remove(); h2.remove()
show(glob)
from collections import namedtuple
NT = namedtuple("NT", "a b")
def named():
    class N(nn.Module):
        def forward(self, x): return NT(x * 1, x * 2)
    n = N(); n.register_full_backward_hook(seen); x = torch.ones(2, requires_grad=True); o = n(x); print(type(o).__name__, o); (o.a + o.b).sum().backward()
show(named)
def always(glob):
    class B(nn.Module):
        def forward(self, x, fail=False):
            if fail: raise ValueError("boom")
            return x + 1
    b = B()
    def h(m, a, k, r): print("h", len(a), k, r is None)
    def h2(m, a, r): print("h2", r is None); return 7
    def bad(m, a, r): raise KeyError("bad")
    hs = [nn.modules.module.register_module_forward_hook(h, with_kwargs=True, always_call=True), nn.modules.module.register_module_forward_hook(lambda m, a, r: print("n"))] if glob else []
    b.register_forward_hook(h2, always_call=True); b.register_forward_hook(lambda m, a, r: print("never", r))
    b.register_forward_hook(bad, always_call=True)
    try: print(b(torch.ones(1), fail=True))
    except Exception as e: print(type(e).__name__, e)
    try: print(b(torch.ones(1)))
    except Exception as e: print(type(e).__name__, e)
    for x in hs: x.remove()
show(lambda: always(True)); show(lambda: always(False))
def oldies():
    class O(nn.Module):
        def __init__(s, f): super().__init__(); s.f = f
        def forward(s, *a): return s.f(*a)
    x = torch.ones(2, requires_grad=True)
    for f, args in [(lambda a: {"n": 1, "y": a * 2}, (x * 1,)), (lambda a: [a * 2], (x * 1,)), (lambda a: (a * 2, a * 3), (x * 1,)), (lambda a, b: a * 2, (x * 1, 3)), (lambda a: a * 2, (x * 1,)), (lambda a: a.detach(), (x,)), (lambda a: a * 2, (x,))]:
        m = O(f); m.register_backward_hook(lambda m, gi, go: print("b", gi, go))
        m.register_backward_hook(lambda m, gi, go: tuple(None if g is None else g * 2 for g in gi))
        y = m(*args)
        y = y["y"] if isinstance(y, dict) else y[0] if not isinstance(y, torch.Tensor) else y
        if y.requires_grad: y.sum().backward()
        print(x.grad)
show(oldies)
def gold():
    h = nn.modules.module.register_module_backward_hook(lambda m, gi, go: print("go", type(m).__name__))
    try: nn.modules.module.register_module_full_backward_hook(print)
    except Exception as e: print(type(e).__name__, e)
    nn.ReLU()(torch.ones(2, requires_grad=True)).sum().backward(); h.remove()
show(gold)
