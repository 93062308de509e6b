"""Functions of torch under another name."""
from torch._functions import (atleast_1d, atleast_2d, atleast_3d, block_diag, broadcast_shapes, broadcast_tensors,
                              cartesian_prod, einsum, meshgrid, tensordot)
from torch._composites import (torch_norm as norm, torch_split as split, torch_unique as unique,
                               torch_unique_consecutive as unique_consecutive)
