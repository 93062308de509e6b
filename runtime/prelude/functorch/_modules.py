"""Modules taken apart into a function and the tuples of its parameters and buffers."""
import copy
import torch
from torch.func import functional_call


def _names(members):
    """All names of each tensor by the first of them."""
    first, names = {}, {}
    for name, tensor in members:
        names.setdefault(first.setdefault(id(tensor), name), []).append(name)
    return names


def _replace(module, names, values):
    """Parameters stay parameters, in all their places."""
    for path, value in ((path, values[name]) for name, paths in names.items() for path in paths):
        owner, _, last = path.rpartition(".")
        place = module.get_submodule(owner)
        if last in place._parameters:
            place._parameters[last] = torch.nn.Parameter(value, place._parameters[last].requires_grad)
        else:
            place._buffers[last] = value


def _taken(model, disable_autograd_tracking):
    """A copy of the module that has no elements, and for parameters and for buffers: all their names, and the values
    that the copy had."""
    empty = copy.deepcopy(model)
    kinds = []
    for members in (empty.named_parameters, empty.named_buffers):
        names, values = _names(members(remove_duplicate=False)), dict(members())
        _replace(empty, names, {name: torch.empty_like(value, device="meta") for name, value in values.items()})
        if disable_autograd_tracking:
            for value in values.values():
                value.requires_grad_(False)
        kinds += [names, tuple(values.values())]
    return empty, *kinds


def _call(module, names, values, args, kwargs):
    return functional_call(module, {path: value for paths, value in zip(names.values(), values) for path in paths}, args,
                           kwargs)


class FunctionalModule(torch.nn.Module):
    """A module whose call takes its parameters as the first argument; `names_map` has all names of each of them."""
    def __init__(self, stateless_model, param_names, names_map):
        super().__init__()
        self.stateless_model = stateless_model
        self.param_names = param_names
        self.names_map = names_map

    @staticmethod
    def _create_from(model, disable_autograd_tracking=False):
        empty, names, params, _, _ = _taken(model, disable_autograd_tracking)
        return FunctionalModule(empty, tuple(names), names), params

    def forward(self, params, *args, **kwargs):
        return _call(self.stateless_model, self.names_map, params, args, kwargs)


class FunctionalModuleWithBuffers(torch.nn.Module):
    """A module whose call takes its parameters and its buffers as the first two arguments."""
    def __init__(self, stateless_model, param_names, buffer_names, param_names_map, buffer_names_map):
        super().__init__()
        self.stateless_model = stateless_model
        self.param_names = param_names
        self.buffer_names = buffer_names
        self.all_names_map = {**param_names_map, **buffer_names_map}

    @staticmethod
    def _create_from(model, disable_autograd_tracking=False):
        empty, names, params, buffer_names, buffers = _taken(model, disable_autograd_tracking)
        made = FunctionalModuleWithBuffers(empty, tuple(names), tuple(buffer_names), names, buffer_names)
        return made, params, buffers

    def forward(self, params, buffers, *args, **kwargs):
        return _call(self.stateless_model, self.all_names_map, [*params, *buffers], args, kwargs)


def make_functional(model, disable_autograd_tracking=False):
    if any(True for each in model.buffers()):
        raise RuntimeError("make_functional(model): `model` has buffers. Please use make_functional_with_buffers(model) "
                           "instead.")
    return FunctionalModule._create_from(model, disable_autograd_tracking)


def make_functional_with_buffers(model, disable_autograd_tracking=False):
    return FunctionalModuleWithBuffers._create_from(model, disable_autograd_tracking)


def combine_state_for_ensemble(models):
    """One function, and the states of all models stacked, for `vmap`."""
    problem = ("Expected at least one model, got 0." if len(models) == 0 else
               "Expected all models to have the same training/eval mode."
               if any(each.training != models[0].training for each in models) else
               "Expected all models to be of the same class."
               if any(type(each) is not type(models[0]) for each in models) else None)
    if problem:
        raise RuntimeError("combine_state_for_ensemble: " + problem)
    functions, params, buffers = zip(*[make_functional_with_buffers(each) for each in models])
    stacked = [tuple([torch.stack(each).detach() for each in zip(*kind)]) for kind in (params, buffers)]
    return functions[0], *stacked
