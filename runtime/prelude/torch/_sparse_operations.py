"""Operations that have a sparse tensor among their arguments: what rows of the op table mean then.

A function has the name of a schema, its overload after `_`; in-place forms have theirs (`add__Tensor`). It is called with all
of the schema's parameters by position. Rows that are not here are made of others or raise NotImplementedError.
"""
import torch
from torch import _C_ops as ops
from torch._C_autograd import _name_node
from torch._sparse_tensor import (SparseTensor, as_coo, assign, coalesced, compressed, converted, coo, dense_of, index_of_keys,
                                  keys_of, pointers, row_numbers, row_starts, with_values, _layout_name)


def _is_sparse(t):
    return isinstance(t, SparseTensor)


def _like(t, result):
    """A result in coordinates, in the layout of an argument."""
    return converted(result, t._layout)


# ---- sums and products by elements
def _check_same_size(name, a, b):
    if tuple(a.shape) != tuple(b.shape):
        raise RuntimeError(f"{name}: expected sizes of 'self' and 'other' to match, but {list(a.shape)} != {list(b.shape)}")


def _merged(a, b):
    """Which places two lists of places have together when always the lower of both first ones is next; for each of their
    entries the number of its place."""
    sizes = list(a.shape[:a.sparse_dim()])
    left, right = keys_of(a._index, sizes), keys_of(b._index, sizes)
    if left.shape == right.shape and bool((left == right).all()):
        same = torch.arange(left.shape[0])
        return a._index, same, same
    if a._sorted and b._sorted:
        keys, places = torch.unique(torch.cat([left, right]), return_inverse=True)
        return index_of_keys(keys, sizes), places[:left.shape[0]], places[left.shape[0]:]
    left, right = left.tolist(), right.tolist()
    keys, left_places, right_places = [], [], []
    i = j = 0
    while i < len(left) or j < len(right):
        takes_left = j == len(right) or (i < len(left) and left[i] <= right[j])
        takes_right = i == len(left) or (j < len(right) and right[j] <= left[i])
        place = len(keys)
        keys.append(left[i] if takes_left else right[j])
        if takes_left:
            left_places.append(place)
            i += 1
        if takes_right:
            right_places.append(place)
            j += 1
    return index_of_keys(torch.tensor(keys, dtype=torch.int64), sizes), torch.tensor(left_places, dtype=torch.int64), \
        torch.tensor(right_places, dtype=torch.int64)


def _sum(a, b, alpha):
    _check_same_size("add", a, b)
    a, b = as_coo(a), as_coo(b)
    if a.sparse_dim() != b.sparse_dim():
        raise RuntimeError("add: expected 'self' and 'other' to have same number of sparse dimensions, but "
                           f"{a.sparse_dim()} != {b.sparse_dim()}")
    dtype = torch.result_type(a._value, b._value)
    left, right = a._value.to(dtype), b._value.to(dtype)
    if alpha != 1:
        right = right * alpha
    if b._nnz() == 0 or a._nnz() == 0:
        source = a if b._nnz() == 0 else b
        return coo(source._index, (left if b._nnz() == 0 else right).clone(), a.shape, source._sorted)
    if not (left.is_contiguous() and right.is_contiguous()):
        return coo(torch.cat([a._index, b._index], 1), torch.cat([left, right]), a.shape)
    index, left_places, right_places = _merged(a, b)
    value = torch.zeros([index.shape[1]] + list(left.shape[1:]), dtype=dtype)
    return coo(index, value.index_add(0, left_places, left).index_add(0, right_places, right), a.shape, a._sorted and b._sorted)


def _check_added(dense, sparse):
    if tuple(dense.shape) != tuple(sparse.shape):
        raise RuntimeError("add: expected 'self' and 'other' to have same size, but self has size "
                           f"{list(dense.shape)} while other has size {list(sparse.shape)} "
                           "(FYI: op(dense, sparse) does not currently support broadcasting)")


