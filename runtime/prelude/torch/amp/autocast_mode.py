"""torch.autocast, and the functions that ask and set its state, which is native (torch._C_autocast)."""
from functools import update_wrapper
from warnings import warn

import torch
from torch import _C_autocast as _state

__all__ = ["autocast", "autocast_decorator", "custom_bwd", "custom_fwd", "is_autocast_available"]

_devices = ("cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, mps, meta, hpu, mtia, "
            "privateuseone")


def _checked(device_type):
    if device_type not in _devices.split(", "):
        raise RuntimeError(f"Expected one of {_devices} device type at start of device string: {device_type}")
    return device_type


def is_autocast_available(device_type):
    return _checked(device_type) in ("cpu", "cuda", "ipu", "xpu", "xla", "mps", "hpu", "mtia", "maia", "privateuseone")


def is_autocast_enabled(device_type="cuda"):
    return _state.is_enabled(_checked(device_type))


def set_autocast_enabled(device_type, enabled):
    _state.set_enabled(_checked(device_type), enabled)


def get_autocast_dtype(device_type):
    return _state.dtype(_checked(device_type))


def set_autocast_dtype(device_type, dtype):
    _state.set_dtype(_checked(device_type), dtype)


class autocast:
    """A region, also as a decorator. With enabled=False, a region within another one that computes as outside."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.fast_dtype = get_autocast_dtype(device_type) if dtype is None else dtype
        self.device = device_type
        if not is_autocast_available(device_type):
            raise RuntimeError(f"User specified an unsupported autocast device_type '{device_type}'")
        self._cache_enabled = _state.is_cache_enabled() if cache_enabled is None else cache_enabled
        self._enabled = enabled and not self._problem()

    def _problem(self):
        """Whether nothing will be cast although it is asked for, which is said."""
        known = torch.bfloat16, torch.float16
        if self.device == "cuda":
            warn("CUDA is not available or torch_xla is imported. Disabling autocast.", stacklevel=3)
        elif self.fast_dtype not in known:
            name = self.device.upper()
            warn(f"In {name} autocast, but the target dtype is not supported. Disabling autocast.\n{name} Autocast only supports "
                 f"dtypes of {', '.join(map(str, known))} currently.", stacklevel=3)
        else:
            return False
        return True

    def __enter__(self):
        self.prev = is_autocast_enabled(self.device)
        self.prev_fastdtype = get_autocast_dtype(self.device)
        self.prev_cache_enabled = _state.is_cache_enabled()
        set_autocast_enabled(self.device, self._enabled)
        set_autocast_dtype(self.device, self.fast_dtype)
        _state.change_nesting(1)
        _state.set_cache_enabled(self._cache_enabled)
        return self

    def __exit__(self, kind, value, traceback):
        if _state.change_nesting(-1) == 0:
            _state.clear_cache()
        set_autocast_enabled(self.device, self.prev)
        set_autocast_dtype(self.device, self.prev_fastdtype)
        _state.set_cache_enabled(self.prev_cache_enabled)
        return False

    def __call__(self, func):
        if not callable(func):
            raise TypeError(f"autocast()(func) requires a callable, but got {type(func).__name__}. Did you mean to use autocast as a "
                            "context manager? For example:\n    with torch.autocast(device_type=...):\n        output = model(input)")
        return autocast_decorator(self, func)


def autocast_decorator(autocast_instance, func):
    def decorate_autocast(*args, **kwargs):
        with autocast_instance:
            return func(*args, **kwargs)
    return update_wrapper(decorate_autocast, func)


def _converted(value, device_type, dtype):
    if isinstance(value, torch.Tensor):
        fits = value.is_floating_point() and value.device.type == device_type and value.dtype is not torch.float64
        return value.to(dtype) if fits else value
    if isinstance(value, dict):
        return {_converted(k, device_type, dtype): _converted(v, device_type, dtype) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_converted(each, device_type, dtype) for each in value])
    return value


def _method_decorator(run, method, device_type):
    """`run(method, arguments, keywords)` is called in place of a method of an autograd.Function."""
    if not isinstance(device_type, str):
        raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")

    def decorate(method):
        return update_wrapper(lambda *args, **kwargs: run(method, args, kwargs), method)
    return decorate if method is None else decorate(method)


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """Of the forward of an autograd.Function: in autocast it runs with inputs of a type, and without autocast, if it names one."""
    def run(method, args, kwargs):
        enabled = is_autocast_enabled(device_type)
        args[0]._dtype = get_autocast_dtype(device_type)
        args[0]._fwd_used_autocast = enabled and cast_inputs is None
        if not enabled or cast_inputs is None:
            return method(*args, **kwargs)
        with autocast(device_type, enabled=False):
            return method(*_converted(args, device_type, cast_inputs), **_converted(kwargs, device_type, cast_inputs))
    return _method_decorator(run, fwd, device_type)


def custom_bwd(bwd=None, *, device_type):
    """Of the backward that belongs to it: in autocast where the forward was."""
    def run(method, args, kwargs):
        used, dtype = args[0]._fwd_used_autocast, args[0]._dtype
        with autocast(device_type, dtype, used):
            return method(*args, **kwargs)
    return _method_decorator(run, bwd, device_type)


def is_autocast_cpu_enabled():
    return _state.is_enabled("cpu")


def set_autocast_cpu_enabled(enabled):
    set_autocast_enabled("cpu", enabled)


def get_autocast_cpu_dtype():
    return _state.dtype("cpu")


def set_autocast_cpu_dtype(dtype):
    _state.set_dtype("cpu", dtype)


def get_autocast_gpu_dtype():
    return get_autocast_dtype("cuda")


def set_autocast_gpu_dtype(dtype):
    set_autocast_dtype("cuda", dtype)


def autocast_increment_nesting():
    return _state.change_nesting(1)


def autocast_decrement_nesting():
    return _state.change_nesting(-1)


def is_autocast_cache_enabled():
    return _state.is_cache_enabled()


def set_autocast_cache_enabled(enabled):
    _state.set_cache_enabled(enabled)


def clear_autocast_cache():
    _state.clear_cache()
