"""Modules and parameters in lists and dicts."""
from collections import OrderedDict
from operator import index

import torch
from torch.nn.modules.module import Module, _indented
from torch.nn.parameter import Parameter


def _position(i, length):
    i = index(i)
    if not -length <= i < length:
        raise IndexError(f"index {i} is out of range")
    return i + length if i < 0 else i


class Sequential(Module):
    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            for key, module in args[0].items():
                self.add_module(key, module)
        else:
            for i, module in enumerate(args):
                self.add_module(str(i), module)

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
        if not isinstance(other, Sequential):
            raise ValueError("add operator supports only objects of Sequential class, but " + str(type(other)) +
                             " is given.")
        result = Sequential()
        for module in list(self) + list(other):
            result.append(module)
        return result

    def __iadd__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError("add operator supports only objects of Sequential class, but " + str(type(other)) +
                             " is given.")
        offset = len(self)
        for i, module in enumerate(other):
            self.add_module(str(i + offset), module)
        return self

    def __mul__(self, other):
        if not isinstance(other, int):
            raise TypeError(f"unsupported operand type(s) for *: {type(self)} and {type(other)}")
        if other <= 0:
            raise ValueError(f"Non-positive multiplication factor {other} for {type(self)}")
        result = Sequential()
        for _ in range(other):
            for module in self:
                result.append(module)
        return result

    def __rmul__(self, other):
        return self * other

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
        n = len(self._modules)
        if not -n <= index <= n:
            raise IndexError(f"Index out of range: {index}")
        if index < 0:
            index += n
        for i in range(n, index, -1):
            self._modules[str(i)] = self._modules[str(i - 1)]
        self._modules[str(index)] = module
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
        combined = ModuleList()
        for i, module in enumerate(list(self) + list(other)):
            combined.add_module(str(i), module)
        return combined

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
        if not hasattr(modules, "__iter__"):
            raise TypeError("ModuleList.extend should be called with an iterable, but got " + type(modules).__name__)
        offset = len(self)
        for i, module in enumerate(modules):
            self.add_module(str(offset + i), module)
        return self

    def __repr__(self):
        """Runs of equal modules are shown once."""
        texts = [repr(item) for item in self]
        if len(texts) == 0:
            return self._get_name() + "()"
        runs = [[0, 0]]
        shown = [texts[0]]
        for i in range(1, len(texts)):
            if texts[i] == shown[-1]:
                runs[-1][1] += 1
            else:
                runs.append([i, i])
                shown.append(texts[i])
        lines = []
        for (start, end), text in zip(runs, shown):
            line = f"({start}): {text}"
            if start != end:
                line = f"({start}-{end}): {end - start + 1} x {text}"
            lines.append(_indented(line, 2))
        return self._get_name() + "(\n  " + "\n  ".join(lines) + "\n)"


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
        if not hasattr(modules, "__iter__"):
            raise TypeError("ModuleDict.update should be called with an iterable of key/value pairs, but got " +
                            type(modules).__name__)
        if isinstance(modules, (dict, ModuleDict)):
            for key, module in modules.items():
                self[key] = module
            return
        for j, pair in enumerate(modules):
            if not hasattr(pair, "__iter__"):
                raise TypeError("ModuleDict update sequence element #" + str(j) + " should be Iterable; is" +
                                type(pair).__name__)
            if not len(pair) == 2:
                raise ValueError("ModuleDict update sequence element #" + str(j) + " has length " + str(len(pair)) +
                                 "; 2 is required")
            self[pair[0]] = pair[1]


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
        if not hasattr(values, "__iter__") or isinstance(values, torch.Tensor):
            raise TypeError("ParameterList.extend should be called with an iterable, but got " + type(values).__name__)
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
        k, _ = self._keys.popitem()
        self._keys[k] = None
        value = self[k]
        del self[k]
        return k, value

    def clear(self):
        for k in list(self._keys):
            del self[k]

    def copy(self):
        return ParameterDict(OrderedDict([(k, self[k]) for k in self._keys]))

    def update(self, parameters):
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
