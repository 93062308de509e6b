"""Sparse tensors: coordinates (COO) and compressed rows or columns (CSR, CSC), made of strided tensors.

A sparse tensor is a shell, a tensor that native code sees on no device, with the tensors of its indices and its values.
Gradients pass through the values. What operations do with sparse tensors is in `_sparse_operations`.
"""
import torch
from torch import _C_ops as ops
from torch._C import Tensor, device

_compressed_names = {torch.sparse_csr: ("crow", "col"), torch.sparse_csc: ("ccol", "row")}


def _refuse(name):
    raise NotImplementedError(f"Could not run 'aten::{name}' with arguments from the 'SparseCPU' backend. There is no such "
                              "operation of sparse tensors; x.to_dense() gives a tensor that has it")


class SparseTensor(Tensor):
    """`_index` is the tensor of coordinates, or the pair of compressed and plain indices. `_size` says the shape once more: a
    tuple, as all attributes are what graphs know of a sparse tensor."""

    __torch_function__ = torch._C._disabled_torch_function_impl

    # ---- what it is
    @property
    def layout(self):
        return self._layout

    @property
    def is_sparse(self):
        return self._layout is torch.sparse_coo

    @property
    def is_sparse_csr(self):
        return self._layout is torch.sparse_csr

    @property
    def shape(self):
        return torch.Size(self._size)

    def size(self, dim=None):
        if dim is None:
            return torch.Size(self._size)
        rank = len(self._size)
        if not -rank <= dim < rank:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-rank}, {rank - 1}], but got {dim})")
        return self._size[dim]

    def dim(self):
        return len(self._size)

    ndimension = dim

    @property
    def ndim(self):
        return len(self._size)

    def numel(self):
        count = 1
        for n in self._size:
            count *= n
        return count

    nelement = numel

    def __len__(self):
        if not self._size:
            raise TypeError("len() of a 0-d tensor")
        return self._size[0]

    @property
    def dtype(self):
        return self._value.dtype

    def is_floating_point(self):
        return self._value.is_floating_point()

    def is_complex(self):
        return self._value.is_complex()

    @property
    def device(self):
        return device("cpu")

    @property
    def is_cuda(self):
        return False

    @property
    def is_cpu(self):
        return True

    def sparse_dim(self):
        return self._index.shape[0] if self.is_sparse else 2

    def dense_dim(self):
        return self._value.dim() - 1

    def is_contiguous(self, memory_format=torch.contiguous_format):
        return False

    def is_coalesced(self):
        self._only_coo("is_coalesced")
        return self._sorted

    def _nnz(self):
        return self._value.shape[0]

    def _only_coo(self, name):
        if not self.is_sparse:
            raise RuntimeError(f"{name} expected sparse coordinate tensor layout but got {_layout_name(self)}")

    def _only_compressed(self, name, layout, kind):
        if self._layout is not layout:
            raise RuntimeError(f"{name} expected sparse {kind} compressed tensor layout but got {_layout_name(self)}")

    # ---- its parts
    def _indices(self):
        self._only_coo("_indices")
        return self._index

    def _values(self):
        return self._value

    def indices(self):
        self._only_coo("indices")
        if not self._sorted:
            raise RuntimeError("Cannot get indices on an uncoalesced tensor, please call .coalesce() first")
        return self._index

    def values(self):
        if self.is_sparse and not self._sorted:
            raise RuntimeError("Cannot get values on an uncoalesced tensor, please call .coalesce() first")
        return self._value if self.is_leaf and not self._value.requires_grad else ops.alias(self._value)

    def crow_indices(self):
        self._only_compressed("crow_indices", torch.sparse_csr, "row")
        return self._index[0]

    def col_indices(self):
        self._only_compressed("col_indices", torch.sparse_csr, "row")
        return self._index[1]

    def ccol_indices(self):
        self._only_compressed("ccol_indices", torch.sparse_csc, "column")
        return self._index[0]

    def row_indices(self):
        self._only_compressed("row_indices", torch.sparse_csc, "column")
        return self._index[1]

    # ---- other forms
    def coalesce(self):
        self._only_coo("coalesce")
        return coalesced(self)

    def to_dense(self, dtype=None, *, masked_grad=None):
        dense = dense_of(self)
        return dense if dtype is None else dense.to(dtype)

    def to_sparse(self, sparse_dim=None, *, layout=None, blocksize=None, dense_dim=None):
        return converted(self, torch.sparse_coo if layout is None else layout, blocksize)

    def to_sparse_coo(self):
        return converted(self, torch.sparse_coo)

    def to_sparse_csr(self, dense_dim=None):
        return converted(self, torch.sparse_csr)

    def to_sparse_csc(self, dense_dim=None):
        return converted(self, torch.sparse_csc)

    def to(self, *args, **kwargs):
        target, dtype, non_blocking, form = torch._parse_to(*args, **kwargs)
        if target is not None and target.type != "cpu":
            raise NotImplementedError("sparse tensors are on the CPU")
        return ops._to_copy(self, dtype=dtype) if dtype is not None and dtype != self.dtype or kwargs.get("copy") else self

    def cpu(self, memory_format=None):
        return self

    def type(self, dtype=None, non_blocking=False):
        if dtype is None:
            return "torch.sparse." + Tensor.type(self._value).split(".")[-1]
        return self.to(dtype)

    # ---- gradients: those of the values
    @property
    def requires_grad(self):
        return self._value.requires_grad

    @requires_grad.setter
    def requires_grad(self, on):
        self.requires_grad_(on)

    @property
    def is_leaf(self):
        return self._is_leaf or not self._value.requires_grad

    @property
    def grad_fn(self):
        return None if self.is_leaf else self._value.grad_fn

    @property
    def grad(self):
        value = self._value.grad if self.is_leaf else None
        return None if value is None else with_values(self, value)

    @grad.setter
    def grad(self, grad):
        if grad is not None and not (isinstance(grad, SparseTensor) and grad.shape == self.shape
                                     and grad._value.shape == self._value.shape):
            raise RuntimeError("the gradient of a sparse tensor is a sparse tensor with the same indices")
        self._value.grad = None if grad is None else grad._value

    def requires_grad_(self, requires_grad=True):
        if self.is_leaf:
            if not self._value.requires_grad:
                self._value = self._value.detach()
            self._value.requires_grad_(requires_grad)
            self._is_leaf = True
        elif not requires_grad:
            self._value.requires_grad_(False)
        return self

    def detach_(self):
        self._value = self._value.detach()
        return self

    @property
    def data(self):
        return self.detach()

    @data.setter
    def data(self, other):
        if not isinstance(other, SparseTensor):
            raise RuntimeError("the data of a sparse tensor are those of a sparse tensor")
        if other.dtype != self.dtype:
            raise NotImplementedError("the data of a sparse tensor are of its type")
        assign(self, other)

    def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        raise NotImplementedError("backward() of a sparse tensor: begin with a dense one, as torch.sparse.sum(x) is")

    def register_hook(self, hook):
        raise NotImplementedError("hooks of a sparse tensor: register them with the tensor of its values")

    retain_grad = register_post_accumulate_grad_hook = register_hook

    # ---- what there is not
    def storage(self):
        raise NotImplementedError("Cannot access storage of SparseTensorImpl")

    untyped_storage = storage

    def data_ptr(self):
        raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")

    def tolist(self):
        raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")

    def numpy(self, *, force=False):
        raise TypeError("can't convert Sparse layout tensor to numpy. Use Tensor.to_dense() first.")

    def __array__(self, *args):
        return self.numpy()

    def item(self):
        if self.numel() != 1:
            raise RuntimeError(f"a Tensor with {self.numel()} elements cannot be converted to Scalar")
        return dense_of(self).item()

    def __bool__(self):
        if self.numel() != 1:
            raise RuntimeError("Boolean value of Tensor with " +
                               ("more than one value is ambiguous" if self.numel() else "no values is ambiguous"))
        return bool(dense_of(self))

    def __getitem__(self, key):
        result = self
        dim = 0
        for part in key if isinstance(key, tuple) else (key,):
            if isinstance(part, slice) and part.start is None and part.stop is None and part.step is None:
                dim += 1
            elif isinstance(part, int) and not isinstance(part, bool):
                extent = result.shape[dim]
                if not -extent <= part < extent:
                    raise IndexError(f"index {part} is out of bounds for dimension {dim} with size {extent}")
                result = ops.select(result, dim, part)
            elif part is None:
                result = ops.unsqueeze(result, dim)
                dim += 1
            elif isinstance(part, slice):
                _refuse("as_strided")
            else:
                _refuse("index.Tensor")
        return result

    def __setitem__(self, key, value):
        raise TypeError("Cannot assign to a sparse tensor")

    def __deepcopy__(self, memo):
        if not self.is_leaf:
            raise RuntimeError("Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the "
                               "moment.  If you were attempting to deepcopy a module, this may be because of a torch.nn.utils."
                               "weight_norm usage, see https://github.com/pytorch/pytorch/pull/103001")
        if id(self) not in memo:
            memo[id(self)] = self.detach().clone().requires_grad_(self.requires_grad)
        return memo[id(self)]

    def __reduce_ex__(self, protocol):
        from torch import _utils
        parts = (self._index, self._value, self.shape, self._sorted) if self.is_sparse else \
            (self._index[0], self._index[1], self._value, self.shape)
        return _utils._rebuild_sparse_tensor, (self._layout, parts)

    def __repr__(self):
        return _text(self)


