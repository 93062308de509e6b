"""`t.data = u` and `t.set_(u)`: counters of writes, saved tensors, and the nodes that accumulate gradients."""
import torch


def show(*tensors):
    print([t._version for t in tensors])


def attempt(run):
    try:
        print(run())
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)


def set_data(t, data):
    t.data = data


# ---- counters stay with the tensor
x = torch.zeros(4)
a = x.detach()
a.data = torch.zeros(3)
a.add_(1)
show(x, a)
x.add_(1)
show(x, a)
x = torch.zeros(4)
a = torch.nn.Parameter(x[:2])
a.data = torch.zeros(2)
with torch.no_grad():
    a.add_(1)
x.add_(1)
show(x, a)
x = torch.zeros(4)
v = x[:2]
x.data = torch.ones(4)
v.add_(1)
x.add_(1)
show(x, v)
print(x, v, v._base is x)
x = torch.zeros(4)
v = x[:2]
v.data = torch.ones(5)
v.add_(1)
w = v[:3]
w.mul_(3)
show(x, v, w)
print(x, v, v._base is x, v.is_leaf, w._base is x, w._base is v)
del x
v.add_(1)
show(v, w)
y = torch.zeros(2)
z = torch.zeros(3)
y.data = z
z.add_(1)
y.add_(1)
d = y.detach()
d.add_(1)
e = z.detach()
e.add_(1)
u = y[:1]
u.add_(1)
show(y, z, d, e, u)
q = torch.zeros(2)
r = q.data
r.add_(1)
r.data = torch.ones(2)
r.add_(1)
q.add_(1)
show(q, r)
# The counter of memory that is gone, of more than a page, and of one that a later tensor takes.
for count in (4, 1 << 19):
    x = torch.zeros(count)
    a, b = x.detach(), x.detach()
    a.data = torch.zeros(3)
    b.data = torch.zeros(5)
    x.add_(1)
    del x
    b.add_(1)
    other = torch.zeros(count)
    other.add_(1)
    show(a, b, other)
    del a
    b.add_(1)
    show(b, other)

# ---- set_ is a write
x = torch.zeros(4)
a = x.detach()
a.set_(torch.ones(3))
show(x, a)
a.add_(1)
show(x, a)
p = torch.ones(2, requires_grad=True)
attempt(lambda: p.set_(torch.ones(3)))
with torch.no_grad():
    p.set_(torch.ones(3))
show(p)
attempt(lambda: torch.ones(2).set_(torch.ones(3, dtype=torch.int64)))
attempt(lambda: torch.ones(2).set_(torch.ones(3, dtype=torch.float16)))
attempt(lambda: torch.ones(2).set_())
attempt(lambda: set_data(p, torch.ones(3, dtype=torch.int64)))
attempt(lambda: set_data(p, 3))
attempt(lambda: set_data(torch.ones(2), torch.ones(3, dtype=torch.int64)))

# ---- what a graph has saved
p = torch.ones(2, requires_grad=True)
l = (p * p).sum()
p.data = torch.full((2,), 5.0)
attempt(lambda: l.backward())
print(p.grad)
for of_detached in (False, True):
    p = torch.ones(2, requires_grad=True)
    h = p * 2
    d = h.detach()
    l = (h * h).sum()
    (d if of_detached else h).data = torch.full((2,), 5.0)
    attempt(lambda: torch.autograd.grad(l, p, retain_graph=True))
    d.add_(1)
    show(h, d)
    attempt(lambda: torch.autograd.grad(l, p))

# ---- leaves of another type or shape
p = torch.ones(2, requires_grad=True)
l = (p * 2).sum()
p.data = torch.ones(3)
attempt(lambda: l.backward())
attempt(lambda: (p * 2).sum().backward())
del l
p = torch.ones(2, requires_grad=True)
l = (p * 2).sum()
l.backward()
p.data = p.data.double()
p.grad = None
(p * 2).sum().backward()
print(p.dtype, p.grad.dtype)
product = p * 2
node = product.grad_fn.next_functions[0][0]
p.data = torch.ones(2)
again = p * 2
print(again.grad_fn.next_functions[0][0] is node)
product.sum().backward()
print(p.grad)
p.grad = None
product = p * 2
p.data = p.data.double()
product.sum().backward()
print(p.grad)
(p * 2).sum().backward()
print(p.grad)
p.grad = None
p.register_hook(lambda g: print("hook", g.dtype))
product = p * 2
p.data = p.data.float()
(product.sum() + (p * 2).sum()).backward()
print(p.grad)
product = p * 2
p.data = p.data.double()
attempt(lambda: torch.autograd.grad(product.sum(), p))
print(torch.autograd.grad((p * 2).sum(), p))
