# Shapes and results with names that a function returns or prints are what they are in PyTorch.
# tier2: sizes 90% after 3
import torch


def halves(x):
    y = x * 2
    return y, y.shape


def joined(x):
    return (x + 1).shape[:1] + (7,)


def greatest(x):
    return (x * x).max(1)


def sizes(x):
    rows, columns = x.shape
    return x.sum() / (rows * columns)


x = torch.arange(6.0).reshape(2, 3)
for step in range(20):
    y, shape = halves(x)
    found = greatest(x)
    mean = sizes(x)
print(shape, shape.numel(), type(shape).__name__, joined(x), found.indices, found.values, mean)
print(f"{x.shape} {x.shape[1:]} {tuple(x.shape)} {x.shape * 2} {list(x.shape)}")
