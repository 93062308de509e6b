"""What tensors share, as pickles name it."""
import math

import torch
from torch import _C_storage

__all__ = ["TypedStorage", "UntypedStorage"]


class _Storage:
    """The memory of a tensor, which stays shared with it."""

    def __init__(self, tensor):
        self._tensor = tensor
        self._cached = None

    def _elements(self):
        """A tensor of one dimension over all of it; made anew where it has grown."""
        count = len(self)
        if self._cached is None or self._cached.numel() != count:
            self._cached = self._over(count)
        return self._cached

    def __getitem__(self, index):
        if isinstance(index, slice):
            return self._part(index)
        return self._elements()[index].item()

    def __setitem__(self, index, value):
        with torch.no_grad():
            self._elements()[index] = value

    def __iter__(self):
        return iter(self.tolist())

    def __eq__(self, other):
        return isinstance(other, _Storage) and self.data_ptr() == other.data_ptr() and type(self) is type(other)

    def __hash__(self):
        return hash(self.data_ptr())

    def tolist(self):
        return self._elements().tolist()

    def data_ptr(self):
        return self._elements().data_ptr()

    def size(self):
        return len(self)

    def nbytes(self):
        return _C_storage._storage_numel(self._tensor) * self._tensor.element_size()

    def fill_(self, value):
        with torch.no_grad():
            self._elements().fill_(value)
        return self

    def copy_(self, source, non_blocking=None):
        with torch.no_grad():
            self._elements().copy_(source._elements())
        return self

    def clone(self):
        return type(self)(self._elements().clone())

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        """One copy of a storage, whichever object shows it: in elements of the tensor's dtype, or in bytes."""
        copies, key = memo.setdefault("torch", {}), _C_storage._storage_key(self._tensor)
        if key not in copies:
            copies[key] = self._elements().clone()
        flat = copies[key]
        if flat.dtype != self._tensor.dtype:
            count = _C_storage._storage_numel(flat) * flat.element_size() // self._tensor.element_size()
            flat = _C_storage._tensor_on(flat, 0, (count,), (1,), self._tensor.dtype)
        return type(self)(flat)

    @property
    def device(self):
        return self._tensor.device

    def cpu(self):
        return self


class TypedStorage(_Storage):
    """In elements of the tensor's dtype."""

    def _over(self, count):
        return _C_storage._tensor_on(self._tensor, 0, (count,), (1,))

    @property
    def dtype(self):
        return self._tensor.dtype

    def __len__(self):
        return _C_storage._storage_numel(self._tensor)

    def _part(self, index):
        raise RuntimeError("slices are only supported in UntypedStorage.__getitem__")

    def element_size(self):
        return self._tensor.element_size()

    def untyped(self):
        return UntypedStorage(self._tensor)

    def __repr__(self):
        lines = "".join([f" {value}\n" for value in self.tolist()])
        return f"{lines}[torch.storage.TypedStorage(dtype={self.dtype}, device={self.device}) of size {len(self)}]"

    def __reduce__(self):
        import io
        file = io.BytesIO()
        torch.save(self, file)
        return _load_from_bytes, (file.getvalue(),)


class UntypedStorage(_Storage):
    """In bytes."""

    def __init__(self, given=0, *, device=None):
        if isinstance(given, int):
            if given < 0:
                raise RuntimeError("[enforce fail at alloc_cpu.cpp:98] ((ptrdiff_t)nbytes) >= 0. alloc_cpu() seems to have been "
                                   f"called with negative number: {given + (1 << 64)}")
            given = torch.empty(given, dtype=torch.uint8, device=device)
        elif not isinstance(given, torch.Tensor):
            given = torch.tensor(_expect_bytes(given), dtype=torch.uint8, device=device)
        super().__init__(given)

    def _over(self, count):
        tensor = self._tensor
        whole = _C_storage._tensor_on(tensor, 0, (_C_storage._storage_numel(tensor),), (1,))
        return whole.view(torch.uint8)

    def __len__(self):
        return self.nbytes()

    def _part(self, index):
        return UntypedStorage(self._elements()[index])

    def element_size(self):
        return 1

    def __repr__(self):
        lines = "".join([f" {value}\n" for value in self.tolist()])
        return f"{lines}[torch.storage.UntypedStorage(device={self.device}) of size {len(self)}]"


