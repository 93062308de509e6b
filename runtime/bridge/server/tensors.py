"""Tensors of both sides over the same memory (Tensors.h)."""
import operator
import sys
import weakref
from importlib import import_module

from . import arrays, memory, numbers as n, objects, randomness, storages
from .codec import LONG, SIZED, WRITERS, read, reads, write

ask = type_name = None  # of serve.py
REQUIRES_GRAD, PARAMETER, NON_LEAF = 1, 2, 4
TYPES = (*arrays.TYPES, "bfloat16")

torch = None
grad_enabled = True  # as both sides know it


def _load():
    """torch, which programs that pass no tensors do not pay for."""
    if torch is None:
        try:
            import torch as _  # noqa: F401: WatchTorch does the rest
        except ImportError as error:
            raise RuntimeError(f"a tensor cannot cross to Python, where there is no torch ({error})") from error
        torch_is_there()
    return torch


class WatchTorch:
    """A finder that tells when torch has been imported."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name != "torch":
            return None
        from importlib.machinery import PathFinder
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            torch_is_there()
        spec.loader.exec_module = exec_module
        return spec


def torch_is_there():
    global torch
    if torch is not None:
        return
    torch = sys.modules["torch"]
    torch.set_grad_enabled(grad_enabled)
    randomness.torch_is_there()
    WRITERS[torch.Tensor] = WRITERS[torch.nn.Parameter] = _write_tensor
    WRITERS[torch.dtype] = _write_dtype
    WRITERS[torch.device] = _write_device
    WRITERS[torch.Size] = _write_size


# ---- the small types
def _write_text(out, tag, text):
    data = text.encode()
    out.extend(SIZED.pack(tag, len(data)))
    out.extend(data)


def _write_dtype(out, value):
    name = str(value).partition(".")[2]
    if name in TYPES:
        _write_text(out, n.D_TYPE, name)
    else:
        objects.write_handle(out, value)


def _write_device(out, value):
    _write_text(out, n.DEVICE, str(value))


def _write_size(out, value):
    out.extend(SIZED.pack(n.SIZE, len(value)))
    for item in value:
        write(out, item)


@reads(n.D_TYPE)
def _read_dtype(source):
    name = source.text()
    return source.attempt(lambda: getattr(_load(), name))


@reads(n.DEVICE)
def _read_device(source):
    name = source.text()
    return source.attempt(lambda: _load().device(name))


class Size(tuple):
    """torch.Size, until somebody here has torch."""
    __slots__ = ()
    __module__ = "torch"

    def __repr__(self):
        return f"torch.Size({list(self)})"

    def __add__(self, other):
        return Size(tuple.__add__(self, other))

    def __getitem__(self, place):
        item = tuple.__getitem__(self, place)
        return Size(item) if isinstance(place, slice) else item

    def numel(self):
        from math import prod
        return prod(self)


WRITERS[Size] = _write_size


@reads(n.SIZE)
def _read_size(source):
    items = [read(source) for _ in range(source.number())]
    return (torch.Size if torch is not None else Size)(items)


# ---- tensors
_numbers = {}  # of compiled code's tensors, by id
_gradients = {}  # of compiled code's leaves, by number: what makes a leaf again gives it back
_fresh = []
_leaves = {}  # (weak reference, the gradient that both sides know), by id


def _is_plain(tensor):
    return tensor.layout is torch.strided and tensor.device.type == "cpu" and \
        str(tensor.dtype)[6:] in TYPES and not tensor.is_neg() and not tensor.is_conj()


def _write_tensor(out, tensor):
    number = _numbers.get(id(tensor))
    if number is not None and objects.is_live(number, tensor):
        objects.write_yours(out, number)
        return
    if not _is_plain(tensor):
        objects.write_handle(out, tensor)
        return
    number, _ = objects.export(tensor)
    out.extend(SIZED.pack(n.TENSOR, number))
    start = storages.write(out, tensor.untyped_storage(), tensor.itemsize)
    out.text(str(tensor.dtype)[6:])
    out.extend(LONG.pack(start + tensor.storage_offset()))
    out.append(tensor.dim())
    for size in (*tensor.shape, *tensor.stride()):
        out.extend(LONG.pack(size))
    leaf = tensor.grad_fn is None
    out.append((REQUIRES_GRAD if tensor.requires_grad else 0)
               | (PARAMETER if isinstance(tensor, torch.nn.Parameter) else 0) | (0 if leaf else NON_LEAF))
    if not leaf:
        write(out, tuple(_inputs_of(tensor)[0]))
        out.text(type(tensor.grad_fn).__name__)
    elif tensor.requires_grad:
        write(out, tensor.grad)
        _watch_leaf(tensor)


def _watch_leaf(tensor):
    key = id(tensor)
    if key not in _leaves:
        _leaves[key] = [weakref.ref(tensor, lambda _: _leaves.pop(key, None)), tensor.grad]


def _used(tensor):
    """A leaf may get its gradient after the last use of the tensor: it lives until the next frame."""
    if id(tensor) in _leaves:
        _fresh.append(tensor)
    return tensor


@reads(n.TENSOR)
def _read_tensor(source):
    number = source.number()
    segment = storages.read(source)
    layout = None
    if source.byte():
        name, offset, dimensions = source.text(), source.long(), source.byte()
        shape = [source.long() for _ in range(dimensions)]
        strides = [source.long() for _ in range(dimensions)]
        flags = source.byte()
        gradient = read(source) if flags & REQUIRES_GRAD and not flags & NON_LEAF else None
        layout = (name, offset, shape, strides, flags, gradient)
    as_array = source.arrays and torch is None and (layout is None and type(objects.known(number)) is arrays.Unloaded
                                                    or layout is not None and layout[0] in arrays.TYPES
                                                    and not layout[4] & (REQUIRES_GRAD | NON_LEAF))
    return source.attempt(arrays.of_compiled if as_array else _tensor, number, segment, layout)


@reads(n.YOURS)
def _read_yours(source):
    number = source.number()
    value = objects.exported(number)
    if type(value) is not arrays.Elements:
        return value
    return value.array[...] if source.arrays else source.attempt(_of_elements, number, value)


def _of_elements(number, elements):
    tensor = _load().from_numpy(elements.array)
    objects.replace(number, tensor)
    return tensor


def _tensor(number, segment, layout):
    _load()
    if layout is None:
        tensor = objects.known(number)
        if type(tensor) is not arrays.Unloaded:
            return _used(tensor)
        layout = tensor.layout
    name, offset, shape, strides, flags, gradient = layout
    if gradient is not None:
        _gradients[number] = gradient

    def make():
        with torch.no_grad():
            data = torch.empty(0, dtype=getattr(torch, name)).set_(storages.of(segment, torch), offset, shape, strides)
        if flags & PARAMETER:
            tensor = torch.nn.Parameter(data, bool(flags & REQUIRES_GRAD))
        else:
            tensor = data.requires_grad_() if flags & REQUIRES_GRAD else data
        if flags & NON_LEAF:
            tensor.register_post_accumulate_grad_hook(_pass_gradient_on)
        elif flags & REQUIRES_GRAD:
            tensor.grad = _gradients.get(number)
            _watch_leaf(tensor)
        _numbers[id(tensor)] = number
        return tensor
    tensor = objects.known(number) if objects.is_known(number) else None
    if tensor is None or type(tensor) is arrays.Unloaded:
        return _used(objects.adopt(number, make(), make))
    fresh = make()
    tensor.data = fresh.data
    if tensor.is_leaf:
        tensor.requires_grad_(fresh.requires_grad)
    return _used(tensor)


# ---- gradients
def _pass_gradient_on(tensor):
    """Of a tensor that has a history in compiled code: its gradient goes on there."""
    gradient, tensor.grad = tensor.grad, None
    ask(n.ACCUMULATE, tensor, gradient)


def _inputs_of(tensor):
    """The leaves that a tensor depends on: those that compiled code has, and the others."""
    shared, own, seen, waiting = [], [], set(), [tensor.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        leaf = getattr(node, "variable", None)
        if leaf is not None:
            number = _numbers.get(id(leaf))
            known = number is not None and objects.is_live(number, leaf) or id(leaf) in _leaves
            (shared if known else own).append(leaf)
        waiting.extend(following for following, _ in node.next_functions)
    return shared, own


def backward(result, gradient, inputs, reaches_own):
    """The gradients of `inputs`, with histories where gradients are on; other leaves that `result` depends on get theirs here."""
    own = _inputs_of(result)[1] if reaches_own else []
    gradients = torch.autograd.grad(result, [*inputs, *own], gradient, retain_graph=True, create_graph=torch.is_grad_enabled(),
                                    allow_unused=True)
    for leaf, new in zip(own, gradients[len(inputs):]):
        if new is not None:
            pass_to_leaf(leaf, new)
    return gradients[:len(inputs)]


def own_leaves(result):
    """Those that compiled code does not have."""
    return _inputs_of(result)[1]


def pass_to_leaf(leaf, gradient):
    leaf.grad = gradient if leaf.grad is None else leaf.grad + gradient


def to_array(tensor):
    return tensor.numpy() if torch is not None and isinstance(tensor, torch.Tensor) else tensor


def from_array(array, share):
    """A tensor of a numpy array; anything else as torch takes it, unless `share` is None: then an array's memory is wanted."""
    if share is None:
        numpy = sys.modules.get("numpy")
        if numpy is None or not isinstance(array, numpy.ndarray):
            raise TypeError(f"expected np.ndarray (got {type_name(array)})")
        share = True
    if torch is None and (found := arrays.tensor_of(array, share)) is not None:
        return found
    _load()
    if type(array).__module__ == "numpy" and share and isinstance(array, sys.modules["numpy"].ndarray):
        made = torch.from_numpy(array)
    else:
        made = torch.as_tensor(array) if share and type(array).__module__ != "numpy" else torch.tensor(array)
    if str(made.dtype)[6:] not in TYPES:  # it would come back as an object of Python, which is no tensor
        raise TypeError(f"compiled code has no tensors of {made.dtype}")
    return made


