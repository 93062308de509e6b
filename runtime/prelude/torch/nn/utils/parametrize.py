"""Parameters and buffers that are functions of others."""
from collections.abc import Sequence
from copy import deepcopy

import torch
from torch.nn.modules.container import ModuleDict, ModuleList
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

__all__ = ["cached", "ParametrizationList", "register_parametrization", "is_parametrized", "remove_parametrizations",
           "type_before_parametrizations", "transfer_parametrizations_and_params"]

_blocks = []  # the `with cached()` that the program is in
_cache = {}


class cached:
    """Within it each parametrized tensor is computed once."""

    def __enter__(self):
        _blocks.append(self)

    def __exit__(self, kind, value, traceback):
        _blocks.pop()
        if not _blocks:
            _cache.clear()


def _place(module, name, tensor):
    if isinstance(tensor, Parameter):
        module.register_parameter(name, tensor)
    else:
        module.register_buffer(name, tensor)


def _become(tensor, value):
    """The tensor keeps its identity, for optimizers, and gets the contents of the value."""
    if value is not tensor:
        tensor.data = value.detach()


def _texts(first, second, old, new):
    return f"{first}: {old}\n{second}: {new}"


class ParametrizationList(ModuleList):
    """Functions in a row, and what the first of them is computed from: `original`, or `original0`, `original1`..."""

    def __init__(self, modules, original, unsafe=False):
        if len(modules) == 0:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        source = self._inverted(original, isStrict=False)
        if not isinstance(source, (torch.Tensor, Sequence)):
            raise ValueError("'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). "
                             f"Got {type(source).__name__}")
        self.is_tensor = isinstance(source, torch.Tensor)
        self.ntensors = 1 if self.is_tensor else len(source)
        if self.is_tensor:
            if original.dtype != source.dtype:
                raise ValueError("When `right_inverse` outputs one tensor, it may not change the dtype.\n" +
                                 _texts("original.dtype", "right_inverse(original).dtype", dtype, source.dtype))
            _become(original, source)
            _place(self, "original", original)
        else:
            for i, part in enumerate(source):
                if not isinstance(part, torch.Tensor):
                    raise ValueError("'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). "
                                     f"Got element {i} of the sequence with type {type(part).__name__}.")
                if isinstance(original, Parameter):
                    part = Parameter(part, original.requires_grad)
                part.requires_grad_(original.requires_grad)
                _place(self, f"original{i}", part)
        if not unsafe:
            self._check_result(shape, dtype)

    def _check_result(self, shape, dtype):
        made = self()
        kept = "of the tensor, unless `unsafe` flag is enabled.\n"
        if not isinstance(made, torch.Tensor):
            raise ValueError(f"A parametrization must return a tensor. Got {type(made).__name__}.")
        if made.dtype != dtype:
            raise ValueError("Registering a parametrization may not change the dtype " + kept +
                             _texts("unparametrized dtype", "parametrized dtype", dtype, made.dtype))
        if made.shape != shape:
            raise ValueError("Registering a parametrization may not change the shape " + kept +
                             _texts("unparametrized shape", "parametrized shape", shape, made.shape))

    def _inverted(self, value, isStrict):
        """The parameters that give the value, by the functions' `right_inverse`."""
        with torch.no_grad():
            for step in reversed(list(self)):
                if hasattr(step, "right_inverse"):
                    try:
                        value = step.right_inverse(value)
                    except NotImplementedError:
                        if isStrict:
                            raise
                elif isStrict:
                    raise RuntimeError(f"parametrization {type(step).__name__} does not implement right_inverse.")
        return value

    def right_inverse(self, value):
        value = self._inverted(value, isStrict=True)
        for i, (name, tensor) in enumerate(zip(self._names(), self._as_sequence(value))):
            part = getattr(self, name)
            if tensor.dtype != part.dtype:
                subject = "The tensor" if self.is_tensor else f"Tensor {i}"
                raise ValueError(f"{subject} returned by `right_inverse` has dtype {tensor.dtype} while `{name}` has dtype "
                                 f"{part.dtype}")
            _become(part, tensor)

    def _names(self):
        return ["original"] if self.is_tensor else [f"original{i}" for i in range(self.ntensors)]

    def _as_sequence(self, value):
        """Checked results of `right_inverse`, one for each name."""
        if self.is_tensor:
            if not isinstance(value, torch.Tensor):
                raise ValueError(f"`right_inverse` should return a tensor. Got {type(value).__name__}")
            return (value,)
        if not isinstance(value, Sequence):
            raise ValueError(f"'right_inverse' must return a sequence of tensors. Got {type(value).__name__}.")
        if len(value) != self.ntensors:
            raise ValueError(f"'right_inverse' must return a sequence of tensors of length {self.ntensors}. Got a sequence "
                             f"of length {len(value)}.")
        return value

    def forward(self):
        steps = list(self._modules.values())
        if self.is_tensor:
            x = steps[0](self.original)
        else:
            x = steps[0](*[getattr(self, f"original{i}") for i in range(self.ntensors)])
        for step in steps[1:]:
            x = step(x)
        return x


