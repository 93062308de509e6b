"""Objects that stand for tensors by a `__torch_function__` of theirs."""
import torch

__all__ = ["has_torch_function", "handle_torch_function", "is_tensor_like"]


def _overrides(value):
    return not isinstance(value, (torch.Tensor, type)) and hasattr(type(value), "__torch_function__")


def is_tensor_like(inp):
    return isinstance(inp, torch.Tensor) or hasattr(inp, "__torch_function__")


def has_torch_function(relevant_args):
    return any([_overrides(a) for a in relevant_args])


def has_torch_function_unary(obj):
    return _overrides(obj)


def has_torch_function_variadic(*args):
    return has_torch_function(args)


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    """Asks the arguments, subclasses before their bases, until one does not answer NotImplemented."""
    asked = []
    for arg in relevant_args:
        if _overrides(arg) and type(arg) not in [type(a) for a in asked]:
            before = [i for i, a in enumerate(asked) if issubclass(type(arg), type(a))]
            asked.insert(before[0] if before else len(asked), arg)
    types = tuple([type(a) for a in asked])
    for arg in asked:
        result = arg.__torch_function__(public_api, types, args, kwargs)
        if result is not NotImplemented:
            return result
    raise TypeError(f"no implementation found for '{public_api.__module__}.{public_api.__name__}' on types that implement "
                    f"__torch_function__: {list(types)}")
