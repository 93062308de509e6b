"""Tools around tensors."""


def __getattr__(name):
    from importlib import import_module
    if name in ("data", "hooks", "checkpoint"):
        return import_module("torch.utils." + name)
    raise AttributeError(f"module 'torch.utils' has no attribute '{name}'")
