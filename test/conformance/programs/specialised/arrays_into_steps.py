"""Arrays of numpy that go into functions and come out of them: what makes tensors of them, or takes them for indices, runs
generic, and what stands behind it is a graph, from the midst of the statement on."""
# tier2: Agent.update.part 90% after 1
# tier2: main.loop#2.body.part 90% after 1
# tier2: main.loop#3.body.part 90% after 1
# float-tolerance: 1e-4
import random

import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
np.random.seed(0)
rng, count = random.Random(0), 16


class Replay:
    def __init__(self):
        self.buffer = []

    def push(self, *transition):
        self.buffer.append(transition)

    def sample(self, n):
        batch = rng.sample(self.buffer, n)
        states, actions, rewards = map(np.stack, zip(*batch))
        return states, actions, rewards


class Agent:
    def __init__(self):
        self.q = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
        self.opt = torch.optim.Adam(self.q.parameters(), lr=1e-2)
        self.memory = Replay()

    def act(self, obs):
        obs = torch.FloatTensor(obs).unsqueeze(0)
        with torch.no_grad():
            return int(self.q(obs).argmax())

    def update(self, memory, n):
        s, a, r = memory.sample(n)
        s = torch.FloatTensor(s)
        a = torch.LongTensor(a)
        r = torch.FloatTensor(r)
        q = self.q(s).gather(1, a.unsqueeze(1)).squeeze(1)
        loss = nn.functional.mse_loss(q, r)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


def evaluate(net, x, y):
    out = net(x)
    return out, ((out - y) ** 2).mean()


def main():
    agent = Agent()
    obs = np.zeros(4)
    for step in range(80):
        a = agent.act(obs)
        following = np.tanh(obs + np.random.randn(4) * 0.3 + a)
        agent.memory.push(obs, a, float(following.sum()))
        obs = following
        if step >= count:
            loss = agent.update(agent.memory, count)
            if step % count == count - 1:
                print(step, "%.4f" % loss)

    net = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    observed, target = torch.randn(64, 4), torch.randn(64, 2)
    order = np.arange(64)
    for epoch in range(8):
        np.random.shuffle(order)
        for start in range(0, 64, 16):
            places = order[start : start + 16]
            out, loss = evaluate(net, observed[places], target[places])
            loss = loss + 0.01 * out.abs().mean()
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            opt.step()
        print(epoch, "%.4f" % loss.item())

    # ---- an object whose variable is one of several that are assigned together
    for i in range(30):
        picked = [rng.randint(0, 9) / 10 for _ in range(4)]
        loss = net(torch.tensor([picked])).pow(2).sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
        if i % 10 == 9:
            print(i, "%.4f" % loss.item())


main()
