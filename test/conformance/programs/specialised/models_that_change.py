"""A module replaced during training, weights tied between layers, two models through one function, a batch of another
size in the middle."""
# tier2: replaced.loop.body 95% after 1
# tier2: tied.loop.body 95% after 1
# tier2: two_models.loop#1.body 95% after 1
# tier2: other_batch.loop.body 95% after 1
# tier2-failures: 12
# form-tier2: other the body of a loop or branch is a function there, with a root of its own
# float-tolerance: 1e-4
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 6)
        self.head = nn.Linear(6, 4)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


def replaced():
    torch.manual_seed(1)
    x = torch.randn(10, 4)
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(60):
        if step == 30:
            model.head = nn.Linear(6, 4)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        loss = F.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print("replaced", f"{loss.item():.4f}")


class Tied(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.mix = nn.Linear(width, width)
        self.out = nn.Linear(width, words, bias=False)
        self.out.weight = self.embed.weight

    def forward(self, x):
        return self.out(torch.tanh(self.mix(self.embed(x))))


def tied():
    torch.manual_seed(1)
    x = torch.randint(0, 9, (12,))
    y = torch.randint(0, 9, (12,))
    model = Tied(9, 5)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for step in range(40):
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print("tied", f"{loss.item():.4f}")


def train_step(model, optimizer, x):
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), x)
    loss.backward()
    optimizer.step()
    return loss.item()


def two_models():
    torch.manual_seed(1)
    x = torch.randn(10, 4)
    models = [Net(), Net()]
    optimizers = [torch.optim.SGD(m.parameters(), lr=0.1) for m in models]
    for step in range(40):
        losses = [train_step(m, o, x) for m, o in zip(models, optimizers)]
    print("two", " ".join(f"{v:.4f}" for v in losses))


def other_batch():
    torch.manual_seed(1)
    model = Net()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(60):
        x = torch.full((7 if step == 25 else 10, 4), 0.1 * step)
        loss = F.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print("batch", f"{loss.item():.4f}")


replaced()
tied()
two_models()
other_batch()