def _refuse_pickling(self):
    raise RuntimeError("Serialization of parametrized modules is only supported through state_dict(). See:\n"
                       "https://pytorch.org/tutorials/beginner/saving_loading_models.html"
                       "#saving-loading-a-general-checkpoint-for-inference-and-or-resuming-training")


def _copied(self, memo):
    """A copy has a class of its own, too: the next change of either is not one of the other."""
    made = memo.get(id(self))
    if made is not None:
        return made
    made = self.__new__(type_before_parametrizations(self))
    memo[id(self)] = made
    made.__dict__ = deepcopy(self.__dict__, memo)
    _give_class(made)
    for name in self.parametrizations:
        _give_property(made, name)
    return made


def _give_class(module):
    """Properties belong to classes, so each parametrized module gets one."""
    cls = module.__class__
    methods = {"__getstate__": _refuse_pickling, "__deepcopy__": getattr(cls, "__deepcopy__", _copied)}
    module.__class__ = type(f"Parametrized{cls.__name__}", (cls,), methods)


def _give_property(module, name):
    def computed(self):
        steps = self.parametrizations[name]
        if not _blocks:
            return steps()
        if steps not in _cache:
            _cache[steps] = steps()
        return _cache[steps]

    def assigned(self, value):
        self.parametrizations[name].right_inverse(value)

    setattr(module.__class__, name, property(computed, assigned))


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        steps = module.parametrizations[tensor_name]
        if not unsafe:
            _check_addition(tensor_name, parametrization, getattr(module, tensor_name))
        steps.append(parametrization)
        steps.unsafe |= unsafe
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        original = getattr(module, tensor_name)
        steps = ParametrizationList([parametrization], original, unsafe=unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            _give_class(module)
            module.parametrizations = ModuleDict()
        _give_property(module, tensor_name)
        module.parametrizations[tensor_name] = steps
    else:
        raise ValueError(f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name "
                         f"'{tensor_name}'")
    return module


def _check_addition(name, step, now):
    """The function, and its inverse, leave shape and type of the tensor."""
    kept = "of the tensor, unless the `unsafe` flag is enabled.\n"
    changed = step(now)
    if not isinstance(changed, torch.Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {type(changed).__name__}.")
    for what in ("dtype", "shape"):
        before, after = getattr(now, what), getattr(changed, what)
        if before != after:
            raise ValueError(f"Registering a parametrization may not change the {what} " + kept +
                             _texts(f"module.{name}.{what}", f"parametrization(module.{name}).{what}", before, after))
    if not hasattr(step, "right_inverse"):
        return
    try:
        back = step.right_inverse(changed)
    except NotImplementedError:
        return
    if not isinstance(back, torch.Tensor):
        raise ValueError(f"parametrization.right_inverse must return a tensor. Got: {type(back).__name__}")
    for what in ("dtype", "shape"):
        before, after = getattr(now, what), getattr(back, what)
        if before != after:
            raise ValueError(f"The tensor returned by parametrization.right_inverse must have the same {what} as module.{name}"
                             ", unless the `unsafe` flag is enabled.\n" +
                             _texts(f"module.{name}.{what}", f"returned {what}", before, after))


def is_parametrized(module, tensor_name=None):
    steps = getattr(module, "parametrizations", None)
    if steps is None or not isinstance(steps, ModuleDict):
        return False
    return len(steps) > 0 if tensor_name is None else tensor_name in steps


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    steps = module.parametrizations[tensor_name]
    if steps.is_tensor:
        tensor = steps.original
        if leave_parametrized:
            with torch.no_grad():
                _become(tensor, getattr(module, tensor_name))
    elif leave_parametrized:
        tensor = getattr(module, tensor_name)
        tensor = Parameter(tensor) if tensor.requires_grad else tensor
    else:
        raise ValueError("Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms "
                         "of a sequence of tensors.")
    delattr(module.__class__, tensor_name)
    del module.parametrizations[tensor_name]
    _place(module, tensor_name, tensor)
    if not is_parametrized(module):
        delattr(module, "parametrizations")
        module.__class__ = module.__class__.__bases__[0]
    return module


def type_before_parametrizations(module):
    return module.__class__.__bases__[0] if is_parametrized(module) else type(module)


def transfer_parametrizations_and_params(from_module, to_module, tensor_name=None):
    if not is_parametrized(from_module):
        return to_module
    for name in from_module.parametrizations if tensor_name is None else [tensor_name]:
        steps = from_module.parametrizations[name]
        if not hasattr(to_module, name):
            setattr(to_module, name, Parameter(getattr(from_module, name)))
        for step in steps:
            register_parametrization(to_module, name, step)
        for part in steps._names():
            setattr(to_module.parametrizations[name], part, getattr(steps, part))
    return to_module
