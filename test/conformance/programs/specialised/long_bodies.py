# Steps of many hundred operations: their code stands in several functions, in branches too.
# float-tolerance: 1e-3
# tier2: <module>.loop#2.body 9
import torch

torch.manual_seed(0)
weights = [torch.randn(6, 6) * 0.4 for _ in range(48)]
biases = [torch.randn(6) * 0.3 for _ in range(48)]


def mixed(x, n):
    total = 0.0
    for weight, bias in zip(weights, biases):
        x = torch.tanh(x @ weight + bias)
        x = torch.softmax(x, 1).cumsum(0)
        x = torch.flip(x, (0,)) + x.argsort(1) * 0.1
        x = x.roll(1, 1).sort(1).values
        n = n * 3 + 1
        n = n % 1000003
        total = total + n * 0.5
    return x, n, total


def branching(x):
    shift = 0.25
    if x.sum() > 3:
        for weight in weights:
            x = (x @ weight).cumsum(1).roll(1, 0)
            x = x / (x.abs().max() + 1)
        shift = x.mean().item()
    else:
        for bias in biases:
            x = (x + bias).cumsum(0).flip(1).cumsum(1)
            x = x / (x.abs().max() + 1)
    noise = torch.rand(3)
    for bias in biases:
        x = (x * shift + bias).cummax(1).values.roll(1, 1)
    return x + noise.sum()


def growing(x, n):
    """The number leaves 64 bits, behind hundreds of operations."""
    for weight in weights:
        x = (x @ weight).cumsum(1).roll(1, 0).flip(0)
        x = x.sort(0).values.cumsum(0)
        x = x / (x.abs().max() + 1)
        n = n * 2 - 1
    n = n * n + 1
    return x, n


x = torch.randn(4, 6)
n = 1
for i in range(12):
    x, n, total = mixed(x, n)
    print(i, n, total, round(x.sum().item(), 3))

for i in range(12):
    y = branching(torch.full((4, 6), (i % 3) * 0.5 - 0.3))
    print(i, tuple(y.shape), round(y.sum().item(), 3))

for i in range(12):
    z, grown = growing(torch.ones(4, 6) * (i + 1), i - 9)
    print(i, grown, round(z.sum().item(), 4))

layers = [torch.nn.Linear(5, 5) for _ in range(30)]
norms = [torch.nn.LayerNorm(5) for _ in range(30)]
parameters = [each for layer in layers + norms for each in layer.parameters()]
optimizer = torch.optim.Adam(parameters, lr=0.01)
data = torch.randn(8, 5)
for i in range(8):
    h = data
    for layer, norm in zip(layers, norms):
        h = torch.relu(norm(layer(h))) + h
    loss = (h - data * 2).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(parameters, 1.0)
    optimizer.step()
    print(i, f"{loss.item():.4f}")
