"""Windows that begin where a tensor's elements say: their length is known, where they begin is not. One
that would leave the tensor, and one from behind, are Python's to cut."""
# tier2: train.loop.body 90% after 3
# tier2: <module>.loop.body 60% after 3
# tier2: <module>.loop#1.body 60% after 3
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3)
data = torch.randint(0, 11, (97,))
table = torch.randn(7, 4)
T, B = 6, 4


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(11, 8)
        self.head = nn.Linear(8, 11)

    def forward(self, x):
        return self.head(self.embed(x).cumsum(1))


def get_batch():
    ix = torch.randint(len(data) - T, (B,))
    x = torch.stack([data[i:i + T] for i in ix])
    y = torch.stack([data[i + 1:i + 1 + T] for i in ix])
    return x, y


def train(model, optimizer):
    for step in range(12):
        x, y = get_batch()
        loss = F.cross_entropy(model(x).view(-1, 11), y.view(-1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.4f}")


def windows(start, scale):
    """By a number read from the tensor, and by the tensor itself; `start` goes past the end."""
    first = start.item()
    part = table[first:first + 3] * scale
    row = table[start] + 1
    return part, row


def pick(weights, choice):
    """An element that a tensor names has a gradient, too, and is a view."""
    w = torch.softmax(weights, 0)
    loss = -torch.log(w[choice])
    loss.backward()
    seen = weights.detach().clone()
    place = seen[choice]
    place += 10
    return loss.detach(), seen


model = Model()
train(model, torch.optim.SGD(model.parameters(), lr=0.1))
for at in [0, 2, 3, 1, 4, 3, 2, 5, 0, 4, 6, 1, 2, -2, -1, 3]:
    part, row = windows(torch.tensor(at), 2.0)
    print(at, part.shape, f"{part.sum().item():.4f}", row)
weights = torch.tensor([0.1, 0.2, 0.3, 0.4], requires_grad=True)
for at in [0, 1, 2, 3, 2, 1, -1, 0, 2, 3, 1, 0]:
    loss, seen = pick(weights, torch.tensor(at))
    print(at, loss, seen, weights.grad)
    weights.grad = None
try:
    pick(weights, torch.tensor(7))
except IndexError as e:
    print(e)
