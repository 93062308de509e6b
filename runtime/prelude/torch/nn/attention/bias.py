"""Masks of attention that only see what came before."""
import torch

__all__ = ["causal_upper_left", "causal_lower_right"]


def _require_sizes(size):
    if len(size) != 2:
        raise AssertionError("causal bias only supports 2D tensors")


def causal_upper_left(*size):
    """As a tensor of bools: a query sees the keys up to its own place."""
    _require_sizes(size)
    return torch.ones(size, dtype=torch.bool).tril()


def causal_lower_right(*size):
    """As a tensor of bools: the last query sees all keys."""
    _require_sizes(size)
    return torch.ones(size, dtype=torch.bool).tril(size[1] - size[0])
