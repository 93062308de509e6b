"""Entries of PyTorch's operator database, and the spellings under which each can be called."""
import operator
from dataclasses import dataclass

import torch
from torch.testing._internal.common_methods_invocations import op_db

DTYPES = (torch.float32, torch.float64, torch.bfloat16, torch.float16, torch.int64, torch.int32, torch.int16, torch.int8,
          torch.uint8, torch.bool, torch.complex64, torch.complex128)

# The database's own wrappers around another name: what is called instead.
_CALLED = {
    "cauchy": "Tensor.cauchy_", "exponential": "Tensor.exponential_", "geometric": "Tensor.geometric_",
    "log_normal": "Tensor.log_normal_", "uniform": "Tensor.uniform_", "normal.in_place": "Tensor.normal_",
    "bernoulli": "torch.bernoulli", "bool": "Tensor.bool", "float": "Tensor.float", "double": "Tensor.double",
    "half": "Tensor.half", "bfloat16": "Tensor.bfloat16", "int": "Tensor.int", "long": "Tensor.long", "short": "Tensor.short",
}
# Wrappers that take their arguments in another order than the function.
_REORDERED = {
    "where": lambda x, condition, other: (condition, x, other),
    "einsum": lambda tensors, equation: (equation, tensors),
    "polygamma": lambda x, n: (n, x),
    "special.polygamma": lambda x, n: (n, x),
    "nn.functional.embedding": lambda weight, index, *rest: (index, weight, *rest),
    "nn.functional.embedding_bag": lambda weight, index, *rest: (index, weight, *rest),
    "normal.number_mean": lambda std, mean, *rest: (mean, std, *rest),
}
_NOT_APPLICABLE = {
    "to_sparse": "sparse", "cdouble": "complex", "cfloat": "complex", "chalf": "complex",
    "linalg.pinv.singular": "of two functions",
}
# Results with contents that nobody has written.
UNINITIALISED = {"empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided", "resize_", "resize_as_"}
# Elementwise operations that IEEE 754 or a definition by cases leaves one result.
EXACT = {"add", "sub", "mul", "div", "true_divide", "neg", "abs", "floor", "ceil", "round", "trunc", "frac", "sign", "sgn",
         "maximum", "minimum", "fmax", "fmin", "clamp", "clamp_min", "clamp_max", "where", "copysign", "fmod", "remainder",
         "nn.functional.relu", "nn.functional.relu6", "nn.functional.hardtanh", "nn.functional.threshold", "masked_fill",
         "masked_select", "gather", "index_select", "take", "cat", "stack", "clone", "reciprocal", "square", "nextafter",
         "max", "min", "amax", "amin", "median", "nanmedian", "mode", "kthvalue", "sort", "topk", "cummax", "cummin"}


@dataclass(frozen=True)
class Spelling:
    kind: str  # function, method, attribute, inplace, operator or out
    path: str  # torch.add, Tensor.add, operator.add

    def __str__(self):
        return self.path + (" out=" if self.kind == "out" else "")


def key(op):
    return f"{op.name}.{op.variant_test_name}" if op.variant_test_name else op.name


def entries():
    return sorted(op_db, key=key)


def resolve(path):
    """PyTorch's function, class or module of a dotted name; None when there is none."""
    start, *rest = path.split(".")
    value = {"torch": torch, "Tensor": torch.Tensor, "operator": operator}[start]
    for name in rest:
        value = getattr(value, name, None)
    return value


def _function(name, called=None):
    """The spelling of a name as a function of torch, else as a method or an attribute of tensors."""
    path = called or (name if name.startswith("torch.") else f"torch.{name}")
    if path.startswith("torch.") and (not callable(resolve(path)) or isinstance(resolve(path), torch.dtype)):
        path = f"Tensor.{name}"
    if path.startswith("Tensor."):
        value = resolve(path)
        if value is None:
            return None
        if not callable(value):
            return Spelling("attribute", path)
        return Spelling("inplace" if path.endswith("_") else "method", path)
    return Spelling("function", path)


def spellings(op):
    """Each name and form under which the entry's samples can be passed; an empty list for what cannot be tested so."""
    if key(op) in _NOT_APPLICABLE or op.name.startswith("jiterator"):
        return []
    found = [_function(op.name, _CALLED.get(key(op)) or _CALLED.get(op.name))]
    if found[0] is not None and found[0].kind == "function" and op.supports_out and key(op) not in _REORDERED:
        found.append(Spelling("out", found[0].path))
    for kind, variant in (("method", op.method_variant), ("inplace", op.inplace_variant)):
        name = getattr(variant, "__name__", None)
        if name and hasattr(torch.Tensor, name):
            found.append(Spelling(kind, f"Tensor.{name}"))
    for variant in (op.operator_variant, op.inplace_operator_variant):
        name = getattr(variant, "__name__", None)
        if name and hasattr(operator, name):
            found.append(Spelling("operator", f"operator.{name}"))
    for alias in op.aliases:
        found.append(_function(alias.name))
        for kind, variant in (("method", alias.method_variant), ("inplace", alias.inplace_variant)):
            name = getattr(variant, "__name__", None)
            if name and hasattr(torch.Tensor, name):
                found.append(Spelling(kind, f"Tensor.{name}"))
    return list(dict.fromkeys(spelling for spelling in found if spelling is not None))


def arguments(op, spelling, sample):
    """Positional and named arguments of a sample for the spelling."""
    positional = (sample.input, *sample.args)
    reorder = _REORDERED.get(key(op)) or _REORDERED.get(op.name)
    if reorder is not None and spelling.kind == "function":
        positional = reorder(*positional)
    return positional, dict(sample.kwargs)
