"""Sizes that global variables of the module decide, others at each entry, in a loop of the module itself. Tensors of the last turn that live on, with the
names of their history."""
# tier2: <module>.loop.body 85% after 4
# float-tolerance: 1e-5
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)
torch.manual_seed(0)
cell, fc = nn.RNNCell(5, 8), nn.Linear(8, 3)
optimizer = torch.optim.SGD([*cell.parameters(), *fc.parameters()], 0.05)
lengths = [3, 5, 2, 9, 7, 4, 8, 6, 3, 11]


def run_over(x, h):
    outs = []
    for t in range(x.size(0)):
        h = cell(x[t], h)
        outs.append(fc(h))
    return torch.stack(outs), h


h = torch.zeros(4, 8)
for step, n in enumerate(lengths * 5):
    x, y = torch.randn(n, 4, 5), torch.randn(n, 4, 3)
    out, h = run_over(x, h.detach())
    loss = F.mse_loss(out, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 7 == 0:
        print(step, n, "%.6f" % loss.item(), tuple(out.shape), "%.6f" % h.sum().item())
print(h.grad_fn.name(), out.grad_fn.name(), h.requires_grad, loss.grad_fn.name())
try:
    h.sum().backward()
except RuntimeError as error:
    print(str(error)[:50])
