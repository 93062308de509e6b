"""Indices that are an ellipsis alone; which objects are the one ellipsis, and the one empty tuple."""
# tier2: <module>.loop.body 85% after 4
import torch


def everything(x, k):
    x[...] = k
    y = x[...] * 2
    y[...] += x[...]
    return y[..., 0] + x[...][..., 1], pow(x, 2)[0, 0], pow(k, 2)


for i in range(12):
    print(*[each.tolist() if isinstance(each, torch.Tensor) else each for each in everything(torch.ones(2, 3), i)])


class Holder:
    mark = None


def marked(x, holder):
    return x * 2 if holder.mark is ... else x + 1


def nothing(x):
    return ()


def same(x):
    a, b = nothing(x), nothing(x + 1)
    return x * 2 if a is b else x


holder = Holder()
for i in range(16):
    holder.mark = [1] if i < 10 else ... if i < 13 else None
    print(marked(torch.ones(2), holder).tolist(), holder.mark is Ellipsis, same(torch.ones(2)).tolist())
