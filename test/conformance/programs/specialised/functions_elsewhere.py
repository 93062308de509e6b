"""Functions of torch that its submodules give when somebody asks for them, and constructors of old spellings, in graphs."""
# tier2: <module>.loop.body 80% after 3
import torch


def old(x):
    y = torch.LongTensor([1, 2, 3]) + 1
    z = torch.FloatTensor(x.size()).fill_(2.0)
    e = torch.FloatTensor(2, 3).normal_()
    d = torch.DoubleTensor([[0.5, 1.5, 2.5]])
    return x * 2 + z, y, e + 1, x.type(torch.DoubleTensor) * d, x.type_as(torch.FloatTensor()), torch.FloatTensor(x) * 3, torch.Tensor(2, 3).zero_()


def numeric(x):
    return torch.deg2rad(x), torch.dist(x, x * 2), torch.sinc(x), torch.quantile(x, 0.5, 1), torch.hann_window(4), torch.float_power(x, 2), torch.rad2deg(x)


def layers(x):
    return torch.hardshrink(x), torch.selu(x), torch.pairwise_distance(x, x + 1), torch.group_norm(x.view(1, 6, 1), 2), torch.channel_shuffle(x.view(1, 6, 1, 1), 3)


def texts(values):
    return [["%.4f" % v for v in t.flatten().tolist()] for t in values]


torch.manual_seed(0)
for i in range(10):
    x = torch.ones(2, 3) * i - 3
    print(texts(old(x)), [t.dtype for t in old(x)])
    print(texts(numeric(x)))
    print(texts(layers(x)))
