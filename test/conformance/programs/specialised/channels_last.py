"""Convolutions between which a graph keeps the channels last: what the program sees of them - strides, values, gradients - is as ever."""
# tier2: step 85% after 4
# tier2: study 85% after 4
# tier2: odd 85% after 4
# float-tolerance: 2e-3
# tier2-tolerance: 2e-3
import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, planes, out, stride=1):
        super().__init__()
        self.conv1, self.norm1 = nn.Conv2d(planes, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out)
        self.conv2, self.norm2 = nn.Conv2d(out, out, 3, 1, 1), nn.BatchNorm2d(out)
        self.gate = nn.Linear(out, out)
        self.short = nn.Conv2d(planes, out, 1, stride) if stride != 1 or planes != out else None

    def forward(self, x):
        y = F.relu(self.norm1(self.conv1(x)))
        y = self.norm2(self.conv2(y))
        y = y * torch.sigmoid(self.gate(y.mean((2, 3))))[:, :, None, None]
        return F.relu(y + (x if self.short is None else self.short(x)))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 16, 3, padding=1)
        self.scale = nn.Parameter(torch.linspace(0.5, 1.5, 16).view(16, 1, 1))
        self.a, self.b = Block(16, 16), Block(16, 32, 2)
        self.drop = nn.Dropout2d(0.2)
        self.out = nn.Linear(32, 5)
        self.seen = None

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.stem(x) * self.scale), 2)
        x = self.a(x)
        self.seen = x
        x = F.avg_pool2d(self.drop(self.b(x)), 2)
        return self.out(F.adaptive_avg_pool2d(x, 1).flatten(1))


def step(model, optimizer, x, y):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.item()


class Study(nn.Module):
    """Shapes that do not suit: one channel, windows over the edge, a dilated and a grouped convolution, a transposed one."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Conv2d(1, 32, 3), nn.Conv2d(32, 48, 3, padding=2, dilation=2)
        self.grouped, self.third = nn.Conv2d(48, 48, 3, padding=1, groups=4), nn.Conv2d(48, 24, 1)
        self.up, self.last = nn.ConvTranspose2d(24, 16, 2, 2), nn.Conv2d(16, 1, 3, padding=1)

    def forward(self, x):
        x = F.gelu(self.first(x))
        x = F.max_pool2d(F.leaky_relu(self.second(x), 0.1), 3, 2, padding=1, ceil_mode=True)
        x = self.third(torch.tanh(self.grouped(x)))
        x = torch.where(x > 0, x, x * 0.2)
        return self.last(F.relu(self.up(x)))


def study(model, optimizer, x, total):
    optimizer.zero_grad(set_to_none=False)
    x = x.clone().requires_grad_()
    y = model(x)
    loss = (y - y.mean()).square().mean() + y[:, :, ::2, 1:].abs().mean()
    loss.backward()
    optimizer.step()
    total += x.grad
    return loss.item(), y.detach()


def odd(conv, norm, x, kept):
    with torch.no_grad():
        y = conv(x)
        z = norm(y).relu_()
        kept.append(z)
        w = conv(x.flip(3)) + z
        cut, total = w[1:, ::3], z.sum((0, 2, 3), keepdim=True)
        return cut, w.amax((2, 3)).sum().item(), w.view(-1)[77].item(), total


def main():
    torch.manual_seed(3)
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    for turn in range(24):
        rows = 8 if turn < 8 else 6 + turn % 3
        x, y = torch.randn(rows, 3, 32, 32), torch.randint(0, 5, (rows,))
        print(turn, f"{step(model, optimizer, x, y):.3f}", model.seen.stride(), model.b.conv1.weight.grad.stride(),
              model.b.short.weight.grad.stride(), f"{model.seen.sum().item():.2f}")
    print([tuple(p.stride()) for p in model.parameters()][:9], model.a.norm1.running_mean.stride())

    other, total = Study(), torch.zeros(4, 1, 28, 28)
    optimizer = torch.optim.Adam(other.parameters(), lr=1e-3)
    for turn in range(12):
        loss, y = study(other, optimizer, torch.randn(4, 1, 28, 28), total)
        print(turn, f"{loss:.3f}", y.stride())
    print(f"{total.sum().item():.3f}", total.stride(), other.second.weight.grad.stride(), other.third.weight.grad.stride())

    conv, norm, kept = nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), []
    norm.train()
    for turn in range(12):
        cut, most, one, total = odd(conv, norm, torch.randn(4, 16, 20, 20), kept)
        print(turn, f"{cut.sum():.1f} {most:.1f} {one:.2f}", cut.stride(), cut.shape, kept[-1].stride(), total.stride(),
              f"{total.mean().item():.2f}")
        del kept[:-2]


main()