def _scaled(t, alpha):
    return t._value if alpha == 1 else t._value * alpha


def add_Tensor(self, other, alpha=1):
    if _is_sparse(self) and _is_sparse(other):
        result = _sum(self, other, alpha)
        return result if self.is_sparse else _like(self, result)
    if _is_sparse(self):
        raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")
    _check_added(self, other)
    dtype = torch.result_type(self, other._value)
    other = as_coo(other)
    if other.sparse_dim() == 0:
        return self + _scaled(other, alpha).sum(0)
    return self.to(dtype).index_put(tuple(other._index), _scaled(other, alpha).to(dtype), accumulate=True)


def add__Tensor(self, other, alpha=1):
    if _is_sparse(self):
        if not _is_sparse(other):
            raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")
        return assign(self, add_Tensor(self, other, alpha))
    _check_added(self, other)
    other = as_coo(other)
    return self.index_put_(tuple(other._index), _scaled(other, alpha).to(self.dtype), accumulate=True)


def sub_Tensor(self, other, alpha=1):
    return add_Tensor(self, other, -alpha)


def sub__Tensor(self, other, alpha=1):
    return add__Tensor(self, other, -alpha)


def rsub_Tensor(self, other, alpha=1):
    return add_Tensor(other, self, -alpha)


def add_Scalar(self, other, alpha=1):
    raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")


sub_Scalar = rsub_Scalar = add__Scalar = sub__Scalar = add_Scalar


def mul_Tensor(self, other):
    if not _is_sparse(self):
        self, other = other, self
    if not _is_sparse(other):
        if other.dim() == 0:
            return with_values(self, self._value * other)
        t = as_coo(self)
        if tuple(torch.broadcast_shapes(self.shape, other.shape)) != tuple(self.shape):
            raise NotImplementedError("a sparse tensor is not expanded to a product's shape: multiply with x.to_dense()")
        return _like(self, with_values(t, t._value * other.expand(self.shape)[tuple(t._index)]))
    if other.dim() == 0 and self.dim() != 0:
        return with_values(self, self._value * dense_of(other))
    _check_same_size("mul", self, other)
    a, b = as_coo(self), as_coo(other)
    if a._sorted != b._sorted:
        return _product_at(b, a) if a._sorted else _product_at(a, b)
    a, b = coalesced(a), coalesced(b)
    sizes = list(self.shape[:a.sparse_dim()])
    left, right = keys_of(a._index, sizes), keys_of(b._index, sizes)
    here, there = torch.isin(left, right), torch.isin(right, left)
    return _like(self, coo(a._index[:, here], a._value[here] * b._value[there], self.shape, True))


def _product_at(t, factors):
    """Each entry of `t`, of which several may be at one place, times what the other one has there."""
    sizes = list(t.shape[:t.sparse_dim()])
    wanted, known = keys_of(t._index, sizes), keys_of(factors._index, sizes)
    if known.shape[0] == 0:
        return with_values(t, t._value * 0)
    place = torch.searchsorted(known, wanted).clamp(max=known.shape[0] - 1)
    present = (known[place] == wanted).reshape([-1] + [1] * t.dense_dim())
    factor = factors._value[place]
    return with_values(t, t._value * torch.where(present, factor, torch.zeros_like(factor)))


def mul_Scalar(self, other):
    return with_values(self, self._value * other)


def mul__Tensor(self, other):
    if not _is_sparse(self):
        return self.copy_(dense_of(mul_Tensor(self, other)))
    return assign(self, mul_Tensor(self, other))


def mul__Scalar(self, other):
    return assign(self, mul_Scalar(self, other))


def div_Tensor(self, other):
    if not _is_sparse(self) or (isinstance(other, torch.Tensor) and (_is_sparse(other) or other.dim() != 0)):
        raise RuntimeError("Sparse division requires a scalar or zero-dim dense tensor divisor (got shape "
                           f"{list(other.shape)} for divisor)")
    return with_values(self, self._value / other)


