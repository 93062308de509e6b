"""Tensors as numpy's arrays and arrays as tensors, while nobody here has torch: most programs pass nothing else to Python, and
importing torch takes longer than many of them run."""
import sys
from types import MethodDescriptorType

from . import numbers as n, objects, storages
from .codec import LONG, SIZED, WRITERS
from .spans import Span

TYPES = ("float32", "float64", "float16", "int64", "int32", "int16", "int8", "uint8", "bool", "complex64", "complex128")


MAKERS = ("array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray")


def makes_arrays(args):
    """What a call begins with: a function of numpy that makes an array of a tensor, or numpy and the name of one."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return False
    first = args[0]
    if len(args) == 1:
        return any(first is getattr(numpy, name) for name in MAKERS)
    return first is numpy and args[1] in MAKERS


_names = {}


def name_of(dtype):
    """What tensors call elements of this type; None: they have no such."""
    name = _names.get(dtype)
    if name is None and dtype.isnative and dtype.name in TYPES:
        name = _names[dtype] = dtype.name
    return name


class Unloaded:
    """Stands for a tensor of compiled code."""
    __slots__ = ("segment", "layout", "__weakref__")

    def __init__(self, segment, layout):
        self.segment, self.layout = segment, layout

    def array(self):
        import numpy
        name, offset, shape, strides, _, _ = self.layout
        item = numpy.dtype(name)
        span = storages.span(self.segment)
        data = Span(span.address, span.size, (span.keeper, self)).buffer()
        return numpy.ndarray(shape, item, data, offset * item.itemsize, [stride * item.itemsize for stride in strides])


class Elements:
    """A tensor over the memory of an array, which compiled code has asked for."""
    __slots__ = ("array",)

    def __init__(self, array):
        self.array = array


def of_compiled(number, segment, layout):
    """The array of a tensor of compiled code."""
    if layout is None:
        return objects.known(number).array()

    def make():
        return Unloaded(segment, layout)
    return objects.adopt(number, make(), make).array()


def over(number, address, size, name, start, shape, strides):
    """The array of a tensor of compiled code in this process: the number of its storage and where that lies, and where in it the
    elements are, counted in elements."""
    import numpy
    span = storages.span_at(number, address, size)
    item = numpy.dtype(name)
    return numpy.ndarray(shape, item, span.buffer(), start * item.itemsize, [stride * item.itemsize for stride in strides])


def tensor_of(value, share):
    """What compiled code makes a tensor of: Elements, or a type, a shape and bytes that are copied. None: torch has to look at it."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return None
    is_array = type(value) is numpy.ndarray
    if not is_array and not isinstance(value, numpy.generic) and not _is_of_one_type(value, numpy):
        return None
    try:
        array = numpy.asarray(value)
    except ValueError:  # lists of unequal lengths
        return None
    name = name_of(array.dtype)
    if name is None:
        return None
    if not is_array or not share:
        return name, array.shape, array.tobytes()
    return Elements(array) if can_share(array) else None


def facts(value):
    """Element type and sizes of an array whose elements a tensor can have; None of anything else."""
    numpy = sys.modules.get("numpy")
    if numpy is None or type(value) is not numpy.ndarray or not value.ndim or name_of(value.dtype) is None:
        return None
    return (name_of(value.dtype), *value.shape)


def has_method(name):
    """Whether all arrays have a method of that name which no class of numpy's arrays in files replaces."""
    numpy = sys.modules["numpy"]
    return type(vars(numpy.ndarray).get(name)) is MethodDescriptorType and name not in vars(numpy.memmap)


# Types of elements that compiled code reads and writes in place (ArrayElements.cpp).
ELEMENTS = ("float64", "float32", "int64", "int32", "int16", "int8", "uint8", "bool")


def layout():
    """Addresses of the classes of numpy's arrays, in files, too, and of the types ELEMENTS; None where arrays are not laid out in
    memory as compiled code takes them to be."""
    import ctypes
    numpy = sys.modules.get("numpy")
    if numpy is None or object.__basicsize__ != 16 or not getattr(sys, "_is_gil_enabled", lambda: True)():
        return None

    class Fields(ctypes.Structure):
        _fields_ = [("count", ctypes.c_ssize_t), ("type", ctypes.c_void_p), ("data", ctypes.c_void_p), ("dimensions", ctypes.c_int),
                    ("shape", ctypes.POINTER(ctypes.c_ssize_t)), ("strides", ctypes.POINTER(ctypes.c_ssize_t)),
                    ("base", ctypes.c_void_p), ("dtype", ctypes.c_void_p), ("flags", ctypes.c_int)]

    def is_as_expected(array):
        fields = Fields.from_address(id(array))
        dimensions = fields.dimensions
        return fields.type == id(numpy.ndarray) and fields.data == array.__array_interface__["data"][0] and \
            dimensions == array.ndim and tuple(fields.shape[:dimensions]) == array.shape and \
            tuple(fields.strides[:dimensions]) == array.strides and fields.dtype == id(array.dtype) and \
            bool(fields.flags & 0x400) == array.flags.writeable

    plain, fixed = numpy.zeros((3, 4)), numpy.zeros(5, dtype="int8")
    fixed.flags.writeable = False
    arrays = plain, plain[::-1, 1::2], fixed, numpy.ones(2, dtype="bool")
    if not all(map(is_as_expected, arrays)) or any(numpy.zeros(1, name).dtype is not numpy.dtype(name) for name in ELEMENTS):
        return None
    return (id(numpy.ndarray), id(numpy.memmap), *(id(numpy.dtype(name)) for name in ELEMENTS))


def can_share(array):
    """Whether a tensor can lie over the memory of an array."""
    return array.size and array.flags.writeable and all(stride >= 0 and stride % array.itemsize == 0 for stride in array.strides)


def _is_of_one_type(value, numpy):
    """True for a list of arrays or of numpy's scalars, or of such lists, all of one type: what types have in common torch says."""
    types = set()

    def add_types(values):
        for each in values:
            if isinstance(each, (list, tuple)):
                if not add_types(each):
                    return False
            elif isinstance(each, numpy.generic) or type(each) is numpy.ndarray:
                types.add(each.dtype)
            else:
                return False
        return len(types) == 1
    return isinstance(value, (list, tuple)) and add_types(value)


def _write_elements(out, elements):
    array = elements.array
    out.extend(SIZED.pack(n.TENSOR, objects.export(elements)[0]))
    size = sum((count - 1) * stride for count, stride in zip(array.shape, array.strides)) + array.itemsize
    start = storages.write(out, Span(array.__array_interface__["data"][0], size, array), array.itemsize)
    out.text(name_of(array.dtype))
    out.extend(LONG.pack(start))
    out.append(array.ndim)
    for count in (*array.shape, *(stride // array.itemsize for stride in array.strides)):
        out.extend(LONG.pack(count))
    out.append(0)


WRITERS[Elements] = _write_elements
