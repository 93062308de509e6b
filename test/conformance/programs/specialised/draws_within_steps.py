"""Numbers of `random.random()` between the forward pass and what follows, in a step whose batch is made by `random.randint`: they
do not part it."""
# tier2: <module>.loop.body.part 90% after 1
# float-tolerance: 1e-4
import random
import torch
from torch import nn

random.seed(0)
torch.manual_seed(0)
net, head = nn.GRUCell(4, 8), nn.Linear(8, 4)
opt = torch.optim.Adam(list(net.parameters()) + list(head.parameters()), lr=1e-2)


def batch():
    return torch.tensor([[random.randint(0, 3) for _ in range(5)] for _ in range(6)])


total = 0.0
for step in range(40):
    x = batch()
    h = net(torch.nn.functional.one_hot(x[:, 0], 4).float(), torch.zeros(6, 8))
    forced = random.random() < 0.5
    token, loss = x[:, 0], 0
    for t in range(1, 5):
        out = head(h)
        loss = loss + nn.functional.cross_entropy(out, x[:, t])
        token = x[:, t] if forced else out.argmax(1)
        h = net(torch.nn.functional.one_hot(token, 4).float(), h)
    opt.zero_grad()
    loss.backward()
    opt.step()
    total += loss.item()
print("%.4f" % total)
