"""Updates of all parameters at once: groups with rates of their own, steps counted per parameter, a
parameter that stops, one that another one's update reads."""
# tier2: train.loop.body 15
# form-tier2: other the body of a loop or branch is a function there, with a root of its own
# float-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F


class Momentum:
    def __init__(self, groups):
        self.groups = groups
        self.state = {p: torch.zeros_like(p) for group in groups for p in group["params"]}

    @torch.no_grad()
    def step(self):
        for group in self.groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                v = self.state[p]
                v.mul_(0.9).add_(p.grad)
                p.sub_(group["lr"] * v)


class OwnAdam:
    def __init__(self, params, lr):
        self.params, self.lr = list(params), lr
        self.counts = [3 * i for i in range(len(self.params))]  # as if some had begun before
        self.averages = [torch.zeros_like(p) for p in self.params]
        self.squares = [torch.zeros_like(p) for p in self.params]

    @torch.no_grad()
    def step(self):
        for i, p in enumerate(self.params):
            self.counts[i] += 1
            m, v = self.averages[i], self.squares[i]
            m.mul_(0.9).add_(p.grad, alpha=0.1)
            v.mul_(0.99).addcmul_(p.grad, p.grad, value=0.01)
            first, second = 1 - 0.9 ** self.counts[i], 1 - 0.99 ** self.counts[i]
            p.addcdiv_(m, (v / second).sqrt().add_(1e-8), value=-self.lr / first)


class Chained:
    """Each parameter is pulled towards the one before it, as that one is after its update."""

    def __init__(self, params, lr):
        self.params, self.lr = list(params), lr

    @torch.no_grad()
    def step(self):
        for p in self.params:
            p.sub_(self.lr * p.grad)
        for before, p in zip(self.params, self.params[1:]):
            if before.shape == p.shape:
                p.add_(before - p, alpha=0.1)


def network():
    torch.manual_seed(3)
    return nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 8), nn.Tanh(),
                         nn.Linear(8, 3))


def train(model, optimizer, steps, frozen=None):
    torch.manual_seed(4)
    x, y = torch.randn(12, 6), torch.randint(0, 3, (12,))
    for i in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        if frozen is not None and i >= 6:
            frozen.grad = None
        optimizer.step()
    print(f"{loss.item():.4f}", [f"{p.detach().abs().sum().item():.4f}" for p in model.parameters()])


model = network()
train(model, Momentum([{"params": [*model[0].parameters(), *model[2].parameters()], "lr": 0.05},
                       {"params": [*model[4].parameters(), *model[6].parameters()], "lr": 0.2}]), 10, model[2].weight)
model = network()
train(model, OwnAdam(model.parameters(), 0.01), 10)
model = network()
train(model, Chained([model[2].weight, model[4].weight, model[0].bias, model[2].bias, model[4].bias], 0.1), 10)
model = network()
train(model, torch.optim.RMSprop(model.parameters(), lr=0.01, momentum=0.5), 10)
