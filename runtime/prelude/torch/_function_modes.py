"""Modes that answer for torch's functions."""
from torch import _C


class TorchFunctionMode:
    """While it is entered, it answers for all functions of torch that are called."""

    inner = None

    def __init__(self):
        pass

    def __torch_function__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError

    def __enter__(self):
        _C._push_on_torch_function_stack(self)
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        _C._pop_torch_function_stack()

    @classmethod
    def push(cls, *args, **kwargs):
        return cls(*args, **kwargs)


class BaseTorchFunctionMode(TorchFunctionMode):
    """Calls the function."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **({} if kwargs is None else kwargs))
