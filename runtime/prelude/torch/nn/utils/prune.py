"""Parameters with masks: entries that are taken out of a network."""
import numbers
from abc import ABC, abstractmethod
from collections.abc import Iterable

import torch
from torch.nn.utils.convert_parameters import parameters_to_vector


def _validate_pruning_amount_init(amount):
    if not isinstance(amount, numbers.Real):
        raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
    is_count = isinstance(amount, numbers.Integral)
    if amount < 0 or not is_count and float(amount) > 1.0:
        raise ValueError(f"amount={amount} should either be a float in the range [0, 1] or a non-negative integer")


def _count(amount, size):
    """How many of `size` entries the amount is."""
    if not isinstance(amount, numbers.Integral):
        return round(amount * size)
    if amount > size:
        raise ValueError(f"amount={amount} should be smaller than the number of parameters to prune={size}")
    return amount


def _validate_structured(t, dim):
    shape = t.shape
    if len(shape) <= 1:
        raise ValueError("Structured pruning can only be applied to multidimensional tensors. Found tensor of shape "
                         f"{shape} with {len(shape)} dims")
    if dim >= t.dim():
        raise IndexError(f"Invalid index {dim} for tensor of size {t.shape}")


def _scores(given, tensor, subject, *names):
    """How important the entries of a tensor are: unless given, their values say it."""
    if given is not None and given.shape != tensor.shape:
        raise AssertionError(f"importance_scores should have the same shape as {subject.format(*names)}, got {given.shape} vs "
                             f"{tensor.shape}")
    return tensor if given is None else given


def _hooks_of(module, name):
    """The methods that prune a parameter, with the keys of their hooks."""
    return [(key, hook) for key, hook in module._forward_pre_hooks.items()
            if isinstance(hook, BasePruningMethod) and hook._tensor_name == name]


class BasePruningMethod(ABC):
    """A hook that, before each call of its module, makes the parameter of the original and the mask."""
    _tensor_name: str

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    @abstractmethod
    def compute_mask(self, t, default_mask):
        pass

    def _name_in(self, module, purpose=""):
        if self._tensor_name is None:
            raise AssertionError(f"Module {module} has to be pruned{purpose}")
        return self._tensor_name

    def apply_mask(self, module):
        name = self._name_in(module)
        mask, original = [getattr(module, name + part) for part in ("_mask", "_orig")]
        return mask.to(dtype=original.dtype) * original

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **kwargs):
        before = _hooks_of(module, name)
        if len(before) > 1:
            raise AssertionError(f"Avoid adding multiple pruning hooks to the same tensor {name} of module {module}. Use a "
                                 "PruningContainer.")
        method = cls(*args, **kwargs)
        method._tensor_name = name
        for key, hook in before:
            if not isinstance(hook, PruningContainer):
                hook = PruningContainer(hook)
            hook.add_pruning_method(method)
            method = hook
            del module._forward_pre_hooks[key]
        tensor = getattr(module, name)
        scores = _scores(importance_scores, tensor, "parameter {} of {}", name, module)
        if before:
            mask = getattr(module, name + "_mask").detach().clone(memory_format=torch.contiguous_format)
        else:
            module.register_parameter(name + "_orig", tensor)
            del module._parameters[name]
            mask = torch.ones_like(tensor)
        try:
            with torch.no_grad():
                mask = method.compute_mask(scores, default_mask=mask)
            module.register_buffer(name + "_mask", mask)
            setattr(module, name, method.apply_mask(module))
            module.register_forward_pre_hook(method)
        except Exception:
            if not before:
                module.register_parameter(name, module._parameters[name + "_orig"])
                del module._parameters[name + "_orig"]
            raise
        return method

    def prune(self, t, default_mask=None, importance_scores=None):
        scores = _scores(importance_scores, t, "tensor t")
        mask = torch.ones_like(t) if default_mask is None else default_mask
        return t * self.compute_mask(scores, default_mask=mask)

    def remove(self, module):
        name = self._name_in(module, " before pruning can be removed")
        pruned = self.apply_mask(module).data
        if hasattr(module, name):
            delattr(module, name)
        module._buffers.pop(name + "_mask")
        parameter = module._parameters.pop(name + "_orig")
        parameter.data = pruned
        setattr(module, name, parameter)


