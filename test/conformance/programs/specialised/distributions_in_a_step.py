"""Policies that draw from distributions and learn from what they drew; descriptors of the program's own."""
# tier2: <module>.loop.body 80% after 3
# tier2: described.loop.body 80% after 3
# float-tolerance: 1e-4
import torch
import torch.nn as nn
from torch.distributions import Categorical, Normal

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 4))
optimizer = torch.optim.Adam(policy.parameters(), lr=0.01)


def reinforce(states):
    choice = Categorical(logits=policy(states))
    actions = choice.sample()
    rewards = (actions == 2).float() - 0.1 * actions
    loss = -(choice.log_prob(actions) * rewards).mean() - 0.01 * choice.entropy().mean()
    other = Categorical(probs=torch.softmax(policy(states), -1))
    loss = loss + 0.1 * other.log_prob(actions).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach(), actions


def gaussian(states):
    mean, scale = policy(states).chunk(2, -1)
    normal = Normal(mean, scale.exp())
    drawn = normal.rsample()
    loss = normal.log_prob(drawn.detach()).sum(-1).mean() + drawn.square().mean() + normal.entropy().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach()


class Scaled:
    """With a setter: before the instance's own names. `Twice` has none: behind them."""

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        return self if instance is None else getattr(instance, self.name) * 2

    def __set__(self, instance, value):
        setattr(instance, self.name, value / 2)


class Twice:
    def __get__(self, instance, owner=None):
        return owner.__name__ if instance is None else instance.rate + instance.rate


class Settings:
    rate = Scaled()
    twice = Twice()

    def __init__(self):
        self.rate = 0.5


def described(settings):
    for i in range(10):
        x = torch.ones(3) * settings.twice
        settings.rate = settings.rate + 0.25
        print(i, x.sum().item(), settings.rate, settings.twice, Settings.twice)


for step in range(12):
    states = torch.randn(6, 3)
    loss, actions = reinforce(states)
    print(step, f"{loss.item():.4f}", actions.tolist(), f"{gaussian(states).item():.4f}")
try:
    reinforce(torch.full((2, 3), float("nan")))
except ValueError as e:
    print(str(e).split("\n")[0][:60])
settings = Settings()
described(settings)
settings.__dict__["twice"] = 7.0
described(settings)
