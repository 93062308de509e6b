"""Steps that begin with a choice of items by what they are: which states of a batch are the last ones of their episodes. The
choice differs at each entry; what stands behind it is specialised by itself."""
# tier2: Agent.learn.part.tail 90% after 3
# tier2: losses.loop.body.tail 30% after 3
# tier2: of_words.tail 90% after 3
from collections import namedtuple
import random
import torch
import torch.nn as nn
import torch.nn.functional as F

Transition = namedtuple("Transition", ("state", "action", "after", "reward"))


class Agent:
    def __init__(self):
        self.memory = []
        self.net, self.target = (nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2)) for _ in range(2))
        self.optimizer = torch.optim.RMSprop(self.net.parameters(), 1e-3)

    def learn(self, size):
        batch = Transition(*zip(*random.sample(self.memory, size)))
        going = torch.tensor(tuple(map(lambda s: s is not None, batch.after)), dtype=torch.bool)
        after = torch.cat([s for s in batch.after if s is not None])
        states, actions, rewards = torch.cat(batch.state), torch.cat(batch.action), torch.cat(batch.reward)
        values = self.net(states).gather(1, actions)
        best = torch.zeros(size)
        best[going] = self.target(after).max(1)[0].detach()
        loss = F.smooth_l1_loss(values, (best * 0.9 + rewards).unsqueeze(1))
        self.optimizer.zero_grad()
        loss.backward()
        for p in self.net.parameters():
            p.grad.data.clamp_(-1, 1)
        self.optimizer.step()
        return loss.item()


def losses(model, optimizer, batches):
    found = []
    for items in batches:
        rows = []
        for item in items:
            if item is not None:
                rows.append(item)
        x = torch.stack(rows)
        loss = (model(x) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        found.append(loss.item())
    return found


def of_words(table, words, known):
    ids = torch.tensor([known[w] for w in words if w in known])
    return torch.tanh(table(ids)).mean(0) * 2 + ids.numel()


torch.manual_seed(1)
random.seed(1)
agent = Agent()
for i in range(50):
    after = None if i % 5 == 4 else torch.randn(1, 4)
    agent.memory.append((torch.randn(1, 4), torch.tensor([[i % 2]]), after, torch.tensor([float(i % 3)])))
for i in range(40):
    print("%.5f" % agent.learn(12))
model = nn.Linear(3, 1)
batches = [[None if random.random() < 0.3 else torch.randn(3) for _ in range(8)] for _ in range(30)]
print(["%.4f" % each for each in losses(model, torch.optim.SGD(model.parameters(), 0.1), batches)])
table, known = nn.Embedding(6, 3), {w: i for i, w in enumerate("abcdef")}
for i in range(20):
    words = [random.choice("abcdefxyz") for _ in range(7)] + ["a"]
    print(["%.4f" % v for v in of_words(table, words, known).tolist()])
