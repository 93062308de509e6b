"""Variables that hold another kind of value before a loop than a turn leaves there: the first turn stands before the loop. Sums that are updated in place,
with gradients from turn to turn."""
# tier2: train.loop#1.body 85% after 4
# tier2: in_place.loop#1.body 85% after 4
# tier2: kinds.loop.body.part 80% after 6
# float-tolerance: 1e-5
import random

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)
random.seed(0)
torch.manual_seed(0)
STEPS = 48


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden, self.out = nn.Linear(14, 8), nn.Linear(8, 3)

    def forward(self, x, h=None):
        if h is None:
            h = torch.zeros(x.size(0), 8)
        h = torch.tanh(self.hidden(torch.cat([x, h], 1)))
        return F.log_softmax(self.out(h), 1), h


def train():
    net, loss_of = Net(), nn.NLLLoss()
    optimizer = torch.optim.SGD(net.parameters(), 0.05)
    data = [(torch.randn(n, 6), torch.randint(0, 3, (n,))) for n in [random.randint(2, 9) for _ in range(STEPS)]]
    for k, (rows, targets) in enumerate(data):
        net.train()
        h, loss, right = None, 0, 0
        guesses = []
        for i in range(len(rows)):
            out, h = net(rows[i].unsqueeze(0), h)
            loss += loss_of(out, targets[i].view(1))
            guess = out.argmax(1)
            guesses.append(guess)
            right += (guess == targets[i]).sum().item()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if k % 7 == 0:
            print("train", k, "%.6f" % loss.item(), right, torch.cat(guesses).sum().item(), sum(p.numel() for p in net.parameters()))


def in_place():
    w = nn.Parameter(torch.ones(3))
    optimizer = torch.optim.SGD([w], 0.01)
    data = [torch.randn(n, 3) for n in [random.randint(1, 9) for _ in range(STEPS)]]
    for k, rows in enumerate(data):
        total, product = torch.zeros(3), torch.zeros(())
        for row in rows:
            total += torch.tanh(row * w)
            product = product + (total * row).sum()
        loss = total.pow(2).sum() + product
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if k % 7 == 0:
            print("in_place", k, "%.6f" % loss.item(), total._version, ["%.6f" % v for v in w.tolist()])


def kinds():
    with torch.no_grad():
        for k in range(STEPS):
            n = random.randint(2, 9)
            best, mean, last, count = None, 0, "none", 0
            for row in torch.randn(n, 3):
                value = row.sum().item()
                mean = mean + value / n
                best = row if best is None else torch.maximum(best, row)
                last = row * 2
                count += 1
            if k % 7 == 0:
                print("kinds", k, "%.6f %.6f %.6f" % (mean, best.sum().item(), last.sum().item()), count)


for run in (train, in_place, kinds):
    run()
