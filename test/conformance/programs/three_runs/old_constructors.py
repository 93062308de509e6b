"""Constructors of the old spelling, metaclasses that make something else, layers and map() made within steps: in graphs, as generic code."""
import inspect

import torch
import torch.nn as nn
from torch.autograd import Variable

torch.manual_seed(0)


def made(sizes):
    a = torch.FloatTensor(3, 4).fill_(2)
    b = torch.LongTensor([1, 2.9, 3])
    c = Variable(torch.Tensor([1., 2, 3]), requires_grad=True)
    d = a.new(2, 3).zero_()
    e = torch.FloatTensor(a.size()).fill_(1).type(torch.LongTensor)
    f = torch.zeros(2).type("torch.DoubleTensor")
    g = a.new([1, 2])
    h = b.new(sizes).zero_() + 7
    (c * 2).sum().backward()
    return [a, b, c.grad, d, e, f, g, h, torch.Tensor(a), torch.ByteTensor([[1], [2]])]


for step in range(8):
    results = made(torch.Size([2, 1]))
print([(t.dtype, tuple(t.shape), t.sum().item()) for t in results])


def sizes(x):
    given = torch.Size([x.shape[0], 1])
    return x.new_zeros(given).sum() + len(given), isinstance(given, torch.Size), isinstance(tuple(given), torch.Size), str(given)


for step in range(6):
    shown = sizes(torch.ones(4))
print(shown, torch.Tensor(torch.tensor([1, 2])).dtype)


class Once(type):
    made = {}

    def __call__(cls, *args):
        if cls not in Once.made:
            Once.made[cls] = super().__call__(*args)
        return Once.made[cls]


class Scale(metaclass=Once):
    def __init__(self, factor):
        self.factor = factor


class Tagged(type):
    def __call__(cls, x):
        return cls.tag * x


class Doubled(metaclass=Tagged):
    tag = 2.0


for step in range(8):
    x = torch.ones(3) * Scale(3.0).factor + Doubled(torch.ones(3))
    if step == 4:
        Doubled.tag = 5.0
print(x, Scale(1.0) is Scale(2.0))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 9)

    def forward(self, x, y=None):
        q, k, v = map(lambda t: t.reshape(-1, 3), self.a(x).chunk(3, dim=1))
        scores = nn.LayerNorm(3, elementwise_affine=False)(nn.LogSoftmax(dim=-1)(q) * torch.sigmoid(k) + v)
        if y is not None:
            loss_fct = nn.CrossEntropyLoss(ignore_index=-1)
            return loss_fct(scores, y), scores
        return scores


def chosen(value, default):
    if value is not None:
        return value
    return default() if inspect.isfunction(default) else default


net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(8, 4), torch.tensor([0, 1, 2, -1, 0, 1, 2, 0])
for step in range(12):
    opt.zero_grad()
    loss, scores = net(x, chosen(None, lambda: y))
    total = sum(filter(lambda t: t is not None, map(torch.mul, [loss, loss], [1, chosen(step % 2, 3)])))
    total.backward()
    opt.step()
    if step % 4 == 0:
        print("%.5f" % total.item())


# What the iterators above look at while it changes.
def grows(items):
    seen = []
    for item in map(lambda t: t + 1, items):
        if len(items) < 4:
            items.append(item)
        seen.append(item)
    return torch.stack(seen)


for step in range(6):
    seen = grows([torch.zeros(2), torch.ones(2)])
print(seen)


def left(items):
    each = map(lambda t: t * 2, items)
    first = next(each)
    rest = list(each)
    return first + len(rest), next(each, None)


for step in range(6):
    seen = left([torch.zeros(2), torch.ones(2)])
print(seen)

torch.set_default_dtype(torch.float64)
print([t.dtype for t in made(torch.Size([1]))], torch.Tensor([1]).dtype)
