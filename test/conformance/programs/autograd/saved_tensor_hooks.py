"""Hooks of the tensors that gradients keep: what they are given, what they give back, errors, and steps that are specialised beside them."""
import torch
from torch import nn
import torch.autograd.graph as G
x = torch.ones(2, requires_grad=True); seen = []
def pack(t): seen.append((tuple(t.shape), t.requires_grad, torch.is_grad_enabled())); return t * 2
def unpack(t): return t / 2
with G.saved_tensors_hooks(pack, unpack):
    y = (x * x).exp().sum()
y.backward(); print(seen, x.grad)
# double backward
x = torch.tensor([1., 2.], requires_grad=True)
with G.saved_tensors_hooks(lambda t: t.numpy().copy() if 0 else t.clone(), lambda t: t):
    y = (x ** 3).sum() + torch.sigmoid(x).sum()
    (g,) = torch.autograd.grad(y, x, create_graph=True)
print(g)
(h,) = torch.autograd.grad(g.sum(), x)
print(h)
# a layer, lists, packing to python objects
class Kept:
    def __init__(self, t): self.t = t
n = 0
def keep(t):
    global n
    n += 1
    return Kept(t)
torch.manual_seed(0)
m = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
inp = torch.randn(5, 3)
with G.saved_tensors_hooks(keep, lambda k: k.t):
    out = torch.cat([m(inp), m(inp)]).pow(2).sum()
out.backward()
print(n, m[0].weight.grad.sum().item() != 0)
ref = m[0].weight.grad.clone(); m.zero_grad()
torch.cat([m(inp), m(inp)]).pow(2).sum().backward()
print(torch.allclose(ref, m[0].weight.grad))
for bad in [lambda t: 3, lambda t: None]:
    a = torch.ones(2, requires_grad=True)
    with G.saved_tensors_hooks(lambda t: t, bad):
        b = a.exp()
    try:
        b.sum().backward()
    except TypeError as e:
        print(e)
def failing(t): raise ValueError("no")
a = torch.ones(2, requires_grad=True)
for f in (lambda: a.exp(), lambda: a * a):
    try:
        with G.saved_tensors_hooks(failing, lambda t: t):
            f()
    except ValueError as e:
        print("failed", e)
def inplace(t): t.add_(1); return t
try:
    with G.saved_tensors_hooks(inplace, lambda t: t):
        a.exp()
except RuntimeError as e:
    print(str(e)[:60])
with G.save_on_cpu(pin_memory=True):
    z = (a * 3).pow(2).sum()
z.backward(); print(a.grad)
@G.disable_saved_tensors_hooks("not now")
def f():
    with G.saved_tensors_hooks(lambda t: t, lambda t: t): pass
try: f()
except RuntimeError as e: print(e)
# nested: the inner pair
with G.saved_tensors_hooks(lambda t: 1 / 0, lambda t: t):
    with G.saved_tensors_hooks(lambda t: t, lambda t: t * 10):
        w = a.exp()
a.grad = None
w.sum().backward(); print(a.grad)
class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x); return x * 2
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors; print(x); return g * x
with G.saved_tensors_hooks(lambda t: t * 5, lambda t: t):
    q = F.apply(a)
a.grad = None; q.sum().backward(); print(a.grad)
print(G.get_gradient_edge(a).node.name(), G.get_gradient_edge(a * 2).output_nr, type(G.get_gradient_edge(a)).__name__)
try: G.get_gradient_edge(torch.ones(1))
except RuntimeError as e: print(e)
v = torch.ones(2); G.increment_version(v); print(v._version)
def step(model, opt, x):
    opt.zero_grad(); l = model(x).pow(2).mean(); l.backward(); opt.step(); return l
opt = torch.optim.SGD(m.parameters(), 0.1)
count = 0
def counted(t):
    global count; count += 1; return t
for i in range(30):
    if i % 10 == 5:
        with G.saved_tensors_hooks(counted, lambda t: t):
            step(m, opt, inp)
        print(count)
    else:
        step(m, opt, inp)
print(round(m(inp).pow(2).mean().item(), 4))
