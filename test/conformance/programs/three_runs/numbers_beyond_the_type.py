"""Numbers that the elements' type does not hold, given to operations that loops compute: an error, in each run."""
import torch
import torch.nn.functional as F

x = torch.tensor([0.5, -1.25, 2.0]); y = torch.ones(3)
class S: a = 0.5; n = 0
s = S()
def f0(s): s.n += 1; return torch.tanh(x).clamp(max=s.a).sum()
def f1(s): s.n += 1; return torch.tanh(x).add(y, alpha=s.a).sum()
def f2(s): s.n += 1; return torch.tanh(x).masked_fill(x > 0, s.a).sum()
def f3(s): s.n += 1; return torch.where(x > 0, torch.tanh(x), s.a).sum()
def f4(s): s.n += 1; return F.leaky_relu(torch.tanh(x), s.a).sum()
def f5(s): s.n += 1; return torch.tanh(x).addcmul(x, y, value=s.a).sum()
def f6(s): s.n += 1; return torch.tanh(x).lerp(y, s.a).sum()
for i in range(64):
    s.a = 1e308 if 60 <= i < 62 else 0.5
    for f in (f0, f1, f2, f3, f4, f5, f6):
        try: v = f"{f(s).item():.4f}"
        except RuntimeError as e: v = f"RuntimeError {e}"
        if i > 58: print(i, f.__name__, v)
