"""Functions that moved to `torch.func`, and `vmap` in pieces."""
import torch
from torch.func import hessian, jacfwd, jvp, replace_all_batch_norm_modules_


def chunk_vmap(func, in_dims=0, out_dims=0, randomness="error", chunks=2):
    """`vmap` over so many equal pieces, one after another."""
    if chunks < 1:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    if chunks == 1:
        return torch.vmap(func, in_dims, out_dims, randomness)

    def in_pieces(*args, **kwargs):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        size = next(arg.size(dim) for arg, dim in zip(args, dims) if dim is not None)
        return torch.vmap(func, in_dims, out_dims, randomness, chunk_size=-(-size // chunks))(*args, **kwargs)
    return in_pieces
