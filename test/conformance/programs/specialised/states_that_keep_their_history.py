"""A state that is carried from step to step is detached at every other one only: the step has a graph for those, and two around its backward for the others."""
# tier2: <module>.loop.body 45% after 4
# tier2: update.forward 85% after 2
# tier2: update.update 85% after 3
# float-tolerance: 1e-5
import torch
from torch import nn

torch.manual_seed(4)
feature, head = nn.Linear(3, 6), nn.Linear(6, 2)
optimizer = torch.optim.SGD([*feature.parameters(), *head.parameters()], lr=0.05, momentum=0.5)


def update(h, y):
    out = head(torch.sin(h))
    loss = (out - y).pow(2).mean()
    optimizer.zero_grad(set_to_none=False)
    loss.backward(retain_graph=True)
    optimizer.step()
    return loss.item(), out


def carry(h, x, keeps):
    return (h if keeps else h.detach()) + feature(x)


h = torch.zeros(5, 6)
for turn in range(60):
    h = carry(h, torch.randn(5, 3), turn % 2)
    given = h if turn % 2 else h.detach()
    loss, out = update(given, torch.zeros(5, 2))
    print("%.4f %.4f" % (loss, feature.weight.grad.sum().item() if feature.weight.grad is not None else 0.0))
