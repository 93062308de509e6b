"""Modules and parameters in lists and dicts."""
from collections import OrderedDict
from operator import index
from warnings import warn

import torch
from torch.nn.modules.module import Module, _addindent
from torch.nn.parameter import Parameter


def _position(i, length):
    i = index(i)
    if not -length <= i < length:
        raise IndexError(f"index {i} is out of range")
    return i + length if i < 0 else i


def _check_iterable(call, value, expected="an iterable", tensors=True):
    if not hasattr(value, "__iter__") or (isinstance(value, torch.Tensor) and not tensors):
        raise TypeError(f"{call} should be called with {expected}, but got {type(value).__name__}")


def _add_numbered(container, modules):
    """Modules under the numbers that follow those in use."""
    for number, module in enumerate(modules, len(container)):
        container.add_module(str(number), module)
    return container


def _add_named(container, modules):
    for name, module in modules.items():
        container.add_module(name, module)


class Container(Module):
    """Modules by name, as programs had them before modules could hold others."""

    def __init__(self, **kwargs):
        super().__init__()
        warn("`nn.Container` is deprecated. All of its functionality is now implemented in `nn.Module`. Subclass that instead.",
             FutureWarning, stacklevel=2)
        _add_named(self, kwargs)


class Sequential(Module):
    def __init__(self, *args):
        super().__init__()
        if len(args) != 1 or not isinstance(args[0], OrderedDict):
            _add_numbered(self, args)
        else:
            _add_named(self, args[0])

    def _item_at(self, i):
        return list(self._modules.values())[_position(i, len(self))]

    def __getitem__(self, i):
        if isinstance(i, slice):
            return self.__class__(OrderedDict(list(self._modules.items())[i]))
        return self._item_at(i)

    def __setitem__(self, i, module):
        setattr(self, list(self._modules.keys())[_position(i, len(self))], module)

    def __delitem__(self, i):
        keys = list(self._modules.keys())
        if isinstance(i, slice):
            for key in keys[i]:
                delattr(self, key)
        else:
            delattr(self, keys[_position(i, len(self))])
        self._renumber()

    def _renumber(self):
        modules = list(self._modules.values())
        self._modules = {str(i): module for i, module in enumerate(modules)}

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __add__(self, other):
        self._check_addend(other)
        return _add_numbered(Sequential(), list(self) + list(other))

    def __iadd__(self, other):
        self._check_addend(other)
        return _add_numbered(self, other)

    def _check_addend(self, other):
        if not isinstance(other, Sequential):
            raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")

    def __mul__(self, other):
        if not isinstance(other, int):
            raise TypeError(f"unsupported operand type(s) for *: {type(self)} and {type(other)}")
        if other > 0:
            return _add_numbered(Sequential(), list(self) * other)
        raise ValueError(f"Non-positive multiplication factor {other} for {type(self)}")

    def __rmul__(self, other):
        return self * other

    def __imul__(self, other):
        _add_numbered(self, list(self * other)[len(self):])
        return self

    def __dir__(self):
        return [key for key in super().__dir__() if not key.isdigit()]

    def forward(self, input):
        for module in self:
            input = module(input)
        return input

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index, module):
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        count = len(self._modules)
        if not -count <= index <= count:
            raise IndexError(f"Index out of range: {index}")
        place = index + count if index < 0 else index
        moved = [self._modules[str(i)] for i in range(count - 1, place - 1, -1)]
        for number, each in enumerate([module] + moved[::-1], place):
            self._modules[str(number)] = each
        return self

    def extend(self, sequential):
        for module in sequential:
            self.append(module)
        return self

    def pop(self, key):
        value = self[key]
        del self[key]
        return value


class ModuleList(Module):
    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self += modules

    def __getitem__(self, i):
        if isinstance(i, slice):
            return self.__class__(list(self._modules.values())[i])
        return self._modules[str(_position(i, len(self)))]

    def __setitem__(self, i, module):
        setattr(self, str(_position(i, len(self))), module)

    def __delitem__(self, i):
        if isinstance(i, slice):
            for k in range(len(self._modules))[i]:
                delattr(self, str(k))
        else:
            delattr(self, str(_position(i, len(self))))
        modules = list(self._modules.values())
        self._modules = {str(k): module for k, module in enumerate(modules)}

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, other):
        return _add_numbered(ModuleList(), list(self) + list(other))

    def __dir__(self):
        return [key for key in super().__dir__() if not key.isdigit()]

    def insert(self, index, module):
        for i in range(len(self._modules), index, -1):
            self._modules[str(i)] = self._modules[str(i - 1)]
        self._modules[str(index)] = module

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key):
        value = self[key]
        del self[key]
        return value

    def extend(self, modules):
        _check_iterable("ModuleList.extend", modules)
        return _add_numbered(self, modules)

    def __repr__(self):
        """Runs of equal modules are shown once."""
        runs = []  # texts with their first and last numbers
        for number, module in enumerate(self):
            text = repr(module)
            if runs and runs[-1][0] == text:
                runs[-1][2] = number
            else:
                runs.append([text, number, number])
        shown = ""
        for text, first, last in runs:
            place = f"({first}): " if first == last else f"({first}-{last}): {last - first + 1} x "
            shown += "\n  " + _addindent(place + text, 2)
        return self._get_name() + "(" + (shown + "\n" if runs else "") + ")"


