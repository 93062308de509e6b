"""Arguments that stand for one number per dimension, under the names of torch."""
from torch.nn.modules._sizes import several


def _ntuple(n, name="parse"):
    def parse(x):
        return several(x, n)
    parse.__name__ = name
    return parse


_single = _ntuple(1, "_single")
_pair = _ntuple(2, "_pair")
_triple = _ntuple(3, "_triple")
_quadruple = _ntuple(4, "_quadruple")


def _reverse_repeat_tuple(t, n):
    return tuple([x for x in reversed(t) for _ in range(n)])


def _list_with_default(out_size, defaults):
    if isinstance(out_size, int):
        return out_size
    first = len(defaults) - len(out_size)
    if first <= 0:
        raise ValueError(f"Input dimension should be at least {len(out_size) + 1}")
    sizes = list(out_size)
    for i, size in enumerate(out_size):
        if size is None:
            sizes[i] = defaults[first + i]
    return sizes
