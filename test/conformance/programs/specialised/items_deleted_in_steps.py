"""Items of lists and dicts that a step deletes: `del rewards[:]`, `del queue[0]`, slices with a step, `clear()`; statements around them."""
# tier2: Agent.finish.update 80% after 3
# tier2: <module>.loop#2.body 80% after 3
# tier2: cached.loop.body 80% after 3
# float-tolerance: 1e-4
import random

import torch
import torch.nn as nn
from torch.nn.utils import parametrize

random.seed(1)
torch.manual_seed(0)


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.saved, self.rewards = [], []

    def finish(self, optimizer):
        total = 0
        losses = []
        for log_prob, reward in zip(self.saved, self.rewards):
            losses.append(-log_prob * reward)
        total = torch.stack(losses).sum()
        optimizer.zero_grad()
        total.backward()
        nn.utils.clip_grad_norm_(self.parameters(), 1.0)
        optimizer.step()
        del self.rewards[:]
        del self.saved[:]
        return total.data.item()


agent = Agent()
optimizer = torch.optim.Adam(agent.parameters(), lr=0.05)
for episode in range(30):
    for t in range(random.randint(2, 9)):
        probs = torch.softmax(agent.fc(torch.rand(3)), 0)
        agent.saved.append(probs[t % 2].log())
        agent.rewards.append(random.random())
    value = agent.finish(optimizer)
    if episode % 10 == 9:
        print(episode, f"{value:.4f}", len(agent.saved), agent.rewards)


def tidy(x, queue, books):
    items = [x, x * 2, x * 3, x * 4, x * 5, x * 6]
    del items[0]
    del items[-1]
    del items[1::2]
    del queue[0]
    queue.append(items[-1].sum().item())
    last = [1, 2, 3, 4]
    del last[3:1:-1]
    del last[5:]
    books.clear()
    books["n"] = len(items)
    made = {"a": 1, "b": 2}
    made.clear()
    made["c"] = 3
    return sum(items), last, made


queue, books = [0.0, 0.0, 0.0], {"m": 1}
for step in range(30):
    y, last, made = tidy(torch.full((2,), float(step)), queue, books)
    if step % 10 == 9:
        print(y.tolist(), last, made, queue, books)


class Half(nn.Module):
    def forward(self, w):
        return w * 0.5


def cached(net, opt):
    for step in range(24):
        opt.zero_grad()
        with parametrize.cached():
            loss = (net(torch.ones(2, 3)) - net(torch.zeros(2, 3)) - 1).pow(2).mean()
        loss.backward()
        opt.step()
    return loss.item()


net = nn.Linear(3, 3)
parametrize.register_parametrization(net, "weight", Half())
print(f"{cached(net, torch.optim.SGD(net.parameters(), lr=0.1)):.4f}")
items = [1, 2]
for wrong in (2, -3):
    try:
        del items[wrong]
    except IndexError as e:
        print(e)
