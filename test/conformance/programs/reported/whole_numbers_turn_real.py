"""Operands of integer tensors that turn to floats."""
import torch
lr = 1
t = torch.zeros(2, dtype=torch.int64); u = torch.ones(2, dtype=torch.int64)
for i in range(12):
    v = u * lr; w = u + lr; x = torch.full((2,), lr); y = torch.tensor(lr)
    if i == 8: lr = 0.5
print(v.dtype, w.dtype, x.dtype, y.dtype, v.tolist(), w.tolist())
for i in range(12):
    try: t.add_(u, alpha=lr if i > 8 else 2); t.mul_(lr if i > 8 else 1); t[0] = lr if i > 8 else i
    except RuntimeError as e: print("refused", i)
print(t.tolist())
k = 1
for i in range(12):
    try: t *= k
    except RuntimeError as e: print("refused", i)
    if i == 6: k = 1.5
print(t.tolist())