def array_elements(value, share):
    """The elements of an array that arrays.facts() knows, as they are now, or a tensor over its memory; None where there is none."""
    if arrays.facts(value) is None or (share and not arrays.can_share(value)):
        return None
    return from_array(value, True) if share else arrays.tensor_of(value, False)


def is_instance_of_torch(value, module, name):
    """isinstance() with a class of torch: while nobody here has torch, nothing is an instance of it."""
    return "torch" in sys.modules and isinstance(value, operator.attrgetter(name)(import_module(module)))


def as_number(value):
    """What torch takes for a number: numpy's scalars, arrays of no dimension, what has an index."""
    if type(value).__module__ == "numpy":
        return value.item() if getattr(value, "shape", None) == () else value
    return operator.index(value) if hasattr(type(value), "__index__") else value


def as_index(value):
    """A number or array of numpy, or a list that holds some, as an index: an int, or int64 but for masks, as torch reads sequences."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return operator.index(value) if hasattr(type(value), "__index__") else value
    if isinstance(value, numpy.generic):
        return int(value) if isinstance(value, numpy.integer) else str(value) if isinstance(value, str) else value
    if isinstance(value, (list, tuple)):
        _require_indices(value, numpy)
    elif not isinstance(value, numpy.ndarray):
        return operator.index(value) if hasattr(type(value), "__index__") else value
    array = numpy.asarray(value)
    if array.dtype.name in ("bool", "uint8"):
        return from_array(array, False)
    return from_array(numpy.asarray(array.real, dtype=numpy.int64), False)


def _require_indices(values, numpy):
    """Of numpy's scalars in a list only integers, bools and those that are floats of Python have an integer part to torch."""
    for each in values:
        if isinstance(each, (list, tuple)):
            _require_indices(each, numpy)
        elif isinstance(each, numpy.inexact) and not isinstance(each, float):
            raise TypeError(f"'numpy.{type(each).__name__}' object cannot be interpreted as an integer")


