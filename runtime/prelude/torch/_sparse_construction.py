"""Functions of torch that make sparse tensors, with their checks."""
import torch
from torch import _C_ops as ops
from torch._sparse_tensor import SparseTensor, compressed, coo

# Whether constructors look at every index, as check_sparse_tensor_invariants says.
_checks = [False]


def _values(values, dtype):
    if isinstance(values, torch.Tensor):
        return values if dtype is None else values.to(dtype)
    return torch.tensor(values, dtype=dtype)


def _finished(t, given, requires_grad):
    """A leaf of its own, or with the history of the values that were given."""
    if requires_grad:
        t._value = t._value.detach().requires_grad_()
        t._is_leaf = True
    elif given.requires_grad:
        t._value = ops.alias(given)
        t._origin = "SparseCooTensorWithDimsAndTensorsBackward0" if t.is_sparse else None
    return t


def _check_device(device):
    if device is not None and torch.device(device).type != "cpu":
        raise NotImplementedError("sparse tensors are on the CPU")


def sparse_coo_tensor(indices=None, values=None, size=None, *, dtype=None, device=None, pin_memory=False, requires_grad=False,
                      check_invariants=None, is_coalesced=None):
    _check_device(device)
    if indices is None and size is None:
        raise TypeError("sparse_coo_tensor() received an invalid combination of arguments - got (), but expected one of:")
    if values is None and not isinstance(indices, torch.Tensor):
        sizes = indices if size is None else size
        return _empty([sizes] if isinstance(sizes, int) else list(sizes), dtype, requires_grad)
    index = indices.detach() if isinstance(indices, torch.Tensor) else torch.tensor(indices, dtype=torch.int64)
    if index.is_floating_point() or index.dtype == torch.bool:
        raise RuntimeError(f"indices must be an int64 tensor, but got: {index.dtype}")
    value = _values(values, dtype)
    if value.dim() == 0:
        value = value.expand(index.shape[1] if index.dim() == 2 else 1)
    index = index.long()
    if index.dim() != 2:
        raise RuntimeError(f"indices must be sparse_dim x nnz, but got: {list(index.shape)}")
    if index.shape[1] != value.shape[0]:
        raise RuntimeError(f"indices and values must have same nnz, but got nnz from indices: {index.shape[1]}, nnz from values: "
                           f"{value.shape[0]}")
    if size is None:
        size = _least_size(index) + list(value.shape[1:])
    size = [int(n) for n in size]
    if len(size) != index.shape[0] + value.dim() - 1:
        raise RuntimeError(f"'len(size) == sparse_dim + dense_dim' is not satisfied: len(size) = {len(size)}, sparse_dim = "
                           f"{index.shape[0]}, dense_dim = {value.dim() - 1}")
    if check_invariants or (check_invariants is None and _checks[0]):
        check_coo(index, value, size, is_coalesced)
    return _finished(coo(index, value.detach(), size, bool(is_coalesced)), value, requires_grad)


def _empty(size, dtype, requires_grad):
    t = coo(torch.zeros(len(size), 0, dtype=torch.int64), torch.zeros(0, dtype=dtype), size, True)
    return _finished(t, t._value, requires_grad)


def _least_size(index):
    if index.numel() == 0:
        return [0] * index.shape[0]
    if int(index.min()) < 0:
        raise RuntimeError(f"found negative index {int(index.min())} for dim {int(index.min(1)[0].argmin())}")
    return [int(n) + 1 for n in index.max(1)[0]]


def check_coo(index, value, size, is_coalesced=None):
    for dim, row in enumerate(index):
        if row.numel() and int(row.min()) < 0:
            raise RuntimeError(f"found negative index {int(row.min())} for dim {dim}")
        if row.numel() and int(row.max()) >= size[dim]:
            raise RuntimeError(f"size is inconsistent with indices: for dim {dim}, size is {size[dim]} but found index "
                               f"{int(row.max())}")
    dense = list(value.shape[1:])
    if dense != size[index.shape[0]:]:
        raise RuntimeError(f"values has incorrect size, expected {[value.shape[0]] + size[index.shape[0]:]}, got "
                           f"{list(value.shape)}")


