"""Several functions in one line: each is itself to what a version assumes of code."""
# tier2: <module>.loop.body 6
# tier2: <module>.loop#2.body 4
# float-tolerance: 1e-5
import torch

ACTIVATIONS = {"square": lambda x: x * x, "same": lambda x: x, "half": lambda x: x / 2}
first, second = (lambda x: x + 1), (lambda x: x - 1)


def apply(name, x):
    return ACTIVATIONS[name](x).sum()


def both(x):
    return first(x) * 10 + second(x)


for i in range(6):
    x = torch.ones(3) * (i + 1)
    for name in ACTIVATIONS:
        print(name, apply(name, x).item())
    print(both(x).tolist())
first, second = second, first
for i in range(4):
    print(both(torch.ones(2) * i).tolist())
