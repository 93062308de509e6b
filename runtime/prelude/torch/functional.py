"""Functions of torch under another name."""
from torch._functions import (atleast_1d, atleast_2d, atleast_3d, block_diag, broadcast_shapes, broadcast_tensors,
                              cartesian_prod, einsum, meshgrid, tensordot)
from torch._C_functions import norm, split, unique_consecutive
