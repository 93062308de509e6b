"""Dual numbers: tensors with tangents.

A dual tensor is a tensor whose operations the tape records; the tangent of what was computed from it is found by a second way
back through the tape when it is asked for."""
from collections import namedtuple

import torch
from torch._func_transforms import _check_tangent, _is_open, freeze, pushed_forward

__all__ = ["UnpackedDualTensor", "enter_dual_level", "exit_dual_level", "make_dual", "unpack_dual", "dual_level"]

UnpackedDualTensor = namedtuple("UnpackedDualTensor", ["primal", "tangent"])
_levels = []  # of each the dual tensors and their tangents


def enter_dual_level():
    _levels.append(([], []))
    return len(_levels) - 1


def exit_dual_level(*, level=None):
    if level is None:
        level = len(_levels) - 1
    if level != len(_levels) - 1 or level < 0:
        raise RuntimeError("Trying to exit a forward AD level that was not the last one that was created. This is not "
                           "supported.")
    primals, tangents = _levels.pop()
    freeze(primals)


def _level_at(level):
    return _levels[-1 if level is None else level]


def make_dual(tensor, tangent, *, level=None):
    if level is None and not _levels:
        raise RuntimeError("Trying to create a dual Tensor for forward AD but no level exists, make sure to "
                           "enter_dual_level() first.")
    for what, value in (("primal", tensor), ("tangent", tangent)):
        if not value.is_floating_point():
            raise ValueError(f"Expected {what} to be floating point or complex, but got: {value.dtype}")
    _check_tangent(tensor, tangent)
    with torch.enable_grad():
        dual = tensor.view_as(tensor) if tensor.requires_grad else tensor.detach().requires_grad_()
    primals, tangents = _level_at(level)
    primals.append(dual)
    tangents.append(tangent)
    return dual


def unpack_dual(tensor, *, level=None):
    if level is None and not _levels:
        return UnpackedDualTensor(tensor, None)
    primals, tangents = _level_at(level)
    for dual, tangent in zip(primals, tangents):
        if dual is tensor:
            return UnpackedDualTensor(tensor.detach(), tangent)
    if not primals or not tensor.requires_grad:
        return UnpackedDualTensor(tensor, None)
    leadsOn = not all([p.is_leaf for p in primals]) or _is_open(tensor, primals)
    isKept = leadsOn or len(_levels) > 1 or any([t.requires_grad for t in tangents])
    tangent = pushed_forward([tensor], primals, tangents, isKept, again=True)[0]
    return UnpackedDualTensor(tensor if leadsOn or tangent is None else tensor.detach(), tangent)


class dual_level:
    def __enter__(self):
        self._level = enter_dual_level()
        return self._level

    def __exit__(self, kind, value, traceback):
        exit_dual_level(level=self._level)