class ModuleDict(Module):
    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key):
        return key in self._modules

    def clear(self):
        self._modules.clear()

    def pop(self, key):
        v = self[key]
        del self[key]
        return v

    def keys(self):
        return self._modules.keys()

    def items(self):
        return self._modules.items()

    def values(self):
        return self._modules.values()

    def update(self, modules):
        _check_iterable("ModuleDict.update", modules, "an iterable of key/value pairs")
        pairs = modules.items() if isinstance(modules, (dict, ModuleDict)) else _pairs_of_modules(modules)
        for key, module in pairs:
            self[key] = module


def _pairs_of_modules(items):
    for number, item in enumerate(items):
        named = f"ModuleDict update sequence element #{number} "
        if not hasattr(item, "__iter__"):
            raise TypeError(f"{named}should be Iterable; is{type(item).__name__}")
        if len(item) != 2:
            raise ValueError(f"{named}has length {len(item)}; 2 is required")
        yield item[0], item[1]


def _described(value, kind_of):
    """`kind_of`: how the element type is written, which differs between lists and dicts."""
    if isinstance(value, torch.Tensor):
        size = "x".join([str(s) for s in value.size()])
        device = "" if value.device.type == "cpu" else f" ({value.device})"
        kind = "Parameter" if isinstance(value, Parameter) else "Tensor"
        return f"{kind} containing: [{kind_of(value)} of size {size}{device}]"
    return f"Object of type: {type(value).__name__}"


class ParameterList(Module):
    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self += values

    def __getitem__(self, i):
        if isinstance(i, slice):
            out = self.__class__()
            for k in range(*i.indices(len(self))):
                out.append(self[k])
            return out
        return getattr(self, str(_position(i, len(self))))

    def __setitem__(self, i, param):
        if isinstance(param, torch.Tensor) and not isinstance(param, Parameter):
            param = Parameter(param)
        setattr(self, str(_position(i, len(self))), param)

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])

    def __iadd__(self, values):
        return self.extend(values)

    def append(self, value):
        k = len(self)
        self._size += 1
        self[k] = value
        return self

    def extend(self, values):
        _check_iterable("ParameterList.extend", values, tensors=False)
        for value in values:
            self.append(value)
        return self

    def extra_repr(self):
        return "\n".join([f"  ({k}): {_described(p, lambda t: t.dtype)}" for k, p in enumerate(self)])

    def __call__(self, *args, **kwargs):
        raise RuntimeError("ParameterList should not be called.")


class ParameterDict(Module):
    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key):
        return getattr(self, str(key))

    def __setitem__(self, key, value):
        self._keys[key] = None
        if not isinstance(key, str):
            raise TypeError(f"Index given to ParameterDict cannot be used as a key as it is not a string (type is '{type(key).__name__}'). "
                            "Open an issue on github if you need non-string keys.")
        if isinstance(value, torch.Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        setattr(self, str(key), value)

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, str(key))

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __contains__(self, key):
        return key in self._keys

    def __reversed__(self):
        return reversed(self._keys)

    def fromkeys(self, keys, default=None):
        return ParameterDict((key, default) for key in keys)

    def keys(self):
        return self._keys.keys()

    def values(self):
        return [self[k] for k in self._keys]

    def items(self):
        return [(k, self[k]) for k in self._keys]

    def get(self, key, default=None):
        return self[key] if key in self else default

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key):
        v = self[key]
        del self[key]
        return v

    def popitem(self):
        key, _ = self._keys.popitem()
        self._keys[key] = None
        return key, self.pop(key)

    def clear(self):
        for k in list(self._keys):
            del self[k]

    def copy(self):
        return ParameterDict(OrderedDict([(k, self[k]) for k in self._keys]))

    def __or__(self, other):
        made = self.copy()
        made.update(other)
        return made

    def __ror__(self, other):
        made = other.copy()
        made.update(self)
        return made

    def __ior__(self, other):
        self.update(other)
        return self

    def update(self, parameters):
        _check_iterable("ParametersDict.update", parameters, "an iterable of key/value pairs")
        if isinstance(parameters, (OrderedDict, ParameterDict)):
            pairs = list(parameters.items())
        elif isinstance(parameters, dict):
            pairs = sorted(parameters.items())
        else:
            pairs = list(parameters)
        for key, parameter in pairs:
            self[key] = parameter

    def extra_repr(self):
        return "\n".join([f"  ({k}): {_described(p, torch.typename)}" for k, p in self.items()])

    def __call__(self, input):
        raise RuntimeError("ParameterDict should not be called.")
