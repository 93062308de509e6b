# What an operation refuses raises, though nobody uses what it would give.
import torch
def f(x, y, i):
    z = (x * 2).sum()
    try:
        x & y
        torch.gcd(x, y)
        got = "none"
    except (RuntimeError, NotImplementedError) as e:
        got = type(e).__name__
    return z, got
def g(x, y):
    z = x.sum()
    try:
        y << 1
        ~y
        return "none", z
    except RuntimeError as e:
        return str(e), z
torch.manual_seed(0)
a, b = torch.randn(4), torch.randn(4)
for i in range(6):
    print(f(a, b, i), g(a, b))
ints = torch.arange(4)
def h(i):
    x = ints if i < 4 else a
    try:
        x | x
        return "fine", x.sum()
    except RuntimeError as e:
        return type(e).__name__, x.sum()
for i in range(8):
    print(h(i))
