"""Functions that traced programs use on sizes and conditions: here sizes are ints, and a condition chooses what runs."""
from warnings import warn

import torch

__all__ = ["SymBool", "SymFloat", "SymInt", "cond", "sym_float", "sym_int", "sym_ite", "sym_max", "sym_min", "sym_not", "sym_sqrt", "sym_sum", "while_loop",
           "_check", "_check_index", "_check_is_size", "_check_not_implemented", "_check_tensor_all", "_check_type",
           "_check_value", "_check_with"]


class SymInt:
    """Sizes of a traced program: nothing here is one."""


class SymFloat:
    """Numbers of a traced program: nothing here is one."""


class SymBool:
    """Conditions of a traced program: nothing here is one."""


SymInt.__module__ = SymFloat.__module__ = SymBool.__module__ = "torch"


def sym_int(a):
    return int(a)


def sym_float(a):
    return float(a)


def sym_not(a):
    return not a


def sym_ite(b, t, f):
    return t if b else f


def sym_max(a, b):
    larger = max(a, b)
    return float(larger) if isinstance(a, float) or isinstance(b, float) else larger


def sym_min(a, b):
    smaller = min(a, b)
    return float(smaller) if isinstance(a, float) or isinstance(b, float) else smaller


def sym_sqrt(a):
    return float(a) ** 0.5


def sym_sum(args):
    return sum(args)


def cond(pred, true_fn, false_fn, operands=()):
    """The result of the function of the side that the condition chooses."""
    if isinstance(pred, torch.Tensor) and pred.numel() != 1:
        raise RuntimeError(f"Expected pred to be bool or single-element tensor, but got {pred}.")
    return true_fn(*operands) if pred else false_fn(*operands)


def while_loop(cond_fn, body_fn, carried_inputs):
    values = tuple(carried_inputs)
    while cond_fn(*values):
        values = body_fn(*values)
        values = tuple(values) if isinstance(values, (tuple, list)) else (values,)
    return values


def _check_with(error_type, cond, message=None):
    if not isinstance(cond, bool):
        raise TypeError(f"cond must be a bool, but got {type(cond)}")
    if cond:
        return
    if message is None:
        raise error_type("Expected cond to be True, but got False. (Could this error message be improved? If so, please report "
                         "an enhancement request to PyTorch.)")
    raise error_type(str(message() if callable(message) else message))


def _check(cond, message=None):
    _check_with(RuntimeError, cond, message)


def _check_index(cond, message=None):
    _check_with(IndexError, cond, message)


def _check_value(cond, message=None):
    _check_with(ValueError, cond, message)


def _check_type(cond, message=None):
    _check_with(TypeError, cond, message)


def _check_not_implemented(cond, message=None):
    _check_with(NotImplementedError, cond, message)


def _check_is_size(i, message=None, *, max=None):
    warn("_check_is_size will be removed in a future PyTorch release along with guard_size_oblivious.     "
         "Use _check(i >= 0) instead.", FutureWarning, stacklevel=2)
    _check_with(RuntimeError, i >= 0, message)
    if max is not None:
        _check_with(RuntimeError, i <= max, message)


def _check_tensor_all(cond, message=None):
    is_tensor = isinstance(cond, torch.Tensor)
    if not is_tensor or cond.dtype != torch.bool:
        raise TypeError(f"cond tensor must have dtype torch.bool, but got {cond.dtype}" if is_tensor else
                        f"cond must be a tensor, but got {type(cond)}")
    _check_with(RuntimeError, bool(cond.all()), message)
