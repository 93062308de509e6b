"""The keyword `out` of functions that are made of others."""
from torch._C_functions import _store_results


def stored(name, result, out):
    """What the function `name` answers: its result, in `out` where that is given."""
    return result if out is None else _store_results(name, result, out)
