"""Texts in attributes and variables that change between entries: printed they are inputs, compared and as keys they are assumed."""
# tier2: train.loop.body 85% after 1
# float-tolerance: 1e-4
import torch
from torch import nn

torch.manual_seed(0)


class AverageMeter(object):
    def __init__(self, name, fmt=":f"):
        self.name, self.fmt = name, fmt
        self.reset()

    def reset(self):
        self.val, self.avg, self.sum, self.count = 0.0, 0.0, 0.0, 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n
        self.avg = self.sum / self.count

    def __str__(self):
        fmtstr = "{name} {val" + self.fmt + "} ({avg" + self.fmt + "})"
        return fmtstr.format(**self.__dict__)


class ProgressMeter(object):
    def __init__(self, num_batches, meters, prefix=""):
        num_digits = len(str(num_batches // 1))
        self.batch_fmtstr = "[{:" + str(num_digits) + "d}/" + str(num_batches) + "]"
        self.meters, self.prefix = meters, prefix

    def display(self, batch):
        print(self.prefix + self.batch_fmtstr.format(batch), self.meters[0].avg)


model = nn.Linear(4, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.05)
losses = AverageMeter("Loss", ":.4e")
progress = ProgressMeter(10, [losses])


def train(epoch):
    losses.reset()
    progress.prefix = "Epoch: [{}]".format(epoch)
    for i in range(10):
        x = torch.randn(8, 4)
        loss = (model(x) - x.sum(1, keepdim=True)).pow(2).mean()
        losses.update(loss.item(), 8)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if i % 5 == 0:
            progress.display(i)


for epoch in range(5):
    train(epoch)

names = ["max", "mean", "sum", "mean", "max", "other", "sum", "mean"]
table = {"max": 1.0, "mean": 2.0, "sum": 3.0}


def shown(x, name):
    print(f"{name:>6}", "%s!" % name, name + "/" + str(len("ab")), end=" ")
    return (x * 2).sum()


def chosen(x, name):
    if name == "max":
        return x.max()
    if name in ("mean", "other"):
        return x.mean() * table.get(name, 0.5)
    return x.sum() + table[name] + len(name) + (name != "sum") + ("u" in name)


for turn in range(2):
    for i, name in enumerate(names):
        x = torch.arange(4.0) + i
        print(shown(x, name).item(), "%.3f" % chosen(x, name).item(), end="; ")
    print()
