"""Sizes that are numbers read from tensors (`n = torch.randint(4, 9, (1,)).item()`): shapes hang on them, nothing else does, and
they are others at each step."""
# tier2: main.loop.body 90% after 1
# tier2: main.loop#1.body 90% after 1
# tier2: main.loop#2.body 90% after 1
# tier2: main.loop#3.body 90% after 1
# tier2: main.loop#4.body 80% after 1
# float-tolerance: 1e-4
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


def batch():
    n = torch.randint(4, 9, (1,)).item()
    return torch.randn(n, 3), torch.zeros(n, 4)


def parts(x):
    k = int(torch.randint(2, 4, (1,)))
    return x[:k], x[k:], torch.arange(k), x.new_ones(k, 2 * k)


def split(x, y):
    """Context and targets, as neural processes have them."""
    n = int(torch.randint(3, 7, (1,)).item())
    m = n + int(torch.randint(1, 4, ()))
    order = torch.randperm(x.size(1))
    context, target = order[:n], order[:m]
    return x[:, context], y[:, context], x[:, target], y[:, target]


def train(module, opt, loss):
    opt.zero_grad()
    loss.backward()
    opt.step()
    return "%.4f" % loss.item()


def main():
    # ---- batches of another size at each step
    linear = nn.Linear(3, 4)
    opt = torch.optim.Adam(linear.parameters(), lr=0.01)
    for i in range(30):
        x, y = batch()
        front, back, places, ones = parts(x)
        loss = F.mse_loss(linear(x), y) + linear(front).sum() * places.sum() * 0.001 + linear(back).mean()
        said = train(linear, opt, loss + ones.sum() * 1e-3)
        if i % 10 == 9:
            print(i, tuple(x.shape), front.shape, len(back), said)

    # ---- how many a mask has, as a number
    w = nn.Parameter(torch.ones(5, 3))
    opt = torch.optim.SGD([w], lr=0.01)
    for i in range(30):
        x = torch.randn(12, 3)
        mask = x[:, 0] > 0
        n = int(mask.sum())
        kept = x[mask].view(n, 3) + 0.1 * torch.rand(n, 3)
        said = train(w, opt, (kept @ w.t()).pow(2).sum() / n)
        if i % 10 == 9:
            print(i, n, kept.shape, said)

    # ---- slices of equal length of two tensors
    encoder = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 8))
    decoder = nn.Sequential(nn.Linear(9, 8), nn.ReLU(), nn.Linear(8, 1))
    opt = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=0.01)
    for i in range(30):
        x = torch.rand(4, 10, 1)
        xc, yc, xt, yt = split(x, torch.sin(6 * x))
        r = encoder(torch.cat([xc, yc], -1)).mean(1, keepdim=True)
        out = decoder(torch.cat([xt, r.expand(-1, xt.size(1), -1)], -1))
        said = train(encoder, opt, F.mse_loss(out, yt))
        if i % 10 == 9:
            print(i, xc.size(1), xt.size(1), said)

    # ---- a number that the program looks at, too
    bias = nn.Parameter(torch.zeros(1))
    opt = torch.optim.SGD([bias], lr=0.1)
    total = 0
    for i in range(30):
        n = torch.randint(2, 6, (1,)).item()
        x = torch.full((n, 2), float(n))
        total += n
        said = train(bias, opt, ((x + bias) ** 2).mean() / n)
        if i % 10 == 9:
            print(i, n, total, said)

    # ---- one is another kind of size, and none is another, too: those entries are generic
    weight = nn.Parameter(torch.ones(3))
    opt = torch.optim.SGD([weight], lr=0.01)
    for i in range(60):
        n = int((torch.rand(3) < 0.95).sum())
        x = torch.ones(n, 3)
        said = train(weight, opt, (x * weight).sum() + (x[:1] * weight).mean())
        if i % 15 == 14:
            print(i, n, (x + torch.ones(n, 1)).shape, said)

    # ---- negative ones, which raise
    for i in range(12):
        n = int(torch.tensor(2 - i % 4))
        try:
            print(torch.zeros(n, 2).shape, end=" ")
        except RuntimeError:
            print("refused", end=" ")
    print()


main()
