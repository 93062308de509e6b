"""What a step gives out knows its base, and how often it was written: later writes through views, gradients, `_version`."""
import torch
w = torch.ones(2, requires_grad=True)
def f(a):
    c = a + 1
    return c, c[:2], c.view(2, 2)
a = torch.zeros(4)
for i in range(40):
    c, v, m = f(a)
print(v._base is c, m._base is c, c._version)
v.mul_(2)
print(c._version, v._version, m._version)
m[1].mul_(w)
print(c.requires_grad, m.requires_grad, v.requires_grad)
c.sum().backward()
print(w.grad)
e = torch.zeros(2)
for i in range(40):
    e.mul_(0.5).add_(1.0)
    if i % 10 == 0:
        print(i, e._version)
e = torch.zeros(2)
p = torch.ones(2)
for i in range(40):
    with torch.no_grad():
        e.mul_(0.9).add_(p, alpha=0.1)
print(i, e._version)
a = torch.nn.Linear(2, 2)
b = torch.nn.Linear(2, 2)
x = torch.ones(1, 2)
for i in range(40):
    l = a(x).sum()
    with torch.no_grad():
        for e, p in zip(b.parameters(), a.parameters()):
            e.mul_(0.9).add_(p, alpha=0.1)
print(i, [e._version for e in b.parameters()])
x = torch.zeros(4, 6)
def f(x):
    return x.expand(2, 4, 6), x.t(), x[0]
for i in range(40):
    r = f(x)
print([t._base is x for t in r])
r[2].add_(1)
print(x._version)
w = torch.ones(2, requires_grad=True)
x = torch.zeros(2)
def f(x):
    return x[:1]
for i in range(40):
    v = f(x)
y = x * 3
v.add_(w[:1])
print(x.requires_grad, v.requires_grad, v._base is x)
try:
    x.sum().backward(); print(w.grad)
except RuntimeError as e: print(e)
z = torch.ones(2, requires_grad=True)
g = z.exp()
l = (g * x.detach()).sum()
h = []
for i in range(40):
    h.append(g.detach())
    k = g.detach()
k.mul_(2)
try: g.sum().backward(); print(z.grad)
except RuntimeError as e: print(str(e)[:150])
def f(a, b):
    a.mul_(0.5); b.add_(a)
    return a - b
def h(a, b):
    t = a * 2; b += 1
    return t
def pick(i):
    if i < 25: return torch.arange(4.0), torch.ones(4)
    return torch.arange(8.0)[::2], torch.ones(4)
for i in range(40):
    a, b = pick(i)
    c = f(a, b); t = h(a, b)
    if i % 8 == 0: print(i, a._version, b._version)
def written_local():
    c = torch.zeros(3)
    v = c[1:]
    h = c.view(3, 1)
    t = torch.zeros(3)
    for i in range(20):
        v.add_(0.5)
        if i == 11:
            v = v.clone()
        t = t * 0.5 + 1
    print(c._version, v._version, c, v, t)
written_local()
def rows(a):
    return a.split(2)
def pieces():
    a = torch.tensor([1.0, -1.0, 0.5])
    t = torch.zeros(3)
    for i in range(20):
        v, h = rows(a)
        t = t + a._version % 7
        if i % 5 == 2:
            v.mul_(torch.ones(2, requires_grad=True))
        print(i, t, v)
try:
    pieces()
except RuntimeError as e:
    print(e)
