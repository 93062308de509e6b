"""Operands that are broadcast over dimensions in the middle, beside others over the same elements: knots of splines, masks and slopes of
attention, moments and scales of images, distances. A loop reads them by rows that come again; short rows are added up in order."""
# tier2: main.loop.body 47% after 1
# float-tolerance: 1e-5
import torch
import torch.nn as nn


class Splines(nn.Module):
    # Vectors of knots for each feature, beside features of each sample: (samples, features, 1) and (features, knots).
    def __init__(self, features, knots):
        super().__init__()
        self.register_buffer("grid", torch.linspace(-2, 2, knots).repeat(features, 1) + torch.arange(features)[:, None] * 0.01)
        self.weight = nn.Parameter(torch.randn(features, knots - 3) * 0.3)

    def forward(self, x):
        grid, x = self.grid, x.unsqueeze(-1)
        bases = ((x >= grid[:, :-1]) & (x < grid[:, 1:])).to(x.dtype)
        for k in (1, 2):
            left = (x - grid[:, :-(k + 1)]) / (grid[:, k:-1] - grid[:, :-(k + 1)]) * bases[:, :, :-1]
            right = (grid[:, k + 1:] - x) / (grid[:, k + 1:] - grid[:, 1:-k]) * bases[:, :, 1:]
            bases = left + right
        return (bases * self.weight).sum(-1)


class Attention(nn.Module):
    # Scores (batch, heads, time, time) beside masks for each batch, a slope for each head, and weights for each batch and position.
    def __init__(self, heads):
        super().__init__()
        self.slopes = nn.Parameter(torch.linspace(0.1, 0.5, heads))
        self.scale = nn.Parameter(torch.ones(heads, 1, 1))

    def forward(self, scores, mask, causal, keys, rows):
        scores = scores * self.scale + mask[:, None, None, :]
        scores = scores.masked_fill(causal[:, None], -1e4) - self.slopes[None, :, None, None] * keys.abs()
        scores = scores - scores.amax(-1, keepdim=True)
        weights = scores.exp() / scores.exp().sum(-1, keepdim=True)
        return (weights * rows[:, None, :, None]).tanh()


class Norm(nn.Module):
    # Moments of each sample, and scales of each channel, beside images.
    def __init__(self, channels):
        super().__init__()
        self.gamma, self.beta = nn.Parameter(torch.ones(1, channels, 1, 1)), nn.Parameter(torch.zeros(channels, 1, 1))

    def forward(self, x):
        mean = x.mean((1, 2, 3), keepdim=True)
        variance = ((x - mean) ** 2).mean((1, 2, 3), keepdim=True)
        return (x - mean) / (variance + 1e-5).sqrt() * self.gamma + self.beta


def distances(a, b):
    return ((a[:, :, None, :] - b[:, None]) ** 2).sum(-1)


def main(dtype, samples, features, heads, time):
    torch.manual_seed(samples)
    splines, attention, norm = Splines(features, 11), Attention(heads), Norm(heads)
    points = nn.Parameter(torch.randn(2, features, 5))
    parts = nn.Parameter(torch.randn(samples, 3, 9))
    net = nn.ModuleList([splines, attention, norm]).to(dtype)
    points.data, parts.data = points.data.to(dtype), parts.data.to(dtype)
    optimizer = torch.optim.SGD([*net.parameters(), points, parts], lr=0.05)
    causal = torch.ones(2, time, time, dtype=torch.bool).triu(1)
    for step in range(9):
        x = torch.randn(samples, features, dtype=dtype)
        scores = torch.randn(2, heads, time, time, dtype=dtype)
        mask = (torch.rand(2, time, dtype=dtype) < 0.2).to(dtype) * -9
        keys, rows = torch.randn(time, dtype=dtype), torch.rand(2, time, dtype=dtype)
        middle = parts[:, 1:2, 2:8] * x[:, :1, None] - points[0, :1, :1]
        loss = (splines(x).pow(2).mean() + attention(scores, mask, causal, keys, rows).sum() * 0.01 + norm(scores).cos().mean()
                + distances(points, points.flip(0)).sqrt().mean() + (middle * middle.exp()).sum(-1).mean())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.5g}")
    print([f"{p.detach().double().abs().sum().item():.5g}" for p in [*net.parameters(), points, parts]])


main(torch.float32, 6, 4, 3, 5)
main(torch.float64, 5, 7, 2, 8)