def div__Tensor(self, other):
    return assign(self, div_Tensor(self, other))


div_Scalar = div_Tensor
div__Scalar = div__Tensor


def pow_Tensor_Scalar(self, exponent):
    if exponent == 0:
        raise RuntimeError("pow: cannot raise to zeroth power on sparse tensor; it would make the result tensor dense")
    t = coalesced(self) if self.is_sparse else self
    return with_values(t, t._value ** exponent)


# Functions that are zero at zero.
_unary = ("abs", "asin", "asinh", "atan", "atanh", "ceil", "deg2rad", "erf", "erfinv", "expm1", "floor", "frac", "isnan", "log1p",
          "neg", "rad2deg", "relu", "round", "sgn", "sign", "signbit", "sin", "sinh", "sqrt", "square", "tan", "tanh", "trunc",
          "isinf", "isneginf", "isposinf")


_linear = ("neg",)  # of a sum it is the sum: what stands twice stays


def _by_values(name):
    def function(self, *args):
        t = coalesced(self) if self.is_sparse and name not in _linear else self
        return with_values(t, getattr(torch, name)(t._value))
    return function


def _in_place(name):
    def function(self, *args):
        if self.is_sparse and not self._sorted and name not in _linear:
            raise RuntimeError(f"{name}_ requires coalesced input")
        return assign(self, globals()[name](self))
    return function


for _name in _unary:
    globals()[_name] = _by_values(_name)
    globals()[_name + "_"] = _in_place(_name)


def round_decimals(self, decimals=0):
    t = coalesced(self) if self.is_sparse else self
    return with_values(t, torch.round(t._value, decimals=decimals))


def nan_to_num(self, nan=None, posinf=None, neginf=None):
    t = coalesced(self) if self.is_sparse else self
    return with_values(t, ops.nan_to_num(t._value, nan, posinf, neginf))


def any(self):
    return self._value.any()


def _in_one_pass(params, grads, first, second, third):
    return False


def reshape(self, shape):
    raise RuntimeError("reshape is not implemented for sparse tensors")


def is_nonzero(self):
    return bool(dense_of(self))


# ---- copies
def _index_copy(t):
    return t._index.clone() if t.is_sparse else (t._index[0].clone(), t._index[1].clone())


def _with(t, index, value):
    result = with_values(t, value)
    result._index = index
    return result


def clone(self, memory_format=None):
    return _with(self, _index_copy(self), self._value.clone())


def detach(self):
    return with_values(self, self._value.detach())


def alias(self):
    return with_values(self, ops.alias(self._value))


def contiguous(self, memory_format=None):
    return self


def _to_copy(self, dtype=None, device=None, memory_format=None):
    return _with(self, _index_copy(self), ops._to_copy(self._value, dtype=dtype))


def copy_(self, src, non_blocking=False):
    if not (_is_sparse(self) and _is_sparse(src)):
        raise RuntimeError("copy_() between dense and sparse Tensors is not implemented! Found self type = "
                           f"{self.type()} and src type = {src.type()}")
    return assign(self, _with(src, _index_copy(src), src._value.to(self.dtype, copy=True)))


def zero_(self):
    return assign(self, zeros_like(self))


def zeros_like(self, dtype=None, device=None, memory_format=None):
    count = 0
    index = self._index[:, :0] if self.is_sparse else (torch.zeros_like(self._index[0]), self._index[1][:0])
    value = torch.zeros([count] + list(self._value.shape[1:]), dtype=self.dtype if dtype is None else dtype)
    result = with_values(self, value)
    result._index = index
    result._sorted = True
    return result


empty_like = zeros_like


# ---- other shapes
def _dimension(t, dim):
    rank = max(t.dim(), 1)
    if not -rank <= dim < rank:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-rank}, {rank - 1}], but got {dim})")
    return dim % rank


