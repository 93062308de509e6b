"""Compilation of parts of a program: the whole is compiled already."""
from builtins import isinstance as _isinstance
from collections import namedtuple as _namedtuple
from types import UnionType as _UnionType
from typing import Final, Union as _Union, get_args as _get_args, get_origin as _get_origin

from torch.nn.modules.module import Module as _Module


def script(obj=None, *args, **kwargs):
    return obj


def trace(func, example_inputs=None, *args, **kwargs):
    return func


def ignore(drop=False, **kwargs):
    if callable(drop):
        return drop
    if drop:
        from warnings import warn
        warn("ignore(True) has been deprecated. TorchScript will now drop the function call on compilation. Use torch.jit.unused "
             "now. {}", FutureWarning, stacklevel=2)
    return lambda f: f


def export(function):
    return function


def unused(function):
    return function


def is_scripting():
    return False


def is_tracing():
    return False


def script_method(function):
    return function


def script_if_tracing(function):
    return function


_script_if_tracing = script_if_tracing


def _overload_method(function):
    return function


def _overload(function):
    return function


def trace_module(mod, inputs, *args, **kwargs):
    return mod


def freeze(mod, *args, **kwargs):
    return mod


def optimize_for_inference(mod, *args, **kwargs):
    return mod


def interface(cls):
    return cls


def annotate(the_type, value):
    return value


def isinstance(obj, target_type):
    """Of lists, dicts and tuples the types of their items count, too."""
    if _isinstance(target_type, tuple):
        return any([isinstance(obj, t) for t in target_type])
    origin, parts = _get_origin(target_type), _get_args(target_type)
    if origin is None:
        return obj is None if target_type is None else _isinstance(obj, target_type)
    if origin is _Union or origin is _UnionType:
        return any([isinstance(obj, part) for part in parts])
    if not _isinstance(obj, origin):
        return False
    if origin is dict:
        return all([isinstance(k, parts[0]) and isinstance(v, parts[1]) for k, v in obj.items()])
    if origin is tuple:
        return len(obj) == len(parts) and all([isinstance(item, part) for item, part in zip(obj, parts)])
    return all([isinstance(item, parts[0]) for item in obj])


class Attribute(_namedtuple("Attribute", ("value", "type"))):
    """A value with its type; a ScriptModule keeps the value."""


class ScriptModule(_Module):
    """A module whose methods are compiled, as everything is."""

    def __setattr__(self, name, value):
        super().__setattr__(name, value.value if _isinstance(value, Attribute) else value)


class Future:
    """What `fork` gives: it has been computed."""

    def __init__(self, value):
        self._value = value

    def wait(self):
        return self._value

    def value(self):
        return self._value

    def done(self):
        return True


def fork(func, *args, **kwargs):
    return Future(func(*args, **kwargs))


def wait(future):
    return future.wait()


def save(m, f, _extra_files=None):
    raise NotImplementedError("torch.jit.save is not supported: save the state_dict")


def load(f, map_location=None, _extra_files=None, _restore_shapes=False):
    raise NotImplementedError("torch.jit.load is not supported: make the module, and load its state_dict")


def enable_onednn_fusion(enabled):
    return None


def set_fusion_strategy(strategy):
    return [("STATIC", 20), ("DYNAMIC", 0)]


class Error(Exception):
    """What scripted functions raise."""


class TracerWarning(Warning):
    """A trace that holds for its example alone."""

    @staticmethod
    def ignore_lib_warnings():
        return None


class optimized_execution:
    def __init__(self, should_optimize):
        self.should_optimize = should_optimize

    def __enter__(self):
        return None

    def __exit__(self, *args):
        return None


class strict_fusion(optimized_execution):
    def __init__(self):
        super().__init__(True)


class fuser(optimized_execution):
    pass


def onednn_fusion_enabled():
    return False
