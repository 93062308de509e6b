"""autograd.grad of a weight that also stands in the history."""
import torch
w = torch.tensor([2.0, 3.0], requires_grad=True)
def g(h):
    return torch.autograd.grad((h * w).sum(), w)[0]
hs = [w * w for _ in range(6)]
for h in hs:
    print(g(h).tolist())
