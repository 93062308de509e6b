"""Equal tensors made on one side of a branch, or given out twice, have memory of their own."""
import torch
p = torch.ones(2); q = torch.ones(2)
for i in range(40):
    p.add_(0.5)
    q.add_(0.5)
    if i == 30:
        p = torch.full((2,), 32.0)
        q = torch.full((2,), 32.0)
p.add_(100)
print(p is q, p.data_ptr() == q.data_ptr(), p, q)
p = torch.ones(2); q = torch.ones(2); r = torch.ones(2)
for i in range(40):
    p.add_(0.5)
    q.add_(0.5)
    if i == 30:
        p.fill_(3.0)
        q.fill_(3.0)
        r.copy_(q)
p.add_(100)
q.add_(10)
print(p.data_ptr() == q.data_ptr(), p, q, r)
def f(a):
    x = a * 2
    y = a * 2
    if a[0] > 5:
        y = x.clone()
        x = x.clone()
    return x, y
for i in range(40):
    a = torch.ones(2) * (i % 8)
    x, y = f(a)
    x.add_(1)
    if i > 30:
        print(x, y)
def g(a):
    x = a * 2
    y = torch.zeros(2)
    if a[0] > 5:
        y.copy_(x)
    elif a[0] > 3:
        y = a
        x = a * 2
    z = [x, y]
    return z
for i in range(40):
    a = torch.ones(2) * (i % 8)
    x, y = g(a)
    x.add_(1)
    y.add_(2)
    if i > 30:
        print(x, y, a)