torch._C._known_as_tensor(SparseTensor)


# ---- printing
def _part(name, t, indent):
    head = name + "=tensor("
    text = head + torch._C._tensor_body(t, indent + len(head))
    return text + (f", size={tuple(t.shape)}" if t.numel() == 0 else "") + ")"


def _text(self):
    indent = 7
    names = ["indices"] if self.is_sparse else [name + "_indices" for name in _compressed_names[self._layout]]
    parts = [self._index] if self.is_sparse else list(self._index)
    lines = [_part(name, part, indent) for name, part in zip(names + ["values"], parts + [self._value.detach()])]
    text = "tensor(" + (",\n" + " " * indent).join(lines)
    notes = [f"size={tuple(self.shape)}", f"nnz={self._nnz()}"]
    if self.dtype not in (torch.get_default_dtype(), torch.int64, torch.bool):
        notes.append(f"dtype={self.dtype}")
    notes.append(f"layout={self._layout}")
    if self.requires_grad:
        notes.append("requires_grad=True" if self.is_leaf else f"grad_fn=<{self._origin or type(self._value.grad_fn).__name__}>")
    length = len(text) - text.rfind("\n") + 1
    breaks = self.is_sparse
    for note in notes:
        if breaks or length + len(note) + 2 > torch._C._line_width():
            text += ",\n" + " " * indent + note
            length = indent + len(note)
            breaks = False
        else:
            text += ", " + note
            length += len(note) + 2
    return text + ")"


