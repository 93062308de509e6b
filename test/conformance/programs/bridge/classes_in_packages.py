# A package asks of modules and optimizers of the program what classes they are of.

import torch
import torch.nn as nn

import _layers


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 3)
        self.rest = nn.Sequential(nn.ReLU(), nn.Linear(3, 1))

    def forward(self, x):
        return self.rest(self.first(x))


class Wide(nn.Linear):
    pass


class Plain:
    pass


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for value in (net, net.first, net.rest, Wide(1, 2), optimizer, Plain(), {}):
    print(type(value).__name__, _layers.kinds(value))
print(_layers.subclasses(net), _layers.subclasses(Plain()), _layers.subclasses(net.first))
print(_layers.count(net))
before = net.first.weight.sum().item()
print(_layers.scale(net, 2.0) is net, abs(net.first.weight.sum().item() - 2 * before) < 1e-5)
print(_layers.describe(net.state_dict()), _layers.describe(Plain()), _layers.describe(3), _layers.describe(torch.ones(1)))
print(_layers.bases(Plain()), _layers.describe(net), _layers.describe(Wide(1, 1)))
print(_layers.same_class(net, Net()), _layers.same_class(net, net.first), isinstance(net, Net))
