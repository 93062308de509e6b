"""Operations that arrange elements: parts, rotations, stacks, matrices of vectors, combinations."""
import torch
from torch import _C_ops as ops
from torch._C_autograd import _name_node
from torch._operations import _room


# ---- parts and places
def rot90(self, k, dims):
    input = self
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if input.dim() < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {input.dim()}")
    a, b = dims
    if a == b or abs(a - b) == input.dim():
        raise RuntimeError(f"expected rotation dims to be different, but got dim0 = {a} and dim1 = {b}")
    k %= 4
    if k == 1:
        return _name_node(input.flip(b).transpose(a, b), "Rot90Backward0")
    if k == 2:
        return _name_node(input.flip([a, b]), "Rot90Backward0")
    if k == 3:
        return _name_node(input.flip(a).transpose(a, b), "Rot90Backward0")
    return _name_node(input.clone(memory_format=torch.contiguous_format), "Rot90Backward0")


def _split(name, input, where, dim, least):
    if input.dim() < least:
        raise RuntimeError(f"torch.{name} requires a tensor with at least {least} dimension, but got a tensor "
                           f"with {input.dim()} dimensions!")
    if isinstance(where, int) and (where == 0 or input.shape[dim] % where):
        raise RuntimeError(f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension "
                           f"{input.shape[dim]} is not divisible by the split_size {where}!")
    return torch.tensor_split(input, where, dim)


def hsplit_int(self, where):
    return _split("hsplit", self, where, 0 if self.dim() == 1 else 1, 1)


def vsplit_int(self, where):
    return _split("vsplit", self, where, 0, 2)


def dsplit_int(self, where):
    return _split("dsplit", self, where, 2, 3)


def hsplit_array(self, where):
    return hsplit_int(self, where)


def vsplit_array(self, where):
    return vsplit_int(self, where)


def dsplit_array(self, where):
    return dsplit_int(self, where)


def msort(self):
    return self.sort(0).values


def narrow_copy(self, dim, start, length):
    if dim >= self.dim():
        raise RuntimeError("Expected dim < static_cast<int64_t>(self_sizes.size()) to be true, but got false.  (Could this error "
                           "message be improved?  If so, please report an enhancement request to PyTorch.)")
    return _name_node(self.narrow(dim, start, length).clone(memory_format=torch.contiguous_format), "NarrowCopyBackward0")


def put(self, index, source, accumulate):
    input = self
    torch._check_put(input, index, source)
    flat = torch._put_within(input, index, lambda: input.reshape(-1).index_put((index.reshape(-1),), source.reshape(-1), accumulate))
    return _name_node(torch.empty_like(input).copy_(flat.reshape(input.shape)), "PutBackward0")


def unsafe_split_Tensor(self, split_size, dim):
    return tuple([_name_node(self.narrow(dim, start, min(split_size, self.shape[dim] - start)), "UnsafeSplitBackward0")
                  for start, _ in _starts(self, split_size, dim)])


def _starts(input, split_size, dim):
    """Checked as those of split."""
    start = 0
    for part in input.split(split_size, dim):
        yield start, part
        start += part.shape[dim]


def unsafe_split_with_sizes(self, split_sizes, dim):
    return tuple([_name_node(self.narrow(dim, start, part.shape[dim]), "UnsafeSplitWithSizesBackward0")
                  for start, part in _starts(self, split_sizes, dim)])


def unsafe_chunk(self, chunks, dim):
    if self.dim() == 0:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    size = self.shape[dim]
    if size == 0:
        return unsafe_split_with_sizes(self, _room(chunks, 0), dim)
    return unsafe_split_Tensor(self, (size + chunks - 1) // chunks, dim)


# ---- as views
def ravel(self):
    return ops.view(ops.contiguous(self), [-1])


def broadcast_to(self, size):
    return ops.expand(self, size)


# ---- diagonals and flips
def diag(self, diagonal):
    if self.dim() == 1:
        return ops.diag_embed(self, diagonal, 0, 1)
    if self.dim() != 2:
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {self.dim()}D")
    copy = ops.clone(ops.diagonal(self, diagonal, 0, 1), memory_format=torch.contiguous_format)
    return _name_node(copy, "DiagonalBackward0_copy")


def diagflat(self, offset):
    return diag(self.reshape(-1), offset)


def fliplr(self):
    if self.dim() < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return ops.flip(self, [1])


def flipud(self):
    if self.dim() < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return ops.flip(self, [0])


# ---- stacks
def _not_empty(tensors, name):
    if len(tensors) == 0:
        raise RuntimeError(f"{name} expects a non-empty TensorList")


def hstack(tensors):
    _not_empty(tensors, "hstack")
    tensors = [torch.atleast_1d(t) for t in tensors]
    return torch.cat(tensors, 0 if tensors[0].dim() == 1 else 1)


def vstack(tensors):
    _not_empty(tensors, "vstack")
    return torch.cat([torch.atleast_2d(t) for t in tensors], 0)


def dstack(tensors):
    _not_empty(tensors, "dstack")
    return torch.cat([torch.atleast_3d(t) for t in tensors], 2)


def column_stack(tensors):
    _not_empty(tensors, "column_stack")
    return hstack([t.reshape(t.numel(), 1) if t.dim() <= 1 else t for t in tensors])


# ---- of vectors
def _chosen(n, r, with_replacement):
    """The places of all combinations, in order: each prefix is followed by every place that leaves enough of them."""
    apart = 0 if with_replacement else 1
    rows = torch.arange(n - apart * (r - 1)).reshape(-1, 1)
    for k in range(1, r):
        last = rows[:, -1]
        counts = n - apart * (r - 1 - k) - apart - last
        rows = rows.repeat_interleave(counts, 0)
        within = torch.arange(rows.shape[0]) - (counts.cumsum(0) - counts).repeat_interleave(counts)
        rows = torch.cat([rows, (rows[:, -1] + apart + within).reshape(-1, 1)], 1)
    return rows


def combinations(self, r, with_replacement):
    from torch._functions import _only_vectors
    _only_vectors([self])
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return self.new_empty((0,))
    n = self.numel()
    if n > 1 and (r >= 63 or n ** r >= 1 << 63):  # torch selects from all tuples
        raise RuntimeError("numel: integer multiplication overflow")
    places = torch.empty(0, r, dtype=torch.int64) if n == 0 or r > n and not with_replacement else _chosen(n, r, with_replacement)
    return self[places.to(self.device)]


def vander(x, N, increasing):
    if x.dim() != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    n = x.shape[-1] if N is None else N
    powers = torch.arange(n, device=x.device)
    if not increasing:
        powers = powers.flip([0])
    return x.unsqueeze(-1) ** powers