def transpose_int(self, dim0, dim1):
    dim0, dim1 = _dimension(self, dim0), _dimension(self, dim1)
    size = list(self.shape)
    size[dim0], size[dim1] = size[dim1], size[dim0]
    if not self.is_sparse:
        if dim0 == dim1:
            return self
        other = torch.sparse_csc if self._layout is torch.sparse_csr else torch.sparse_csr
        return compressed(other, self._index, self._value, size)
    if dim0 == dim1:
        return self
    count = self.sparse_dim()
    if dim0 < count and dim1 < count:
        order = list(range(count))
        order[dim0], order[dim1] = dim1, dim0
        return coo(self._index[order], self._value, size)
    if dim0 >= count and dim1 >= count:
        return coo(self._index, self._value.transpose(dim0 - count + 1, dim1 - count + 1), size, self._sorted)
    raise RuntimeError(f"transpose(): can only transpose sparse dimensions with sparse dimensions, got {dim0} and {dim1}")


def t(self):
    if self.dim() > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 sparse and 0 dense dimensions, but got {self.sparse_dim()} sparse and "
                           f"{self.dense_dim()} dense dimensions")
    return self if self.dim() < 2 else transpose_int(self, 0, 1)


def permute(self, dims):
    dims = [_dimension(self, d) for d in dims]
    count = self.sparse_dim()
    if sorted(dims[:count]) != list(range(count)):
        raise RuntimeError("permute(sparse_coo): the sparse dimensions come first here as before")
    value = self._value.permute([0] + [d - count + 1 for d in dims[count:]])
    return coo(self._index[dims[:count]], value, [self.shape[d] for d in dims], dims == list(range(len(dims))) and self._sorted)


def unsqueeze(self, dim):
    rank = self.dim() + 1
    if not -rank <= dim < rank:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-rank}, {rank - 1}], but got {dim})")
    dim %= rank
    size = list(self.shape)
    size.insert(dim, 1)
    count = self.sparse_dim()
    if dim <= count:
        row = torch.zeros(1, self._nnz(), dtype=torch.int64)
        return coo(torch.cat([self._index[:dim], row, self._index[dim:]]), self._value, size, self._sorted)
    return coo(self._index, self._value.unsqueeze(dim - count + 1), size, self._sorted)


def select_int(self, dim, index):
    dim = _dimension(self, dim)
    if self.dim() == 0:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    extent = self.shape[dim]
    if not -extent <= index < extent:
        raise IndexError(f"select(): index {index} out of range for tensor of size {list(self.shape)} at dimension {dim}")
    index %= extent
    self = as_coo(self)
    size = [n for d, n in enumerate(self.shape) if d != dim]
    count = self.sparse_dim()
    if dim >= count:
        return coo(self._index, self._value.select(dim - count + 1, index), size, self._sorted)
    chosen = self._index[dim] == index
    value = self._value[chosen]
    if count == 1:
        return value.sum(0, dtype=self.dtype)
    rest = [d for d in range(count) if d != dim]
    return coo(self._index[rest][:, chosen], value, size, self._sorted)


def unbind_int(self, dim=0):
    return [select_int(self, dim, i) for i in range(self.shape[_dimension(self, dim)])]


def index_select(self, dim, index):
    dim = _dimension(self, dim)
    self = as_coo(self)
    size = list(self.shape)
    size[dim] = index.numel()
    count = self.sparse_dim()
    if dim >= count:
        return coo(self._index, self._value.index_select(dim - count + 1, index), size, self._sorted)
    index = torch.where(index < 0, index + self.shape[dim], index).reshape(-1).long()
    if index.numel() and (bool((index < 0).any()) or bool((index >= self.shape[dim]).any())):
        raise IndexError(f"index_select(): index contains an entry out of range for dimension of size {self.shape[dim]}")
    order = torch.argsort(self._index[dim], stable=True)
    starts = pointers(self._index[dim], self.shape[dim])
    place, entry = _joined(index, starts)
    entry = order[entry]
    rows = self._index[:, entry]
    rows[dim] = place
    return coo(rows, self._value[entry], size)