def as_scalar(value):
    """What a tensor takes for a number beside an operator: numpy's scalars alone."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, numpy.generic):
        return value
    if isinstance(value, numpy.bool_):
        return float(value)  # as torch reads it
    return value.item() if isinstance(value, (numpy.floating, numpy.integer)) else value


def _keep_gradient(tensor):
    number = _numbers.get(id(tensor))
    if number is not None and objects.is_live(number, tensor):
        _gradients[number] = tensor.grad


# ---- changes
def write_changes(out):
    global grad_enabled
    enabled = grad_enabled if torch is None else torch.is_grad_enabled()
    out.append(0 if enabled == grad_enabled else 1 + enabled)
    grad_enabled = enabled
    out.number(0)  # storages live as long as compiled code's do
    memory.send_copies()
    if _gradients:
        for number in [number for number in _gradients if not objects.is_known(number)]:
            del _gradients[number]
    changed = []
    for entry in list(_leaves.values()):
        tensor = entry[0]()
        if tensor is not None and tensor.grad is not entry[1]:
            changed.append((tensor, entry))
    out.number(len(changed))
    for tensor, entry in changed:
        entry[1] = tensor.grad
        _keep_gradient(tensor)
        write(out, tensor)
        write(out, tensor.grad)
    _fresh.clear()


def read_changes(source):
    global grad_enabled
    changed = source.byte()
    if changed:
        grad_enabled = changed == 2
        if torch is not None:
            torch.set_grad_enabled(grad_enabled)
    for _ in range(source.number()):
        storages.drop(source.number())
    for _ in range(source.number()):
        tensor, gradient = read(source), read(source)
        if tensor is not None:
            tensor.grad = gradient
            _leaves[id(tensor)][1] = gradient
            _keep_gradient(tensor)


def unchanged():
    """Whether compiled code knows all that write_changes() would tell."""
    if memory.copies or _fresh or torch is not None and torch.is_grad_enabled() != grad_enabled:
        return False
    for leaf, known in list(_leaves.values()) if _leaves else ():
        tensor = leaf()
        if tensor is not None and tensor.grad is not known:
            return False
    return True
