import torch


def merged(x, n):
    if x.sum() > 0:
        y, k = x * 2, n + 1
    else:
        y, k = x - 1, n
        print("negative", k)
    return y * k


def separate(x):
    scale = None
    if x.sum() > 0:
        scale = 2.0
    if scale is None:
        return x
    return torch.relu(x) * scale


def refused(x):
    y = x * 2
    if y.sum() > 100:
        print(open(__file__).read(1))
    return y + 1


for i in range(8):
    open(__file__).close()  # no graph
    x = torch.ones(2) * (i % 2 * 2 - 1)
    merged(x, i)
    separate(x)
    refused(x * (100 if i == 5 else 1))