def _expect_bytes(given):
    if not hasattr(given, "__getitem__"):
        raise RuntimeError(f"torch.UntypedStorage(): Expected a sequence type, but got {type(given).__name__}")
    for item in given:
        if not isinstance(item, int):
            raise RuntimeError("torch.UntypedStorage(): tried to construct a storage from a sequence "
                               f"({type(given).__name__}), but one of the items was of type {type(item).__name__} instead of int")
    return [item & 255 for item in given]


class _Memory:
    """A storage as elements of some dtype, for Tensor.set_."""

    def __init__(self, storage, dtype, start):
        self._storage = storage
        self._dtype = dtype
        self._start = start

    def _on(self, offset, size, stride):
        return _C_storage._tensor_on(self._storage._tensor, offset, size, stride, self._dtype)

    def _count(self):
        return self._storage.nbytes() // self._dtype.itemsize

    def whole(self):
        return self._on(0, (self._count(),), (1,))

    def part(self, offset, size, stride=None):
        """As torch does it, storages grow to what is asked for."""
        offset += self._start
        if any([n < 0 for n in size]):
            raise RuntimeError("numel: integer multiplication overflow")
        if offset < 0:
            raise RuntimeError(f"Tensor: invalid storage offset {offset}")
        if stride is None:
            stride = torch.empty(size, device="meta").stride()
        if len(size) != len(stride):
            raise RuntimeError(f"unequal size length ({len(size)}) and stride length ({len(stride)})")
        if any([step < 0 for step in stride]):
            raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")
        needed = 0 if 0 in size else offset + 1 + sum([(n - 1) * step for n, step in zip(size, stride)])
        if math.prod(size) >= 1 << 63:
            raise RuntimeError("numel: integer multiplication overflow")
        if needed * self._dtype.itemsize >= 1 << 63:
            raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")
        if needed > self._count():
            self.whole().resize_(needed)
        return self._on(offset, size, stride)


def _memory_of(source, dtype):
    """None for what is no storage of such elements."""
    if isinstance(source, torch.Tensor):
        return _Memory(UntypedStorage(source), dtype, source.storage_offset())
    if not isinstance(source, _Storage):
        return None
    if isinstance(source, TypedStorage) and source.dtype != dtype:
        wanted, given = (_type_of[kind].__name__[:-len("Storage")] for kind in (dtype, source.dtype))
        raise RuntimeError(f"Expected a Storage of type {wanted.lower()} or an UntypedStorage, but got type {given} for "
                           "argument 1 'storage'")
    return _Memory(source, dtype, 0)


def _load_from_bytes(b):
    import io
    return torch.load(io.BytesIO(b), weights_only=False)


class StorageType:
    """torch.FloatStorage and the like, which stand for dtypes in files."""

    def __init__(self, name, dtype):
        self.__name__ = self.__qualname__ = name
        self.__module__ = "torch"
        self.dtype = dtype

    def __repr__(self):
        return f"<class 'torch.{self.__name__}'>"

    def __reduce__(self):
        return self.__name__


_types = {name: StorageType(name, dtype) for name, dtype in {
    "ComplexFloatStorage": torch.complex64, "ComplexDoubleStorage": torch.complex128,
    "FloatStorage": torch.float32, "DoubleStorage": torch.float64, "HalfStorage": torch.float16,
    "BFloat16Storage": torch.bfloat16, "LongStorage": torch.int64, "IntStorage": torch.int32,
    "ShortStorage": torch.int16, "CharStorage": torch.int8, "ByteStorage": torch.uint8, "BoolStorage": torch.bool}.items()}
_type_of = {kind.dtype: kind for kind in _types.values()}
