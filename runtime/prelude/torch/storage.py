"""What tensors share, as pickles name it."""
import torch
from torch import _C_storage

__all__ = ["TypedStorage"]


class TypedStorage:
    """The memory of a tensor, in elements of its dtype."""

    def __init__(self, tensor):
        self._tensor = tensor

    @property
    def dtype(self):
        return self._tensor.dtype

    def __len__(self):
        return _C_storage._storage_numel(self._tensor)

    def __reduce__(self):
        import io
        file = io.BytesIO()
        torch.save(self, file)
        return _load_from_bytes, (file.getvalue(),)


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
    "FloatStorage": torch.float32, "DoubleStorage": torch.float64, "HalfStorage": torch.float16,
    "BFloat16Storage": torch.bfloat16, "LongStorage": torch.int64, "IntStorage": torch.int32,
    "ShortStorage": torch.int16, "CharStorage": torch.int8, "ByteStorage": torch.uint8, "BoolStorage": torch.bool}.items()}
_type_of = {kind.dtype: kind for kind in _types.values()}
