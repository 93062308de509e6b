"""Methods of strided tensors that make sparse ones, or that only sparse tensors have: `Tensor_x` is the method `x`.

What they need is loaded when somebody calls them: a program without sparse tensors has none of it.
"""
import torch


def Tensor_to_sparse(self, sparse_dim=None, *, layout=None, blocksize=None, dense_dim=None):
    from torch import _sparse_tensor
    made = _sparse_tensor.of_dense(self, sparse_dim)
    return made if layout is None else _sparse_tensor.converted(made, layout, blocksize)


def Tensor_to_sparse_coo(self):
    return Tensor_to_sparse(self)


def Tensor_to_sparse_csr(self, dense_dim=None):
    return Tensor_to_sparse(self, layout=torch.sparse_csr)


def Tensor_to_sparse_csc(self, dense_dim=None):
    return Tensor_to_sparse(self, layout=torch.sparse_csc)


def Tensor_to_dense(self, dtype=None, *, masked_grad=None):
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
