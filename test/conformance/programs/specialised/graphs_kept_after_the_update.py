# tier2: update.loop.body 90% after 4
# `backward(retain_graph=True)` in front of an update: nothing is raised unless somebody goes through
# the graph again. Then what was saved has been modified, or is read as it is now.
import torch
from torch import nn

torch.manual_seed(3)
net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.02, momentum=0.9)
w = torch.ones(3, requires_grad=True)
step = torch.tensor([0.5, -1.0, 2.0])


def again(name, loss):
    w.grad = None
    for attempt in range(2):
        try:
            loss.backward(retain_graph=True)
            print(name, "again", [f"{v:.4f}" for v in w.grad.tolist()])
        except RuntimeError as e:
            print(name, str(e).split(":")[0], str(e).split(" is at ")[1].split(" Hint")[0])


def update(sizes):
    for t, n in enumerate(sizes):
        x = torch.randn(n, 4)
        loss = (net(x) - x.sum(1, keepdim=True)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()
        if t % 5 == 0:
            print(t, f"{loss.item():.4f}")
    return loss


def of_numbers(x):  # saves no parameter
    a = (w * x).sum()
    a.backward(retain_graph=True)
    with torch.no_grad():
        w.sub_(w.grad, alpha=0.1)
    return a


def partly_freed(x):
    square = (w * w).sum()
    scaled = (w * x).sum()
    scaled.backward(retain_graph=True)
    with torch.no_grad():
        w.sub_(w.grad, alpha=0.1)
        w.mul_(0.5)
    return square + scaled


def behind_the_first_write(x):
    with torch.no_grad():
        w.add_(x, alpha=0.1)
    cube = (w * w * w).sum()
    with torch.no_grad():
        w.add_(x, alpha=0.1)
    return cube


def behind_all_writes(x):
    with torch.no_grad():
        w.add_(x, alpha=0.1)
    return (w * w).sum()


def through_data(x):
    a = (w * w * x).sum()
    a.backward(retain_graph=True)
    w.data.sub_(w.grad, alpha=0.01)
    return a


again("net", update([6] * 24))
again("net", update([6, 6, 9, 9, 6, 5, 5, 9]))
for function in of_numbers, partly_freed, behind_the_first_write, behind_all_writes, through_data:
    for t in range(14):
        w.grad = None
        loss = function(step)
        if t > 11:
            again(function.__name__, loss)
    print([f"{v:.4f}" for v in w.tolist()])
loss = behind_all_writes(step)
with torch.no_grad():
    w.add_(step)
again("written afterwards", loss)
