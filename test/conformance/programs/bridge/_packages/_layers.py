"""What libraries ask of modules: whether they are of torch's classes, and which function is for them."""
import functools

import torch


def kinds(value):
    classes = (torch.nn.Module, torch.nn.Linear, torch.nn.Sequential, torch.optim.Optimizer, torch.optim.SGD, dict)
    return [cls.__name__ for cls in classes if isinstance(value, cls)]


def subclasses(value):
    cls = value.__class__
    return cls.__name__, issubclass(cls, torch.nn.Module), isinstance(value, type(value)), isinstance(value, cls)


def count(model):
    return {name: sum(p.numel() for p in module.parameters(recurse=False))
            for name, module in model.named_modules() if isinstance(module, torch.nn.Linear)}


def scale(model, by):
    for module in model.modules():
        if isinstance(module, torch.nn.Linear):
            with torch.no_grad():
                module.weight.mul_(by)
    return model


@functools.singledispatch
def describe(value):
    return f"object {type(value).__name__}"


@describe.register
def _(value: torch.nn.Module):
    return "module"


@describe.register
def _(value: int):
    return "int"


@describe.register
def _(value: torch.Tensor):
    return "tensor"


def bases(value):
    return value.__class__.__bases__


def same_class(a, b):
    return a.__class__ is b.__class__
