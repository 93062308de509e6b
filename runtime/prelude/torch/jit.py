"""Compilation of parts of a program: the whole is compiled already."""
from builtins import isinstance as _isinstance
from collections import namedtuple as _namedtuple
from typing import Final

from torch.nn.modules.module import Module as _Module


def script(obj=None, *args, **kwargs):
    return obj


def trace(func, example_inputs=None, *args, **kwargs):
    return func


def ignore(function=None, **kwargs):
    return function if function is not None else lambda f: f


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
    return _isinstance(obj, target_type)


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
