"""torch's own warnings about arguments: they are given in their place, also when a graph would have gone on."""
import warnings

import torch


def spread(x, i):
    return x.std() + x.var(0).sum()


def means(x, i):
    return torch.std_mean(x, 0)[0].sum() + torch.var_mean(x, 0, correction=2)[1].sum()


def nobody(x, i):
    x.std()
    return x * 2


def copied(x, i):
    return torch.tensor(x) + 1 if i > 20 else x + 1


def again(x, i):
    return x.new_tensor(x) + 1 if i % 9 == 8 else x + 1


for f in (spread, means, nobody, copied, again):
    for i in range(24):
        n = 1 if i in (15, 16, 22) else 0 if i == 18 else 5
        with warnings.catch_warnings(record=True) as given:
            warnings.simplefilter("always")
            result = f(torch.arange(float(n)), i)
        print(f.__name__, i, result.sum(), [(str(each.message)[:60], each.category.__name__) for each in given])
with warnings.catch_warnings():
    warnings.simplefilter("error")
    for f in (spread, copied):
        try:
            f(torch.ones(1), 22)
        except UserWarning as error:
            print(f.__name__, str(error)[:30])
print(torch.view_as_complex(torch.ones(3, 2)).var())
