"""Operations under the names of PyTorch's native functions: torch.ops.aten.NAME, or NAME.OVERLOAD."""
from torch import _C_ops
from torch._C_functions import _overloads_of


class _OpOverload:
    def __init__(self, packet, name):
        self.overloadpacket, self._overloadname = packet, name
        self.__name__ = f"{packet.__name__}.{name}"

    def __call__(self, *args, **kwargs):
        return self.overloadpacket._function(*args, **kwargs)

    def __str__(self):
        return f"{self.overloadpacket._namespace}.{self.__name__}"

    def __repr__(self):
        return f"<OpOverload(op='{self.overloadpacket}', overload='{self._overloadname}')>"

    def name(self):
        suffix = "" if self._overloadname == "default" else "." + self._overloadname
        return f"{self.overloadpacket._namespace}::{self.overloadpacket.__name__}{suffix}"

    @property
    def _schema(self):
        return self.overloadpacket._function.schema()


class _OpOverloadPacket:
    """All overloads of a name, of which the arguments choose one."""

    def __init__(self, name, function, overloads, namespace="aten"):
        self.__name__, self._function, self._overloads, self._namespace = name, function, overloads, namespace

    def __call__(self, *args, **kwargs):
        return self._function(*args, **kwargs)

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(f"'{self}' can't have an overload name beginning with '__' and the underlying op has no attribute "
                                 f"{name} either.")
        if name not in self._overloads:
            raise AttributeError(f"The underlying op of '{self}' has no overload name '{name}'")
        overload = _OpOverload(self, name)
        setattr(self, name, overload)
        return overload

    def __str__(self):
        return f"{self._namespace}.{self.__name__}"

    __repr__ = __str__

    def overloads(self):
        return list(self._overloads)


def _written_in_python(name):
    """The function of torch's own modules, which rows of the op table are not."""
    import torch
    function = getattr(torch, name, None)
    is_own = callable(function) and not isinstance(function, type) and getattr(function, "__module__", None) != "torch.serialization"
    return function if is_own else None


_registered = {}  # operators of programs by "namespace::name" (torch.library)
loaded_libraries = set()


def load_library(path):
    """Operators of a library in C++. It is loaded when one of them is called that is not computed here."""
    import os
    path = os.path.realpath(path)
    if not os.path.exists(path):
        raise OSError(f"Could not load this library: {path}")
    loaded_libraries.add(path)


def _find(qualified):
    """None: there is no such operator."""
    if qualified in _registered or not loaded_libraries:
        return _registered.get(qualified)
    from torch._operator_libraries import operator_of
    return operator_of(qualified)


class _OpNamespace:
    def __init__(self, name):
        self.name = name

    def __getattr__(self, name):
        operator = _find(f"{self.name}::{name}")
        if operator is not None:
            return _OpOverloadPacket(name, operator, ("default",), self.name)
        overloads = _overloads_of(name) if self.name == "aten" else ()
        function = getattr(_C_ops, name) if overloads else _written_in_python(name) if self.name == "aten" and name[:2] != "__" else None
        if function is None:
            raise AttributeError(f"'_OpNamespace' '{self.name}' object has no attribute '{name}'")
        packet = _OpOverloadPacket(name, function, overloads or ("default",))
        setattr(self, name, packet)
        return packet

    def __repr__(self):
        return f"<module 'torch.ops.{self.name}' from 'torch.ops'>"


aten = _OpNamespace("aten")


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(f"module 'torch.ops' has no attribute '{name}'")
    return _OpNamespace(name)
