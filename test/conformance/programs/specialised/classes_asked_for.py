"""The class of a tensor is compared after something has looked through its bases."""
# tier2: <module>.loop.body 80% after 4
import torch

x = torch.arange(6.0)
p = torch.nn.Parameter(torch.ones(6))
for i in range(14):
    y = (x * p).sum() + i
    print(i, isinstance(x, torch.nn.Parameter), type(x) is torch.Tensor, x.__class__ is torch.Tensor, type(x) == type(p),
          type(x) in (torch.Tensor, int), {torch.Tensor: "tensor"}.get(type(x)), y.item() > 0)
