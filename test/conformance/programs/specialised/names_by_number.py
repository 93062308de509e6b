"""Attributes, keys and texts whose names hold a number: getattr(self, "layer%d" % i), f"block{i}", "head_" + str(i)."""
# tier2: <module>.loop.body 90% after 1
# tier2: <module>.loop#3.body 90% after 1
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, count=3):
        super().__init__()
        self.count = count
        for i in range(count):
            setattr(self, "layer%d" % i, nn.Linear(4, 4))
            self.add_module(f"norm{i}", nn.LayerNorm(4))
            setattr(self, "head_" + str(i), nn.Linear(4, 1))
        self.scales = {f"s{i}": 1.0 / (i + 1) for i in range(count)}

    def forward(self, x):
        total = 0
        for i in range(self.count):
            x = torch.relu(getattr(self, "layer%d" % i)(x)) + x
            x = getattr(self, f"norm{i}")(x) * self.scales["s{}".format(i)]
            total = total + getattr(self, "head_" + str(i))(x)
            if hasattr(self, "extra_{}_{}".format(i, "x")):
                total = total + 1
        return total


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.SGD(net.parameters(), 0.02)
for step in range(20):
    loss = (net(torch.randn(6, 4)) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print("step %d of %s: %.4f" % (step, "one", loss.item()), "a{}b{}".format(step, step + 1), "%i%%" % step, "{:02d}".format(step))
nets = [Net(2) for _ in range(2)]
optimizers = [torch.optim.Adam(n.parameters(), 0.01) for n in nets]
for step in range(12):
    total = 0
    for i, o in enumerate(optimizers):
        o.zero_grad()
        loss = getattr(nets[i], "layer%d" % (i % 2))(torch.ones(2, 4) * step).pow(2).mean()
        loss.backward()
        o.step()
        total += loss.item()
    print("%d %s %.4f" % (step, "x" * 2, total), f"{step}/{len(optimizers)}")