class PruningContainer(BasePruningMethod):
    """Several methods for one parameter; each sees what those before it have left."""

    def __init__(self, *args):
        self._pruning_methods = ()
        if len(args) == 1:
            self._tensor_name = args[0]._tensor_name
        for method in args:
            self.add_pruning_method(method)

    def add_pruning_method(self, method):
        if method is not None:
            self._check_fit(method)
        self._pruning_methods += (method,)

    def _check_fit(self, method):
        if not isinstance(method, BasePruningMethod):
            raise TypeError(f"{type(method)} is not a BasePruningMethod subclass")
        own, other = self._tensor_name, method._tensor_name
        if own != other:
            raise ValueError(f"Can only add pruning methods acting on the parameter named '{own}' to PruningContainer {self}. "
                             f"Found '{other}'")

    def __len__(self):
        return len(self._pruning_methods)

    def __iter__(self):
        return iter(self._pruning_methods)

    def __getitem__(self, idx):
        return self._pruning_methods[idx]

    def compute_mask(self, t, default_mask):
        """The last method's mask of the entries, or channels, that are still there."""
        method = self._pruning_methods[-1]
        mask = default_mask.to(dtype=t.dtype)
        if method.PRUNING_TYPE == "unstructured":
            left = mask == 1
        elif method.PRUNING_TYPE == "structured":
            if not hasattr(method, "dim"):
                raise AttributeError('Pruning methods of PRUNING_TYPE "structured" need to have the attribute `dim` '
                                     "defined.")
            rank = t.dim()
            dim = method.dim + rank if method.dim < 0 else method.dim
            if dim < 0:
                raise IndexError(f"Index is out of bounds for tensor with dimensions {rank}")
            channels = mask.sum(dim=[d for d in range(rank) if d != dim]) != 0
            left = (slice(None),) * dim + (channels,)
        elif method.PRUNING_TYPE == "global":
            left = (slice(None),) * t.dim()
        else:
            raise ValueError(f"Unrecognized PRUNING_TYPE {method.PRUNING_TYPE}")
        mask[left] = method.compute_mask(t[left], default_mask=mask[left]).to(dtype=mask.dtype)
        return mask


class Identity(BasePruningMethod):
    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        return default_mask


class _Unstructured(BasePruningMethod):
    PRUNING_TYPE = "unstructured"

    def __init__(self, amount):
        _validate_pruning_amount_init(amount)
        self.amount = amount

    def compute_mask(self, t, default_mask):
        count = _count(self.amount, t.nelement())
        mask = default_mask.clone(memory_format=torch.contiguous_format)
        if count != 0:
            mask.view(-1)[self._chosen(t, count)] = 0
        return mask


class RandomUnstructured(_Unstructured):
    def _chosen(self, t, count):
        return torch.topk(torch.rand_like(t).view(-1), k=count).indices


class L1Unstructured(_Unstructured):
    def _chosen(self, t, count):
        return torch.topk(torch.abs(t).view(-1), k=count, largest=False).indices


class _Structured(BasePruningMethod):
    """Whole channels along `dim`."""
    PRUNING_TYPE = "structured"

    def __init__(self, amount, dim):
        _validate_pruning_amount_init(amount)
        self.amount = amount
        self.dim = dim

    def compute_mask(self, t, default_mask):
        _validate_structured(t, self.dim)
        size = t.shape[self.dim]
        count = _count(self.amount, size)
        if count == 0:
            return default_mask
        shape = [1] * t.dim()
        shape[self.dim] = size
        return default_mask * self._kept(t, size, count).to(default_mask.dtype).view(shape)


class RandomStructured(_Structured):
    def __init__(self, amount, dim=-1):
        super().__init__(amount, dim)

    def _kept(self, t, size, count):
        chance = torch.rand(size)
        return chance > torch.kthvalue(chance, k=count).values


class LnStructured(_Structured):
    def __init__(self, amount, n, dim=-1):
        super().__init__(amount, dim)
        self.n = n

    def _kept(self, t, size, count):
        dim = self.dim + t.dim() if self.dim < 0 else self.dim
        norm = torch.norm(t, p=self.n, dim=[d for d in range(t.dim()) if d != dim])
        kept = torch.zeros(size)
        kept[torch.topk(norm, k=size - count, largest=True).indices] = 1
        return kept


class CustomFromMask(BasePruningMethod):
    PRUNING_TYPE = "global"

    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t, default_mask):
        if default_mask.shape != self.mask.shape:
            raise AssertionError(f"default_mask shape {default_mask.shape} must match self.mask shape {self.mask.shape}")
        return default_mask * self.mask.to(dtype=default_mask.dtype)


def identity(module, name):
    Identity.apply(module, name)
    return module


def random_unstructured(module, name, amount):
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module, name, amount, importance_scores=None):
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module, name, amount, dim):
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(module, name, amount, n, dim, importance_scores=None):
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module, name, mask):
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs):
    if not isinstance(parameters, Iterable):
        raise TypeError("global_unstructured(): parameters is not an Iterable")
    known = {} if importance_scores is None else importance_scores
    if not isinstance(known, dict):
        raise TypeError("global_unstructured(): importance_scores must be of type dict")
    places = [(module, name, getattr(module, name)) for module, name in parameters]
    scores = parameters_to_vector([known.get((module, name), tensor) for module, name, tensor in places])
    left = parameters_to_vector([getattr(module, name + "_mask", torch.ones_like(tensor)) for module, name, tensor in places])
    method = pruning_method(**kwargs)
    method._tensor_name = "temp"
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError('Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found method '
                        f"{pruning_method} of type {method.PRUNING_TYPE}")
    with torch.no_grad():
        left = PruningContainer(method).compute_mask(scores, left)
    parts = left.split([tensor.numel() for _, _, tensor in places])
    for (module, name, tensor), part in zip(places, parts):
        custom_from_mask(module, name, mask=part.view_as(tensor))


def remove(module, name):
    hooks = _hooks_of(module, name)
    if not hooks:
        raise ValueError(f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed")
    key, method = hooks[0]
    method.remove(module)
    module._forward_pre_hooks.pop(key)
    return module


def is_pruned(module):
    return any([isinstance(hook, BasePruningMethod) for _, layer in module.named_modules()
                for hook in layer._forward_pre_hooks.values()])
