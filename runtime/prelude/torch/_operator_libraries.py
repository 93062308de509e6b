"""Operators of libraries in C++ (torch.ops.load_library). Their names and signatures are read off the library's file; Python's torch
loads it when one is called that has no kernel here (torch._library_kernels)."""
from importlib import import_module

from torch import _schemas
from torch._library_kernels import kernels
from torch.library import _Operator
from torch.ops import _registered, loaded_libraries

_contents = {}  # bytes of the files


def _bytes_of(path):
    if path not in _contents:
        with open(path, "rb") as file:
            _contents[path] = file.read()
    return _contents[path]


def _signature_in(data, start):
    """The text from the parenthesis on, of a string that begins so. None: there is none."""
    at = data.find(b"\0" + start + b"(")
    text = data[at + len(start) + 1:data.find(b"\0", at + 1)] if at >= 0 else b""
    return text.decode("ascii", "replace") if b"->" in text else None


def _signature(namespace, name):
    for path in sorted(loaded_libraries):
        data = _bytes_of(path)
        if namespace.encode() in data:
            text = _signature_in(data, name.encode()) or _signature_in(data, f"{namespace}::{name}".encode())
            if text is not None:
                return text
    return None


def _python_operator(namespace, name):
    """The operator of Python's torch."""
    operators = import_module("torch._ops").ops
    for path in sorted(loaded_libraries):
        operators.load_library(path)
    return getattr(getattr(operators, namespace), name)


class _LibraryOperator(_Operator):
    def __init__(self, qualified, signature):
        super().__init__(qualified, signature)
        self._in_python = None
        self.kernels[""] = kernels.get(qualified, self._call_python)

    def _call_python(self, *args, **kwargs):
        if self._in_python is None:
            self._in_python = _python_operator(*self.qualified.split("::"))
        return self._in_python(*args, **kwargs)

    def _recorded(self, values):
        """Without a formula of the program's, the library's own one gives the gradient."""
        return self._compute(values) if self.backward is None else super()._recorded(values)


def operator_of(qualified):
    """None: no library that was loaded has it."""
    namespace, _, name = qualified.partition("::")
    if name[:2] == "__" or namespace == "aten":
        return None
    text = _signature(namespace, name)
    if text is None and any([namespace.encode() in _bytes_of(path) for path in loaded_libraries]):
        try:
            text = str(_python_operator(namespace, name).default._schema).partition("(")[2]
        except AttributeError:
            return None
        text = "(" + text
    return None if text is None else _LibraryOperator(qualified, _schemas.of_text(text))