def _layout_name(t):
    names = {torch.sparse_coo: "Sparse", torch.sparse_csr: "SparseCsr", torch.sparse_csc: "SparseCsc"}
    return names.get(t.layout, "Strided")


# ---- making
def _shell(layout, index, value, size, is_sorted):
    t = torch._C._sparse_shell(SparseTensor, size, value.dtype)
    t._layout = layout
    t._index = index
    t._value = value
    t._size = tuple(size)
    t._sorted = is_sorted
    t._is_leaf = False
    t._origin = None
    return t


def coo(index, value, size, is_sorted=False):
    return _shell(torch.sparse_coo, index, value, size, is_sorted or index.shape[1] < 2)


def compressed(layout, index, value, size):
    return _shell(layout, index, value, size, True)


def with_values(t, value):
    """The same places, other values."""
    return _shell(t._layout, t._index, value, t.shape, t._sorted)


def assign(t, other):
    """`t` becomes what `other` is, in place."""
    if tuple(t.shape) != tuple(other.shape):
        torch._C._reshape_shell(t, other.shape)
        t._size = other._size
    t._layout, t._index, t._sorted = other._layout, other._index, other._sorted
    t._value = other._value if other._value.dtype == t.dtype else other._value.to(t.dtype)
    torch._C._advance_version(t)
    return t


