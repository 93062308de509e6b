"""Arguments that are one tensor or overlap."""
# tier2: <module>.loop#2.body 6
# tier2: <module>.loop#3.body 5
import torch

def combine(a, b):
    a.mul_(1.5)
    b.add_(1)
    return (a * b).sum()

def scaled(out, x):
    out.copy_(x * 2)
    return out + x

def grad_of(w, x):
    y = (w * x).sum()
    y.backward()
    return w.grad.clone()

torch.manual_seed(0)
a, b = torch.ones(4), torch.ones(4)
for i in range(8):
    print(combine(a, b).item())
print("same", combine(a, a).item(), a.tolist())
print("same", combine(a, a).item(), a.tolist())
base = torch.ones(6)
print("overlap", combine(base[:4], base[2:]).item(), base.tolist())
print("overlap", combine(base[:4], base[2:]).item(), base.tolist())
print("disjoint", combine(base[:3], base[3:]).item(), base.tolist())
print("strided", combine(base[::2], base[1::2]).item(), base.tolist())
print("view", combine(base, base.view(6)).item(), base.tolist())
print("data", combine(base, base.data).item(), base.tolist())
for i in range(8):
    print(combine(a, b).item())
o, x = torch.zeros(4), torch.arange(4.0)
for i in range(6):
    print(scaled(o, x).tolist())
print(scaled(x, x).tolist(), x.tolist())
buf = torch.arange(5.0)
print(scaled(buf[1:], buf[:4]).tolist(), buf.tolist())
w = torch.ones(3, requires_grad=True)
for i in range(6):
    print(grad_of(w, torch.ones(3)).tolist())
print(grad_of(w, w).tolist())
print(grad_of(w, w.detach()).tolist())

class Holder:
    def __init__(self, t):
        self.t = t
def update(h, k):
    h.t.mul_(2)
    k.t.add_(1)
    return (h.t - k.t).sum()
h, k = Holder(torch.ones(3)), Holder(torch.zeros(3))
for i in range(6):
    print(update(h, k).item())
print(update(h, h).item())
k.t = h.t
print(update(h, k).item(), h.t.tolist())
k.t = h.t[:]
print(update(h, k).item(), h.t.tolist())
k.t = h.t.clone()
print(update(h, k).item(), h.t.tolist())
for i in range(6):
    print(update(h, k).item())
