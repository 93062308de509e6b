"""Each function of torch._decompositions, and the kernel or native method in whose place graphs have it, on the same arguments."""
import builtins
import copy
import operator

import torch
from torch import _C_ops as ops
from torch import _decompositions as forms

from cases import cases

updates = ("copy_", "fill__Tensor", "fill__Scalar", "zero_", "bernoulli__float", "bernoulli__Tensor", "fill_diagonal_")


def names_of_forms():
    for name, value in vars(forms).items():
        if callable(value) and getattr(value, "__module__", None) == forms.__name__:
            if not name.startswith("_") or hasattr(ops, name):
                yield name


def kernel_of(name):
    owner, _, rest = name.partition("_")
    if owner == "Tensor":
        return getattr(torch.Tensor, rest)
    if owner == "Size":
        return getattr(torch.Size, rest)
    if owner == "torch":
        return getattr(torch, rest) if hasattr(torch, rest) else getattr(torch._C, rest)
    if owner == "builtins":
        return getattr(builtins, rest)
    if owner == "operator":
        return getattr(operator, rest)
    if owner == "written":
        return written(operation_of(rest))
    return operation_of(name)


def operation_of(name):
    """`split_Tensor` is an overload of `split`."""
    while not hasattr(ops, name):
        name = name.rpartition("_")[0]
    return getattr(ops, name)


def written(view):
    def write(base, value, *args):
        view(base, *args).copy_(value)
        return base
    return write


def clones(value):
    """Tensors with strides and storages of their own, one where it was one."""
    return copy.deepcopy(value)


def tensors_in(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [each for item in value for each in tensors_in(item)]
    return []


def same(a, b, values_alone):
    if isinstance(a, torch.Tensor):
        assert isinstance(b, torch.Tensor) and a.dtype == b.dtype and a.shape == b.shape, (a, b)
        assert values_alone or (a.stride(), a.storage_offset()) == (b.stride(), b.storage_offset()), (a.stride(), b.stride())
        assert values_alone or a.requires_grad == b.requires_grad
        a, b = (torch.view_as_real(each) if each.is_complex() else each for each in (a, b))
        assert torch.allclose(a.double(), b.double(), rtol=1e-5, atol=1e-6, equal_nan=True), (a, b)
    elif isinstance(a, (list, tuple)):
        assert isinstance(b, type(a)) or isinstance(a, type(b)), (type(a), type(b))
        assert len(a) == len(b), (a, b)
        for one, other in zip(a, b):
            same(one, other, values_alone)
    else:
        assert type(a) is type(b) and a == b, (a, b)


def shown(results, arguments):
    """Which results are an argument itself, and which show its storage."""
    address = lambda tensor: tensor.untyped_storage().data_ptr()
    return [(result is argument, result.numel() > 0 and address(result) == address(argument))
            for result in tensors_in(results) for argument in tensors_in(arguments)]


def run(function, args, keywords):
    torch.manual_seed(3)
    result = function(*args, **keywords)
    return list(result) if hasattr(result, "__next__") else result


count = 0
for name in names_of_forms():
    assert name in cases, f"no case of {name}"
    form, kernel = getattr(forms, name), kernel_of(name)
    for case in cases.pop(name):
        args, keywords = case if len(case) == 2 and isinstance(case[0], tuple) and isinstance(case[1], dict) else (case, {})
        if name.startswith("bernoulli_"):
            kernel_args, keywords = args[:-1], {}
        else:
            kernel_args = args
        mine, its = clones(args), clones(kernel_args)
        a, b = run(form, mine, keywords), run(kernel, its, keywords)
        try:
            if name in updates:
                assert a.expand(b.shape).dtype == b.dtype
                same(a.expand(b.shape), b, values_alone=True)
            elif name.startswith("written_"):
                same(a, b, values_alone=True)
            else:
                same(a, b, values_alone=name == "native_batch_norm")
                assert shown(a, mine) == shown(b, its), (shown(a, mine), shown(b, its))
                same(list(mine), list(its), values_alone=False)
        except AssertionError as error:
            raise AssertionError(f"{name} of {case}: {error}")
    count += 1
assert not cases, f"no form of {list(cases)}"
print(count, "forms, all as the kernels")
