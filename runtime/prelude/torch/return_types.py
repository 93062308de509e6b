"""Tuples with names that functions answer, by the functions' names."""


def __getattr__(name):
    from torch._C_functions import _named_type
    found = None if name.startswith("__") else _named_type(name)
    if found is None:
        raise AttributeError(f"module 'torch.return_types' has no attribute '{name}'")
    return found