# ---- one form into another
def keys_of(index, sizes):
    """Each column of coordinates as one number, in the order of the elements."""
    key = index[0] if index.shape[0] else torch.zeros(index.shape[1], dtype=torch.int64)
    for row, size in zip(index[1:], sizes[1:]):
        key = key * size + row
    return key


def index_of_keys(keys, sizes):
    rows = []
    for size in reversed(sizes):
        rows.append(keys % max(size, 1))
        keys = keys // max(size, 1)
    return torch.stack(rows[::-1]) if rows else torch.zeros(0, keys.shape[0], dtype=torch.int64)


def coalesced(t):
    if t._sorted:
        return t
    sizes = list(t.shape[:t.sparse_dim()])
    if t._nnz() < 2:
        return coo(t._index, t._value, t.shape, True)
    keys, places = torch.unique(keys_of(t._index, sizes), return_inverse=True)
    value = torch.zeros([keys.shape[0]] + list(t._value.shape[1:]), dtype=t.dtype)
    if t.dtype == torch.bool:
        value = value.index_put((places,), t._value)
    else:
        value = value.index_add(0, places, t._value)
    return coo(index_of_keys(keys, sizes), value, t.shape, True)


def pointers(rows, count):
    """Where each row begins among sorted row numbers; one more for the end."""
    return torch.cat([torch.zeros(1, dtype=torch.int64), torch.bincount(rows, minlength=count).cumsum(0)])


def row_starts(rows, count):
    """The same without the end, of row numbers in order."""
    return torch.searchsorted(rows, torch.arange(count))


def row_numbers(pointers, count):
    """The row of each of `count` entries."""
    return torch.searchsorted(pointers[1:].contiguous(), torch.arange(count), right=True)


def as_coo(t):
    if t.is_sparse:
        return t
    outer, inner = row_numbers(t._index[0].long(), t._nnz()), t._index[1].long()
    if t._layout is torch.sparse_csr:
        return coo(torch.stack([outer, inner]), t._value, t.shape, True)
    return coalesced(coo(torch.stack([inner, outer]), t._value, t.shape))


def converted(t, layout, blocksize=None):
    if layout is torch.strided:
        return dense_of(t)
    if layout in (torch.sparse_bsr, torch.sparse_bsc) or blocksize is not None:
        raise NotImplementedError("sparse tensors of blocks are not supported: torch.sparse_csr has elements")
    if t._layout is layout:
        return t
    t = coalesced(as_coo(t))
    if layout is torch.sparse_coo:
        return t
    if t.dim() != 2:
        raise NotImplementedError("to_sparse_csr(): compressed sparse tensors are matrices here")
    if layout is torch.sparse_csr:
        return compressed(layout, (pointers(t._index[0], t.shape[0]), t._index[1]), t._value, t.shape)
    order = torch.argsort(t._index[1], stable=True)
    return compressed(layout, (pointers(t._index[1], t.shape[1]), t._index[0][order]), t._value[order], t.shape)


def dense_of(t):
    t = as_coo(t)
    zeros = torch.zeros(t.shape, dtype=t.dtype)
    if t.sparse_dim() == 0:
        return zeros + t._value.sum(0)
    return zeros.index_put(tuple(t._index), t._value, accumulate=t.dtype != torch.bool)


def of_dense(t, sparse_dim=None):
    count = t.dim() if sparse_dim is None else sparse_dim
    if not 0 <= count <= t.dim() or (count == 0 and t.dim()):
        raise RuntimeError(f"sparse_dim must be in (0, {t.dim()}], but got {count}")
    present = t.detach() != 0
    if count < t.dim():
        present = present.reshape(list(t.shape[:count]) + [-1]).any(-1)
    index = present.nonzero().t().contiguous()
    return coo(index, t[tuple(index)] if count else t.reshape(1), t.shape, True)


def rows_gradient(grad, indices, row_count, padding_idx):
    """The gradient of looking up rows: those of a gradient, at the places looked up."""
    indices = indices.reshape(-1)
    rows = grad.reshape(-1, grad.shape[-1])
    if padding_idx >= 0:
        wanted = indices != padding_idx
        indices = indices[wanted]
        rows = rows[wanted]
    return coo(indices.long().unsqueeze(0), rows, [row_count, grad.shape[-1]])
