"""Attributes of builtin objects that graphs do not know are not taken for missing; missing ones are."""
# tier2: <module>.loop.body 90% after 3
import torch

y = torch.ones(3)
n = 0


def asked(x, step):
    names = [hasattr(x, "shape"), hasattr(x, "nothing"), hasattr([], "nothing"), hasattr("", "nothing")]
    return x * sum(names) + getattr(x, "nothing", step)


def tensors(x):
    try:
        return x + x.new_tensor([1., 2., 3.])
    except AttributeError:
        return x * 100


def texts(x):
    try:
        a, b, c = "x->y".partition("->")
    except AttributeError:
        return x * 100
    return x + len(a + b + c)


def lists(x, values):
    known = sum(hasattr(values, name) for name in ("append", "sort", "copy", "count", "nothing"))
    known += sum(hasattr({}, name) for name in ("get", "popitem", "nothing")) + hasattr(1.5, "is_integer")
    return x * known


for step in range(12):
    y = asked(y, step) / 2
    y = tensors(y)
    y = texts(y)
    y = lists(y, [1, 2]) / 7
    y = y - y.mean()
    print(y.tolist())