def _joined(rows, starts):
    """All pairs of a position in `rows` and an entry of that row; `starts` says where the rows' entries begin."""
    counts = (starts[1:] - starts[:-1])[rows]
    place = torch.repeat_interleave(torch.arange(rows.shape[0]), counts)
    before = counts.cumsum(0) - counts
    return place, torch.arange(place.shape[0]) - before[place] + starts[rows][place]


def cat(tensors, dim=0):
    for t in tensors:
        if not _is_sparse(t):
            raise RuntimeError(f"sparse tensors do not have strides: cat of sparse tensors takes no dense ones")
    first = tensors[0]
    dim = _dimension(first, dim)
    count = first.sparse_dim()
    size = list(first.shape)
    size[dim] = sum_of([t.shape[dim] for t in tensors])
    if dim >= count:
        raise NotImplementedError("cat along a dense dimension of sparse tensors is not supported: cat of x.to_dense()")
    indices = []
    begin = 0
    for t in tensors:
        moved = t._index.clone()
        moved[dim] += begin
        indices.append(moved)
        begin += t.shape[dim]
    return coo(torch.cat(indices, 1), torch.cat([t._value for t in tensors]), size)


def sum_of(numbers):
    total = 0
    for number in numbers:
        total += number
    return total


def stack(tensors, dim=0):
    return cat([unsqueeze(t, dim) for t in tensors], dim)


# ---- folds
def _sum_type(t, dtype):
    if dtype is not None:
        return dtype
    return t.dtype if t.dtype.is_floating_point or t.dtype.is_complex else torch.int64


def sum(self, dtype=None):
    return self._value.sum(dtype=_sum_type(self, dtype))


def sum_dim_IntList(self, dim, keepdim=False, dtype=None):
    if dim is None or (not isinstance(dim, int) and len(dim) == 0):
        return sum(self, dtype)
    dims = sorted({_dimension(self, d) for d in ([dim] if isinstance(dim, int) else dim)})
    t = coalesced(as_coo(self))
    count = t.sparse_dim()
    value = t._value
    if dtype is not None or not value.dtype.is_floating_point:
        value = value.to(_sum_type(self, dtype))
    inner = [d - count + 1 for d in dims if d >= count]
    if inner:
        value = value.sum(inner)
    size = [n for d, n in enumerate(self.shape) if d not in dims]
    kept = [d for d in range(count) if d not in dims]
    result = coalesced(coo(t._index[kept], value, size)) if kept else value.sum(0)
    if keepdim:
        for d in dims:
            result = result.unsqueeze(d)
    return result


def linalg_vector_norm(self, ord=2, dim=None, keepdim=False, dtype=None):
    if dim is not None and len(dim) != self.dim():
        raise NotImplementedError("norms of a sparse tensor along dimensions are not supported: take that of x.to_dense()")
    return ops.linalg_vector_norm(coalesced(as_coo(self))._value, ord, None, False, dtype=dtype)


def _grouped_softmax(self, dim, dtype, logarithm):
    t = coalesced(as_coo(self))
    dim = _dimension(t, dim)
    value = t._value if dtype is None else t._value.to(dtype)
    function = torch.log_softmax if logarithm else torch.softmax
    count = t.sparse_dim()
    if dim >= count:
        return coo(t._index, function(value, dim - count + 1), t.shape, True)
    kept = [d for d in range(count) if d != dim]
    _, group = torch.unique(keys_of(t._index[kept], [t.shape[d] for d in kept]), return_inverse=True)
    groups = int(group.max()) + 1 if group.numel() else 0
    where = group.reshape([-1] + [1] * (value.dim() - 1)).expand(value.shape)
    size = [groups] + list(value.shape[1:])
    top = torch.full(size, float("-inf"), dtype=value.dtype).scatter_reduce(0, where, value.detach(), "amax")
    moved = value - top[group]
    total = torch.zeros(size, dtype=value.dtype).index_add(0, group, moved.exp())
    return coo(t._index, moved - total.log()[group] if logarithm else moved.exp() / total[group], t.shape, True)


