"""Gradients of ordinary expressions, their accumulation, and what graphs allow twice."""
import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = (x * x + 3 * x).sum()
y.backward()
print(x.grad)
(x.exp().sum()).backward()
print([round(v, 4) for v in x.grad.tolist()])
x.grad = None
print(x.grad)

# one tensor used several times
a = torch.tensor(2.0, requires_grad=True)
b = a * a
c = b * a + b
c.backward()
print(a.grad, a.is_leaf, b.is_leaf, a.grad_fn, b.requires_grad)
print(b.grad_fn.name(), c.grad_fn.name())

# broadcasting sums gradients
w = torch.ones(3, 1, requires_grad=True)
v = torch.arange(4.0, requires_grad=True)
(w * v).sum().backward()
print(w.grad, v.grad)

# gradient argument
z = torch.ones(2, 2, requires_grad=True)
(z * 3).backward(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
print(z.grad)

# retain_graph
q = torch.tensor(3.0, requires_grad=True)
r = q ** 3
r.backward(retain_graph=True)
r.backward()
print(q.grad)
try:
    r.backward()
except RuntimeError as error:
    print(type(error).__name__, str(error)[:60])

for bad in (lambda: torch.ones(2, requires_grad=True).backward(),
            lambda: torch.ones(1).backward(),
            lambda: torch.ones(2, 2, requires_grad=True).sum(0).backward(torch.ones(3)),
            lambda: torch.tensor([1, 2], requires_grad=True),
            lambda: torch.tensor([1, 2]).requires_grad_()):
    try:
        bad()
    except RuntimeError as error:
        print(error)

# undefined gradients stay None
u = torch.ones(2, requires_grad=True)
t = torch.ones(2, requires_grad=True)
(u * 2).sum().backward()
print(u.grad, t.grad)

# dtypes follow the leaf
h = torch.ones(2, dtype=torch.float64, requires_grad=True)
f = torch.ones(2, requires_grad=True)
(h * f).sum().backward()
print(h.grad.dtype, f.grad.dtype)
