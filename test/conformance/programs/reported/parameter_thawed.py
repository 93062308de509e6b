"""requires_grad_ of a computed value."""
import torch, torch.nn as nn
p = nn.Parameter(torch.ones(2)); q = nn.Parameter(torch.ones(2)); o = torch.optim.SGD([p, q], lr=.01)
for i in range(24):
    p.requires_grad_(i % 8 < 4)
    l = ((p * q - i) ** 2).sum(); o.zero_grad(); l.backward(); o.step()
print(p.tolist(), q.tolist(), p.requires_grad)
