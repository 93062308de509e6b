"""The keyword `out` of functions that are made of others."""
from torch._C_functions import _named_results, _store_results


def stored(name, result, out):
    """What the function `name` answers: its result, in `out` where that is given."""
    return result if out is None else _store_results(name, result, out)


def stored_by_names(name, fields, results, out):
    """Several results, in a tuple with names."""
    if out is None:
        return _named_results(name, fields, results)
    return _named_results(name + "_out", fields, [_store_results(name, result, one) for result, one in zip(results, out)])