# ---- products of matrices
def _check_matrices(name, a, b):
    if a.dim() != 2 or b.dim() != 2:
        raise RuntimeError(f"{name}: Matrices expected, got {a.dim()}D, {b.dim()}D tensors")
    if a.shape[1] != b.shape[0]:
        if _is_sparse(a) and not _is_sparse(b):
            raise RuntimeError(f"addmm: Argument #3 (dense): Expected dim 0 size {a.shape[1]}, got {b.shape[0]}")
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({a.shape[0]}x{a.shape[1]} and {b.shape[0]}x{b.shape[1]})")
    if a.dtype != b.dtype:
        raise RuntimeError(f"addmm: expected 'mat1' and 'mat2' to have the same dtype, but got {a.dtype} and {b.dtype}")


def _times_dense(a, b):
    """A sparse matrix times a dense one: sums of rows of the dense one, which bags of an embedding are, too."""
    if a._layout is torch.sparse_csr:
        begin, columns, value = a._index[0].long(), a._index[1].long(), a._value
        rows = None
    else:
        a = as_coo(a)
        rows, columns, value = a._index[0], a._index[1], a._value
        if not a._sorted:
            order = torch.argsort(rows, stable=True)
            rows, columns, value = rows[order], columns[order], value[order]
    if value.dtype in (torch.float32, torch.float64) and value.dim() == 1:
        starts = begin[:-1] if rows is None else row_starts(rows, a.shape[0])
        return ops._embedding_bag(b, columns, starts, False, 0, False, value)[0]
    rows = row_numbers(begin, columns.shape[0]) if rows is None else rows
    terms = value.reshape([-1, 1]) * b[columns]
    return torch.zeros([a.shape[0], b.shape[1]], dtype=b.dtype).index_add(0, rows, terms)


def _times_sparse(a, b):
    a, b = coalesced(as_coo(a)), coalesced(as_coo(b))
    left, right = _joined(a._index[1], pointers(b._index[0], b.shape[0]))
    index = torch.stack([a._index[0][left], b._index[1][right]])
    return coalesced(coo(index, a._value[left] * b._value[right], [a.shape[0], b.shape[1]]))


def mm(self, mat2):
    _check_matrices("mm", self, mat2)
    if _is_sparse(self) and _is_sparse(mat2):
        return _like(self, _times_sparse(self, mat2))
    product = (_times_dense(self, mat2) if _is_sparse(self)
               else _times_dense(transpose_int(as_coo(mat2), 0, 1), self.t()).t().contiguous())
    return _name_node(product, "MmBackward0")


def mv(self, vec):
    if self.dim() != 2 or vec.dim() != 1:
        raise RuntimeError(f"mv: two tensor dim should be 2 and 1, but got SparseTensor Dim: {self.sparse_dim()} Tensor Dim: "
                           f"{vec.dim()}")
    if self.shape[1] != vec.shape[0]:
        raise RuntimeError("mv: expected self.size(-1) == vec.size(-1)")
    return mm(self, vec.unsqueeze(1)).squeeze(1)


def matmul(self, other):
    if self.dim() == 2 and other.dim() == 2:
        return mm(self, other)
    if self.dim() == 2 and other.dim() == 1:
        return mv(self, other)
    if self.dim() == 1 and other.dim() == 2:
        return mv(transpose_int(other, 0, 1), self)
    raise NotImplementedError("products of sparse tensors are those of matrices: batches as x.to_dense()")


def addmm(self, mat1, mat2, beta=1, alpha=1):
    product = mm(mat1, mat2)
    if alpha != 1:
        product = product * alpha
    if beta == 0:
        return product
    scaled = self if beta == 1 else self * beta
    if _is_sparse(product) != _is_sparse(scaled):
        raise NotImplementedError("addmm: the sum of a dense and a sparse matrix; add x.to_dense()")
    return scaled + product
