# nn.Module.__getattr__ and a subclass's replaced: they are asked for parameters, buffers and modules.
import torch
import torch.nn as nn

torch.manual_seed(0)
asked = []


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 2)
        self.register_buffer("scale", torch.ones(2))

    def forward(self, x):
        return self.inner(x) * self.scale


net, x = Net(), torch.ones(4, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.001)
library = nn.Module.__getattr__
for i in range(36):
    if i == 24:
        nn.Module.__getattr__ = lambda self, name: (asked.append(name) if name == "scale" else None, library(self, name))[1]
    if i == 30:
        nn.Module.__getattr__ = library
    loss = net(x).sum() * (1 + len(asked) % 2)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if i % 3 == 2:
        print(i, "%.3f" % loss.item(), len(asked))

Net.__getattr__ = lambda self, name: (asked.append("own " + name), nn.Module.__getattr__(self, name))[1]
net(x)
print(asked)
del Net.__getattr__
nn.Module.__getattr__ = lambda self, name: 5
print(net.nothing, net.inner, getattr(net, "scale"))
nn.Module.__getattr__ = library
print(net.scale)
