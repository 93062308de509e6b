# tier2: train.loop.body 70% after 4
# tier2: <module>.loop.body 50% after 4
# float-tolerance: 2e-4
# How many elements a mask finds, where they are laid out in rows, and where parts put together again
# have to be as long as what they are combined with.
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 4))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def pairs_loss(features, holes):
    n = features.shape[0]
    labels = torch.cat([torch.arange(n // 2)] * 2)
    labels = (labels.unsqueeze(0) == labels.unsqueeze(1)).float()
    features = F.normalize(features, dim=1)
    similar = features @ features.T
    mask = torch.eye(n, dtype=torch.bool)
    if holes is not None:
        mask = mask | holes
    labels = labels[~mask].view(n, -1)
    similar = similar[~mask].view(n, -1)
    positive = similar[labels.bool()].view(n, -1)
    negative = similar[~labels.bool()].view(n, -1)
    logits = torch.cat([positive, negative], dim=1) / 0.5
    return F.cross_entropy(logits, torch.zeros(n, dtype=torch.long)), logits.shape


def train(sizes, holes=None):
    for i, n in enumerate(sizes):
        x = torch.randn(n, 6)
        loss, shape = pairs_loss(net(torch.cat([x, x + 0.1])), holes)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if i % 4 == 0:
            print(i, f"{loss.item():.4f}", tuple(shape))


def dispatch(x, gates, keep):
    rows = torch.nonzero(gates)[:, 0]
    parts = (gates > 0).sum(0).tolist()
    found = x[rows]
    pieces = [piece * (k + 1) for k, piece in enumerate(torch.split(found, parts, dim=0))]
    together = torch.cat(pieces if keep else pieces[1:], 0)
    return together * gates[gates > 0].unsqueeze(1)


train([6] * 14)
train([6, 6, 4, 4, 6])
holes = torch.zeros(12, 12, dtype=torch.bool)
holes[:, 0] = True
try:
    train([6, 6], holes)
except RuntimeError as e:
    print(str(e)[:40])
for turn in range(20):
    gates = torch.rand(8, 3) * (torch.rand(8, 3) > 0.3)
    gates[0] = torch.tensor([0.5, 0.25, 0.125])
    gates[1] = torch.tensor([0.5, 0.25, 0.125])
    if turn % 7 == 3:
        gates[:, 1] = 0
    try:
        out = dispatch(torch.randn(8, 2), gates, turn % 6 != 5)
        print(turn, tuple(out.shape), f"{out.sum().item():.4f}")
    except RuntimeError as e:
        print(turn, str(e)[:30])
