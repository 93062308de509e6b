"""Steps on containers that are made anew for each entry, of tensors that are: replayed transitions, lists of one object, results that are kept."""
# tier2: learn.part 38
# float-tolerance: 1e-4
import random
from collections import namedtuple

import torch
import torch.nn as nn

Transition = namedtuple("Transition", ("state", "action", "reward"))
random.seed(0)
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
memory = []
kept = []


def learn(count):
    batch = Transition(*zip(*random.sample(memory, count)))
    states, actions = torch.cat(batch.state), torch.cat(batch.action)
    rewards = torch.cat(batch.reward)
    values = net(states).gather(1, actions).squeeze(1)
    loss = ((values - rewards) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return values.detach()


for turn in range(60):
    state = torch.randn(1, 3)
    memory.append(Transition(state, torch.tensor([[turn % 2]]), state.sum(1)))
    if turn >= 20:
        kept.append(learn(8))
print(torch.stack(kept).sum(0))


# One object twice, others with it, or one whose memory another one shares: in some entries.
def mixed(pair, scale):
    first, second = pair
    first.mul_(scale)
    return first.sum() + second.sum() * 2


total = torch.zeros(())
for turn in range(40):
    one = torch.arange(3.0) + turn
    other = one if turn % 5 == 4 else one[1:] if turn % 7 == 6 else torch.ones(3)
    total = total + mixed((one, other), 0.5)
print(total)


# Classes that are made while the program runs: their objects in a tuple of each entry.
def scaled(pair):
    return pair[0].apply(pair[1])


made = []
for turn in range(40):
    if turn % 10 == 0:
        class Scale:
            factor = float(turn + 1)

            def apply(self, x):
                return x * self.factor
    made.append(scaled((Scale(), torch.ones(2))))
print(torch.stack(made).sum(0))
