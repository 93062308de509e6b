"""Functions of sparse tensors."""
from functools import wraps

import torch
from torch import _C_ops as ops
from torch._C_autograd import _name_node
from torch import _sparse_construction
from torch._sparse_operations import _grouped_softmax, sum_dim_IntList

FloatTensor, DoubleTensor, LongTensor = (_sparse_construction.legacy[name] for name in ("FloatTensor", "DoubleTensor", "LongTensor"))
IntTensor, ShortTensor, CharTensor = (_sparse_construction.legacy[name] for name in ("IntTensor", "ShortTensor", "CharTensor"))
ByteTensor, HalfTensor, BFloat16Tensor = (_sparse_construction.legacy[name] for name in ("ByteTensor", "HalfTensor", "BFloat16Tensor"))


def mm(mat1, mat2, reduce="sum"):
    if reduce != "sum":
        raise NotImplementedError("torch.sparse.mm: reduce is 'sum' here")
    return _name_node(ops.mm(mat1, mat2), "SparseAddmmBackward0")


def addmm(mat, mat1, mat2, *, beta=1.0, alpha=1.0):
    return ops.addmm(mat, mat1, mat2, beta=beta, alpha=alpha)


def sum(input, dim=None, dtype=None):
    if dim is None:
        return input.sum() if dtype is None else input.sum(dtype=dtype)
    return sum_dim_IntList(input, dim, False, dtype)


def softmax(input, dim, *, dtype=None):
    return _grouped_softmax(input, dim, dtype, False)


def log_softmax(input, dim, *, dtype=None):
    return _grouped_softmax(input, dim, dtype, True)


class check_sparse_tensor_invariants:
    """Switches the checks of all indices on or off: for the program, a block or a function."""

    @staticmethod
    def is_enabled():
        return _sparse_construction._checks[0]

    @staticmethod
    def enable():
        _sparse_construction._checks[0] = True

    @staticmethod
    def disable():
        _sparse_construction._checks[0] = False

    def __init__(self, enable=True):
        self.state = enable
        self.saved_state = None

    def __enter__(self):
        before = self.is_enabled()
        if self.saved_state is None:
            self.saved_state = before
            _sparse_construction._checks[0] = self.state
            return
        raise RuntimeError("This context manager instance is already activated. Use a different context manager instance "
                           "for context nesting.")

    def __exit__(self, *failure):
        before, self.saved_state = self.saved_state, None
        _sparse_construction._checks[0] = before

    def __call__(self, function):
        state = self.state

        def checked(*args, **kwargs):
            guard = check_sparse_tensor_invariants(state)
            guard.__enter__()
            try:
                return function(*args, **kwargs)
            finally:
                guard.__exit__()
        return wraps(function)(checked)
