# Warnings that the filters have silenced are no reason against a graph; what is shown again, or raised, is.
# tier2: train.loop.body 80% after 4
# tier2: noisy.loop.body 60% after 4
# stderr: last line the library's lines are others
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.fc = nn.Linear(4, 3)

    def forward(self, x):
        warnings.warn("old network", DeprecationWarning)
        return F.softmax(self.fc(x))


def train(net, steps):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.001)
    total = 0.0
    for step in range(steps):
        loss = F.mse_loss(net(torch.ones(2, 4) * (step % 3)), torch.ones(1, 3), size_average=False)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total


class Loud(UserWarning):
    pass


def noisy(x, steps):
    seen = []
    for step in range(steps):
        y = (x * 2).sum() + step
        warnings.warn("each turn")
        seen.append(y.item())
        if step == steps - 3:
            warnings.warn("its own class", Loud)
    return seen


net = Net()
print("%.4f" % train(net, 12))
print("%.4f" % train(net, 12))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print("%.4f" % train(net, 2))
print([(w.category.__name__, str(w.message)[:30]) for w in caught])
warnings.filterwarnings("ignore", message="each")
print(noisy(torch.arange(3.), 12))
print(noisy(torch.arange(3.), 12))
warnings.simplefilter("error")
try:
    noisy(torch.arange(3.), 4)
except UserWarning as e:
    print("raised", e)
warnings.resetwarnings()
warnings.simplefilter("ignore")
print("%.4f" % train(net, 6))
