"""Methods of strided tensors that make sparse ones, or that only sparse tensors have: `Tensor_x` is the method `x`.

What they need is loaded when somebody calls them: a program without sparse tensors has none of it.
"""
import torch
from torch import _expected

_all_dimensions = object()


def _expect_dense_dim(name, self, dense_dim):
    if dense_dim is None:
        return
    _expected.expect_integer(name, 1, "dense_dim", dense_dim)
    if not 0 <= dense_dim <= self.dim() - 2:
        raise RuntimeError(f"dense_{name}: dense_dim argument must be in [0,{self.dim() - 2}] range, but {dense_dim} is given")
    if dense_dim > 0:
        raise NotImplementedError(f"{name}(): matrices of compressed rows or columns have no dense dimensions here")


def Tensor_to_sparse(self, sparse_dim=_all_dimensions, *, layout=None, blocksize=None, dense_dim=None):
    from torch import _sparse_tensor
    if sparse_dim is _all_dimensions:
        sparse_dim = self.dim()
    elif not isinstance(sparse_dim, int):
        raise TypeError("to_sparse() received an invalid combination of arguments - got "
                        f"({type(sparse_dim).__name__}), but expected one of:\n * (*, torch.layout layout = None, tuple of ints blocksize = None, int dense_dim = None)\n"
                        " * (int sparse_dim)\n      didn't match because some of the arguments have invalid types: "
                        f"(!{type(sparse_dim).__name__}!)\n")
    elif not 0 <= sparse_dim <= self.dim():
        raise RuntimeError(f"dense_to_sparse: sparse_dim argument must be in [0,{self.dim()}] range, but {sparse_dim} is given")
    made = _sparse_tensor.of_dense(self, sparse_dim)
    return made if layout is None else _sparse_tensor.converted(made, layout, blocksize)


def Tensor_to_sparse_coo(self):
    return Tensor_to_sparse(self)


def Tensor_to_sparse_csr(self, dense_dim=None):
    _expect_dense_dim("to_sparse_csr", self, dense_dim)
    return Tensor_to_sparse(self, layout=torch.sparse_csr)


def Tensor_to_sparse_csc(self, dense_dim=None):
    _expect_dense_dim("to_sparse_csc", self, dense_dim)
    return Tensor_to_sparse(self, layout=torch.sparse_csc)


def Tensor_to_dense(self, dtype=None, *, masked_grad=None):
    if dtype is not None and not isinstance(dtype, torch.dtype):
        _expected.refuse("to_dense", 1, "dtype", "torch.dtype", dtype)
    return self if dtype is None else self.to(dtype)


def Tensor_sparse_mask(self, mask):
    from torch import _sparse_tensor
    if not mask.is_sparse:
        raise NotImplementedError("sparse_mask(): the mask is a sparse tensor of coordinates here")
    source = self.to_dense()
    if tuple(source.shape) != tuple(mask.shape):
        raise RuntimeError(f"sparse_mask(): operands have incompatible sizes; self has size {list(self.shape)} but mask has size "
                           f"{list(mask.shape)}")
    return _sparse_tensor.coo(mask._indices(), source[tuple(mask._indices())], mask.shape, mask.is_coalesced())


def Tensor_sparse_dim(self):
    return 0


def Tensor_dense_dim(self):
    return self.dim()


def _only_sparse(name, kind):
    def method(self):
        raise RuntimeError(f"{name} expected {kind} tensor layout but got Strided")
    method.__name__ = name
    return method


Tensor_indices = _only_sparse("indices", "sparse coordinate")
Tensor_values = _only_sparse("values", "sparse")
Tensor_coalesce = _only_sparse("coalesce", "sparse coordinate")
Tensor_is_coalesced = _only_sparse("is_coalesced", "sparse coordinate")
Tensor_crow_indices = _only_sparse("crow_indices", "sparse row compressed")
Tensor_col_indices = _only_sparse("col_indices", "sparse row compressed")
Tensor_ccol_indices = _only_sparse("ccol_indices", "sparse column compressed")
Tensor_row_indices = _only_sparse("row_indices", "sparse column compressed")


def _not_run(name):
    def method(self):
        raise NotImplementedError(f"Could not run 'aten::{name}' with arguments from the 'CPU' backend. The tensor is not sparse")
    method.__name__ = name
    return method


Tensor__indices = _not_run("_indices")
Tensor__values = _not_run("_values")
Tensor__nnz = _not_run("_nnz")


def Tensor_smm(self, mat):
    return torch.smm(self, mat)


def refuse_other_strides(self):
    """Of methods that give a tensor another shape in place by its strides."""
    if self.layout is torch.sparse_coo:
        raise NotImplementedError("Could not run 'aten::as_strided_' with arguments from the 'SparseCPU' backend.")
    raise RuntimeError("Sparse CSR tensors do not have strides")


def become_transposed(self, transposed):
    if self.layout is not torch.sparse_coo:
        name = {torch.sparse_csr: "SparseCsr", torch.sparse_csc: "SparseCsc"}[self.layout]
        raise RuntimeError(f"torch.transpose_: in-place transposition is not supported for {name} layout")
    from torch import _sparse_tensor
    return _sparse_tensor.assign(self, transposed())
