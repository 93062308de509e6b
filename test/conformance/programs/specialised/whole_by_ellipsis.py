"""Indices that are an ellipsis alone."""
# tier2: <module>.loop.body 85% after 4
import torch


def everything(x, k):
    x[...] = k
    y = x[...] * 2
    y[...] += x[...]
    return y[..., 0] + x[...][..., 1], pow(x, 2)[0, 0], pow(k, 2)


for i in range(12):
    print(*[each.tolist() if isinstance(each, torch.Tensor) else each for each in everything(torch.ones(2, 3), i)])
