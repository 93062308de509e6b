"""Chains of elementwise operations give the bits of the single operations: nothing is contracted across them."""
import torch


def chain(a, b, c):
    return a * b + c, a * b - c, c - a * b, (a + b) * c, a * a + b * b + c * c, torch.addcmul(a, b, c), a / b + c


def bits(t):
    return t.view(torch.int32).sum().item()


def narrow(a, b, c):
    a, b, c = a.double(), b.double(), c.double()
    return a * b + c, (a - b) * c - a


def steps(p, g, m):
    m.mul_(0.9).add_(g)
    p.sub_(m * 0.01)
    return (p * p).sum() * 0.0


torch.manual_seed(0)
a, b, c = torch.randn(1000), torch.randn(1000), torch.randn(1000)
p, m = torch.randn(1000), torch.zeros(1000)
for i in range(5):
    print([bits(t) for t in chain(a, b, c)], [t.view(torch.int64).sum().item() for t in narrow(a, b, c)])
    steps(p, a, m)
    print(bits(p), bits(m))
