"""Tensors of both sides over the same memory (Tensors.h)."""
import bisect
import mmap
import os
import sys
import weakref

from . import numbers as n
from . import objects, randomness
from .codec import LONG, READERS, SIZED, ULONG, WRITERS, read, reads, write

ask = None  # of serve.py
REQUIRES_GRAD, PARAMETER, NON_LEAF = 1, 2, 4
TYPES = ("float32", "float64", "float16", "bfloat16", "int64", "int32", "int16", "int8", "uint8", "bool")

torch = None
grad_enabled = True  # as both sides know it


def _load():
    """torch, which programs that pass no tensors do not pay for."""
    if torch is None:
        try:
            import torch as _  # noqa: F401: WatchTorch does the rest
        except ImportError as error:
            raise RuntimeError(f"a tensor cannot cross to Python, where there is no torch ({error})") from None
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


@reads(n.SIZE)
def _read_size(source):
    items = [read(source) for _ in range(source.number())]
    return source.attempt(lambda: _load().Size(items))


# ---- storages
_segments = {}  # untyped storages, by number
_by_address = {}
_addresses = []  # of _by_address, sorted
_copies = {}  # storages whose memory cannot move: (storage, memory that crosses, its size)
_last_segment = -1


def _add_segment(number, storage):
    _segments[number] = storage
    address = storage.data_ptr()
    if address not in _by_address:
        bisect.insort(_addresses, address)
    _by_address[address] = number


def _remove_segment(number, storage):
    address = storage.data_ptr()
    if _by_address.get(address) == number:
        del _by_address[address], _addresses[bisect.bisect_left(_addresses, address)]


def _segment_around(address, size):
    """The number of the segment that holds this memory, and where in it; a storage of torch over a part of an array
    begins inside."""
    at = bisect.bisect_right(_addresses, address) - 1
    if at < 0:
        return None, 0
    number = _by_address[_addresses[at]]
    offset = address - _addresses[at]
    return (number, offset) if offset + size <= _segments[number].nbytes() else (None, 0)


def _copy(to, source, size):
    import ctypes
    ctypes.memmove(to.data_ptr(), source.data_ptr(), size)


def _new_memory(size):
    fd = os.memfd_create("janus tensor")
    os.ftruncate(fd, size)
    return fd, torch.frombuffer(mmap.mmap(fd, size), dtype=torch.uint8)


def _write_storage(out, tensor):
    """Answers where in the segment the storage begins, in elements."""
    global _last_segment
    storage = tensor.untyped_storage()
    number, offset = _segment_around(storage.data_ptr(), storage.nbytes()) if storage.nbytes() else (None, 0)
    if number is not None and offset % tensor.itemsize == 0:
        out.number(number)
        out.append(False)
        return offset // tensor.itemsize
    _last_segment += 2
    size = storage.nbytes()
    close = None
    with torch.no_grad():
        if size and (storage.resizable() or storage.is_shared()):
            fd, _ = storage._share_fd_cpu_()
        else:
            fd, crossing = _new_memory(max(size, 1))
            close = fd
            if size:
                _copy(crossing, storage, size)
                _copies[_last_segment] = (storage, crossing, size)
    if size:
        _add_segment(_last_segment, storage)
    else:
        _segments[_last_segment] = storage
    out.number(_last_segment)
    out.append(True)
    out.extend(ULONG.pack(size))
    out.descriptors.append(fd)
    if close is not None:
        out.close.append(close)
    return 0


def _read_storage(source):
    """The number of a segment; what is new waits until torch is there."""
    number = source.number()
    if source.byte():
        size = source.take(8)
        fd = source.descriptors.pop(0)
        memory = mmap.mmap(fd, ULONG.unpack(size)[0])
        os.close(fd)
        if number not in _segments:
            _segments[number] = memory
    return number


def _storage(number):
    storage = _segments[number]
    if isinstance(storage, mmap.mmap):
        storage = torch.frombuffer(storage, dtype=torch.uint8).untyped_storage()
        _add_segment(number, storage)
    return storage


# ---- tensors
_numbers = {}  # of compiled code's tensors, by id
_gradients = {}  # of compiled code's leaves, by number: what makes a leaf again gives it back
_fresh = []
_leaves = {}  # (weak reference, the gradient that both sides know), by id


def _is_plain(tensor):
    return tensor.layout is torch.strided and tensor.device.type == "cpu" and \
        str(tensor.dtype)[6:] in TYPES and not tensor.is_neg()


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
    start = _write_storage(out, tensor)
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
    segment = _read_storage(source)
    layout = None
    if source.byte():
        name, offset, dimensions = source.text(), source.long(), source.byte()
        shape = [source.long() for _ in range(dimensions)]
        strides = [source.long() for _ in range(dimensions)]
        flags = source.byte()
        gradient = read(source) if flags & REQUIRES_GRAD and not flags & NON_LEAF else None
        layout = (name, offset, shape, strides, flags, gradient)
    return source.attempt(_tensor, number, segment, layout)


def _tensor(number, segment, layout):
    _load()
    if layout is None:
        return _used(objects.known(number))
    name, offset, shape, strides, flags, gradient = layout
    if gradient is not None:
        _gradients[number] = gradient

    def make():
        with torch.no_grad():
            data = torch.empty(0, dtype=getattr(torch, name)).set_(_storage(segment), offset, shape, strides)
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
    try:
        tensor = objects.known(number)
    except KeyError:
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


def backward(result, gradient, inputs):
    """The gradients of `inputs`; other leaves that `result` depends on get theirs here."""
    own = _inputs_of(result)[1]
    gradients = torch.autograd.grad(result, [*inputs, *own], gradient, retain_graph=True, allow_unused=True)
    for leaf, new in zip(own, gradients[len(inputs):]):
        if new is not None:
            leaf.grad = new if leaf.grad is None else leaf.grad + new
    return gradients[:len(inputs)]


def to_array(tensor):
    return tensor.numpy()


def from_array(array, share):
    """A tensor of a numpy array; anything else as torch takes it."""
    _load()
    if type(array).__module__ == "numpy":
        return torch.from_numpy(array) if share and hasattr(array, "__array_interface__") and array.ndim \
            else torch.tensor(array)
    return torch.as_tensor(array) if share else torch.tensor(array)


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
    for own, crossing, size in _copies.values():
        _copy(crossing, own, size)
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
        number = source.number()
        storage = _segments.pop(number, None)
        _copies.pop(number, None)
        if torch is not None and isinstance(storage, torch.UntypedStorage):
            _remove_segment(number, storage)
    for _ in range(source.number()):
        tensor, gradient = read(source), read(source)
        if tensor is not None:
            tensor.grad = gradient
            _leaves[id(tensor)][1] = gradient
            _keep_gradient(tensor)


def bring_copies():
    """What compiled code has written since, into memory that cannot be shared."""
    for own, crossing, size in _copies.values():
        _copy(own, crossing, size)
