"""What a step has appended to a list that grows is its last item, however long the list is."""
# tier2: logged.loop.body 20
# tier2: pairs.loop.body 20
# tier2: history.loop.body 20
# float-tolerance: 1e-4
import torch
import torch.nn as nn

torch.manual_seed(0)


def logged(steps):
    net = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    x, y = torch.randn(8, 4), torch.randn(8, 1)
    losses = []
    for i in range(steps):
        loss = (net(x) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        if (i + 1) % 6 == 0:
            print(f"{losses[-1]:.5f}")
    print(len(losses), f"{sum(losses):.4f}")


def pairs(steps):
    w = torch.ones(3)
    seen = [torch.zeros(3)]
    for i in range(steps):
        seen.append(w * i)
        seen.extend([w + i, w - i])
        w = w * 0.9 + seen[-1] * 0.01 + seen[-3] * 0.001
        seen[-1].mul_(2)
        print(i, f"{w.sum().item():.5f}", seen[-2] is seen[-1])
    print(len(seen), f"{torch.stack(seen).sum().item():.4f}")


class History:
    def __init__(self):
        self.records = [{"loss": 0.0}]

    def log(self, **values):
        self.records.append(dict(values))
        return self.records[-1]["loss"]


def history(steps):
    log = History()
    w = torch.zeros(2, requires_grad=True)
    for i in range(steps):
        loss = (w - 1).pow(2).sum()
        loss.backward()
        with torch.no_grad():
            w -= 0.1 * w.grad
            w.grad = None
        last = log.log(loss=loss.item(), step=i)
        print(f"{last:.5f}")
    print(len(log.records), log.records[-1]["step"])


logged(30)
pairs(30)
history(30)
