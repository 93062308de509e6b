# Writes through `.data` do not count for what it shows, and batch normalisation counts none: _version in all runs.
import torch
def given(x, k):
    y = x * k
    d = y.data
    e = y.detach()
    return y, d, e
def entered(x):
    z = x.sum() * 2
    return x.data, x.detach(), z
def parts(x):
    x.data[0] += 1
    x.data.view(-1)[1:].mul_(2)
    x[0].data.sub_(1)
    x.mul_(1)
    return x.sum()
def branch(x, k):
    s = x.sum()
    if k % 2:
        x.data.add_(1)
    else:
        x.add_(1)
    return s
x = torch.ones(3)
w = torch.ones(2, 2)
for i in range(8):
    y, d, e = given(x, i)
    d.add_(1)
    print(y._version, d._version, e._version, d._is_view(), e._is_view(), d._base is None, e._base is None)
    e.mul_(2)
    print(y._version, d._version, e._version, y.tolist())
    a, b, z = entered(x)
    a.add_(1)
    print(x._version, a._version, b._version)
    b.mul_(2)
    print(x._version, a._version, b._version, z.item())
    print(parts(w).item(), w._version)
    print(branch(w, i).item(), w._version)
    if i == 4:
        x = torch.ones(3, requires_grad=True)
def both(a, d):
    s = (a * 2).sum()
    d.add_(1)
    a.mul_(2)
    return s
a = torch.ones(3)
d = a.data
for i in range(8):
    print(both(a, d).item(), a._version, d._version)
def piece(x):
    y = x + 1
    v = y.data[1:]
    return y, v
for i in range(5):
    y, v = piece(a)
    v.add_(1)
    y.mul_(2)
    print(y._version, v._version, v._is_view(), v._base is None, v._base._version)
def written(x):
    y = x + 1
    d = y.data
    d.mul_(2)
    return y, d
for i in range(5):
    y, d = written(a)
    print(y._version, d._version)

x = torch.ones(3)
w = torch.ones(3, requires_grad=True)
for i in range(6):
    x.data.mul_(2)
    y = (w * 2).sum()
    y.backward()
    w.data.sub_(w.grad * 0.1)
    w.grad = None
    d = x.detach()
    d.add_(1)
print(x._version, w._version, x)
def fresh(k):
    m = torch.zeros(3)
    m.data.add_(k)
    n = m.clone()
    n.data.mul_(2)
    n.add_(1)
    return m, n
for i in range(4):
    m, n = fresh(i)
    print(m._version, n._version, m.tolist(), n.tolist())
torch.manual_seed(0)
bn = torch.nn.BatchNorm1d(3)
x = torch.randn(4, 3)
for step in range(5):
    y = bn(x).sum()
print(bn.running_mean._version, bn.running_var._version, bn.num_batches_tracked._version)
