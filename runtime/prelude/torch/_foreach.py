"""Functions of torch that do an operation to each tensor of a list: `_foreach_add_(parameters, steps, alpha=-0.1)`."""
import torch
from torch._C import Tensor

_unary = ("abs", "acos", "asin", "atan", "ceil", "cos", "cosh", "erf", "erfc", "exp", "expm1", "floor", "frac", "lgamma",
          "log", "log10", "log1p", "log2", "neg", "reciprocal", "round", "rsqrt", "sigmoid", "sign", "sin", "sinh", "sqrt",
          "tan", "tanh", "trunc")
_binary = ("add", "sub", "mul", "div", "pow", "clamp_max", "clamp_min", "maximum", "minimum")
_ternary = ("addcmul", "addcdiv")
_method_of = {"maximum": "clamp_min", "minimum": "clamp_max"}  # those that take numbers, too


def _check(name, tensors):
    if not isinstance(tensors, (list, tuple)):
        raise TypeError(f"{name}(): argument 'self' (position 1) must be tuple of Tensors, not {type(tensors).__name__}")
    if len(tensors) == 0:
        raise RuntimeError("Tensor list must have at least one tensor.")


def _one_each(tensors, other):
    """What goes with each tensor: an item of a list, a number, or the only element of a tensor."""
    if isinstance(other, (list, tuple)):
        if len(other) == len(tensors):
            return list(other)
        if all([isinstance(o, Tensor) for o in other]):
            raise RuntimeError(f"Tensor lists must have the same number of tensors, got {len(tensors)} and {len(other)}")
        raise RuntimeError("Tensor list must have same number of elements as scalar list.")
    if isinstance(other, Tensor) and other.dim() != 0:
        raise RuntimeError(f"scalar tensor expected to be 0 dim but it has {other.dim()} dimensions and {other.numel()} elements.")
    return [other] * len(tensors)


def _results(name, tensors, made):
    """Operations in place answer the list that they were given."""
    return tensors if name.endswith("_") else tuple(made)


def _make_unary(method):
    name = "_foreach_" + method

    def function(self):
        _check(name, self)
        return _results(name, self, [getattr(t, method)() for t in self])
    return function


def _make_binary(method):
    name = "_foreach_" + method
    plain = method[:-1] if method.endswith("_") else method
    called = _method_of.get(plain, plain) + method[len(plain):]

    def function(self, other, *, alpha=1):
        if plain == "pow" and not isinstance(self, (list, tuple)):
            _check(name, other)
            return tuple([torch.pow(self, o) for o in other])
        _check(name, self)
        if plain in ("add", "sub") and alpha != 1:
            return _results(name, self, [getattr(t, called)(o, alpha=alpha) for t, o in zip(self, _one_each(self, other))])
        return _results(name, self, [getattr(t, called)(o) for t, o in zip(self, _one_each(self, other))])
    return function


def _make_ternary(method):
    name = "_foreach_" + method

    def function(self, tensor1, tensor2, value=1):
        _check(name, self)
        values = value.tolist() if isinstance(value, Tensor) and value.dim() == 1 else value
        rows = zip(self, _one_each(self, tensor1), _one_each(self, tensor2), _one_each(self, values))
        return _results(name, self, [getattr(t, method)(a, b, value=v) for t, a, b, v in rows])
    return function


def _make_lerp(method):
    name = "_foreach_" + method

    def function(self, tensors1, weight):
        _check(name, self)
        rows = zip(self, _one_each(self, tensors1), _one_each(self, weight))
        return _results(name, self, [getattr(t, method)(end, w) for t, end, w in rows])
    return function


def _foreach_norm(self, ord=2, dtype=None):
    _check("_foreach_norm", self)
    return tuple([torch.linalg.vector_norm(t, ord, dtype=dtype) for t in self])


def _foreach_max(self):
    _check("_foreach_max", self)
    return tuple([t.max() for t in self])


def _foreach_clone(self):
    _check("_foreach_clone", self)
    return tuple([t.clone() for t in self])


def _foreach_copy_(self, src, non_blocking=False):
    _check("_foreach_copy_", self)
    for t, s in zip(self, _one_each(self, src)):
        t.copy_(s)
    return self


def _foreach_zero_(self):
    _check("_foreach_zero_", self)
    for t in self:
        t.zero_()
    return self


def _add_all(names, make):
    for method in names:
        for form in (method, method + "_"):
            function = make(form)
            function.__name__ = function.__qualname__ = "_foreach_" + form
            globals()["_foreach_" + form] = function


_add_all(_unary, _make_unary)
_add_all(_binary, _make_binary)
_add_all(_ternary, _make_ternary)
_add_all(("lerp",), _make_lerp)