def _compressed(name, layout, pointers, plain, values, size, dtype, device, requires_grad, check_invariants):
    _check_device(device)
    outer = pointers.detach() if isinstance(pointers, torch.Tensor) else torch.tensor(pointers, dtype=torch.int64)
    inner = plain.detach() if isinstance(plain, torch.Tensor) else torch.tensor(plain, dtype=torch.int64)
    value = _values(values, dtype)
    if outer.dim() != 1 or inner.dim() != 1 or value.dim() != 1:
        raise NotImplementedError(f"{name}: compressed sparse tensors are matrices of numbers here, without batches and blocks")
    if inner.shape[0] != value.shape[0]:
        raise RuntimeError("number of specified elements must be the same in plain indices and values, but got "
                           f"{inner.shape[0]} and {value.shape[0]}")
    if size is None:
        count = outer.shape[0] - 1
        most = int(inner.max()) + 1 if inner.numel() else 0
        size = [count, most] if layout is torch.sparse_csr else [most, count]
    size = [int(n) for n in size]
    if check_invariants or (check_invariants is None and _checks[0]):
        check_compressed(layout, outer, inner, size)
    return _finished(compressed(layout, (outer, inner), value.detach(), size), value, requires_grad)


def check_compressed(layout, outer, inner, size):
    count, extent = size if layout is torch.sparse_csr else size[::-1]
    names = ("crow_indices", "col_indices") if layout is torch.sparse_csr else ("ccol_indices", "row_indices")
    if outer.shape[0] != count + 1:
        raise RuntimeError(f"{names[0]}.shape[-1] must be equal to the number of rows or columns + 1 = {count + 1}, but got "
                           f"{outer.shape[0]}")
    if int(outer[0]) != 0:
        raise RuntimeError(f"`{names[0]}[..., 0] == 0` is not satisfied.")
    if int(outer[-1]) != inner.shape[0]:
        raise RuntimeError(f"`{names[0]}[..., -1] == nnz` is not satisfied.")
    if inner.numel() and (int(inner.min()) < 0 or int(inner.max()) >= extent):
        raise RuntimeError(f"`0 <= {names[1]} < {'ncols' if layout is torch.sparse_csr else 'nrows'}` is not satisfied.")


def sparse_csr_tensor(crow_indices, col_indices, values, size=None, *, dtype=None, device=None, pin_memory=False,
                      requires_grad=False, check_invariants=None):
    return _compressed("sparse_csr_tensor", torch.sparse_csr, crow_indices, col_indices, values, size, dtype, device,
                       requires_grad, check_invariants)


def sparse_csc_tensor(ccol_indices, row_indices, values, size=None, *, dtype=None, device=None, pin_memory=False,
                      requires_grad=False, check_invariants=None):
    return _compressed("sparse_csc_tensor", torch.sparse_csc, ccol_indices, row_indices, values, size, dtype, device,
                       requires_grad, check_invariants)


def _legacy(dtype):
    def make(*args):
        if len(args) == 1 and isinstance(args[0], (list, tuple)):
            return _empty(list(args[0]), dtype, False)
        if len(args) >= 2 and isinstance(args[0], torch.Tensor):
            return sparse_coo_tensor(args[0], args[1], *args[2:])
        return _empty(list(args), dtype, False)
    return make


legacy = {"FloatTensor": _legacy(torch.float32), "DoubleTensor": _legacy(torch.float64), "LongTensor": _legacy(torch.int64),
          "IntTensor": _legacy(torch.int32), "ShortTensor": _legacy(torch.int16), "CharTensor": _legacy(torch.int8),
          "ByteTensor": _legacy(torch.uint8), "HalfTensor": _legacy(torch.float16), "BFloat16Tensor": _legacy(torch.bfloat16)}


def rebuild(layout, data):
    """What a pickle says of a sparse tensor."""
    if layout is torch.sparse_coo:
        index, value, size = data[:3]
        return coo(index, value, size, len(data) > 3 and bool(data[3]))
    outer, inner, value, size = data
    return compressed(layout, (outer, inner), value, size)


def smm(input, mat2):
    """A sparse matrix with all columns of the rows that there are."""
    if not isinstance(input, SparseTensor):
        raise RuntimeError("smm: the first matrix must be sparse")
    rows = torch.unique(input._indices()[0])
    product = ops.mm(input, mat2)
    count = product.shape[1]
    index = torch.stack([rows.repeat_interleave(count), torch.arange(count).repeat(rows.shape[0])])
    return coo(index, product[rows].reshape(-1), product.shape)


def spmm(input, mat2):
    return ops.mm(input, mat2)


dsmm = spmm
