"""Classes and modes that answer in the place of torch's functions: `__torch_function__`."""
import torch
from torch import _C
from torch._overridable import _members_that_run, _spaces, is_tensor_method_or_property, resolve_name

__all__ = ["get_overridable_functions", "get_default_nowrap_functions", "has_torch_function", "handle_torch_function",
           "is_tensor_like", "is_tensor_method_or_property", "resolve_name", "wrap_torch_function", "TorchFunctionMode"]

has_torch_function = _C._has_torch_function
has_torch_function_unary = _C._has_torch_function_unary
has_torch_function_variadic = _C._has_torch_function_variadic


def is_tensor_like(inp):
    return type(inp) is torch.Tensor or hasattr(inp, "__torch_function__")


def get_default_nowrap_functions():
    """Functions whose results keep their class."""
    Tensor = torch.Tensor
    return {Tensor._base.__get__, Tensor.grad.__get__}


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    """Asks the active mode, then the arguments, subclasses before their bases, until one answers."""
    asked = _C._answering(relevant_args)
    types = tuple([type(a) for a in asked])
    if _C._len_torch_function_stack() > 0:
        mode = _C._pop_torch_function_stack()
        try:
            result = mode.__torch_function__(public_api, types, args, kwargs)
        finally:
            _C._push_on_torch_function_stack(mode)
        if result is not NotImplemented:
            return result
    for arg in asked:
        result = arg.__torch_function__(public_api, types, args, kwargs)
        if result is not NotImplemented:
            return result
    name = f"{public_api.__module__}.{public_api.__name__}"
    text = f"no implementation found for '{name}' on types that implement __torch_function__: {[type(arg) for arg in asked]}"
    if _C._len_torch_function_stack() > 0:
        text += f" nor was it found on the currently active mode {_C._get_function_stack_at(_C._len_torch_function_stack() - 1)}"
    raise TypeError(text)


def wrap_torch_function(dispatcher):
    """Makes a function of the program one that its arguments may override; `dispatcher` names those that are asked."""
    def inner(func):
        def wrapped(*args, **kwargs):
            relevant_args = dispatcher(*args, **kwargs)
            if has_torch_function(relevant_args):
                return handle_torch_function(wrapped, relevant_args, *args, **kwargs)
            return func(*args, **kwargs)
        wrapped.__name__, wrapped.__qualname__, wrapped.__doc__ = func.__name__, func.__qualname__, func.__doc__
        wrapped.__module__ = func.__module__
        wrapped.__wrapped__ = func
        return wrapped
    return inner


def get_overridable_functions():
    """The functions that may be overridden, by the modules they are found in."""
    found = {}
    for space, names in _spaces():
        functions = [getattr(space, name) for name in names if name[:1] != "_"]
        found[space] = [f for f in functions if callable(f) and not isinstance(f, type)]
    found[torch.Tensor] = [member for name, member in vars(torch.Tensor).items() if name not in _members_that_run]
    return found


# The classes of modes answer: programs that do not name them have none.
def __getattr__(name):
    if name in ("TorchFunctionMode", "BaseTorchFunctionMode"):
        from torch import _function_modes
        return getattr(_function_modes, name)
    raise AttributeError(f"module 'torch.overrides' has no attribute '{name}'")
