"""Training in threads: models of their own, modes of their own, the same results whoever comes first."""
import threading
import torch
import torch.nn as nn
from concurrent.futures import ThreadPoolExecutor

torch.manual_seed(0)
weights = [torch.randn(4, 3) for _ in range(4)]
data = torch.randn(16, 3)


def train(i):
    model = nn.Linear(3, 4)
    with torch.no_grad():
        model.weight.copy_(weights[i])
        model.bias.zero_()
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for step in range(30):
        opt.zero_grad()
        loss = (model(data) ** 2).mean() + model.weight.abs().sum() * 0.01
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return [round(x, 4) for x in losses[::10]]


for turn in range(3):
    with ThreadPoolExecutor(4) as pool:
        for result in pool.map(train, range(4)):
            print(result)

seen = {}


def modes(name):
    seen[name] = (torch.is_grad_enabled(), torch.is_inference_mode_enabled())


with torch.no_grad():
    t = threading.Thread(target=modes, args=("thread",))
    t.start()
    t.join()
    modes("main")
print(seen)
results = []
shared = nn.Linear(3, 1)
with torch.no_grad():
    shared.weight.fill_(0.5)
    shared.bias.fill_(0.1)


def evaluate(rows):
    with torch.no_grad():
        for _ in range(20):
            y = shared(data[rows]).sum()
        results.append(round(y.item(), 4))


ts = [threading.Thread(target=evaluate, args=(slice(4 * i, 4 * i + 4),)) for i in range(4)]
for t in ts:
    t.start()
for t in ts:
    t.join()
print(sorted(results))
