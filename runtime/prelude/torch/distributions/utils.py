"""Parameters of distributions."""
import torch
import torch.nn.functional as F
from torch.distributions.distribution import lazy_value as lazy_property

euler_constant = 0.57721566490153286060


def broadcast_all(*values):
    """Numbers and tensors as tensors of one shape."""
    dtype = None
    for v in values:
        if isinstance(v, torch.Tensor):
            dtype = v.dtype
            break
        if not isinstance(v, (int, float)):
            raise ValueError("Input arguments must all be instances of Number, torch.Tensor or objects implementing "
                             "__torch_function__.")
    tensors = [v if isinstance(v, torch.Tensor) else torch.tensor(float(v), dtype=dtype) for v in values]
    return torch.broadcast_tensors(*tensors)


def probs_to_logits(probs, is_binary=False):
    eps = torch.finfo(probs.dtype).eps
    clamped = probs.clamp(min=eps, max=1 - eps)
    if is_binary:
        return torch.log(clamped) - torch.log1p(-clamped)
    return torch.log(clamped)


def logits_to_probs(logits, is_binary=False):
    if is_binary:
        return torch.sigmoid(logits)
    return F.softmax(logits, dim=-1)


def clamp_probs(probs):
    eps = torch.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def _standard_normal(shape, dtype, device):
    return torch.normal(torch.zeros(shape, dtype=dtype, device=device), torch.ones(shape, dtype=dtype, device=device))


def _sum_rightmost(value, dim):
    return value if dim == 0 else value.reshape(value.shape[:-dim] + (-1,)).sum(-1)


def _triangle(size, diag, device):
    ones = torch.ones(size, size, dtype=torch.bool, device=device)
    return ones.tril(diag)


def tril_matrix_to_vec(mat, diag=0):
    """The lower triangle, row by row."""
    size = mat.shape[-1]
    if not -size <= diag < size:
        raise ValueError(f"diag ({diag}) provided is outside [{-size}, {size - 1}].")
    return mat[..., _triangle(size, diag, mat.device)]


def vec_to_tril_matrix(vec, diag=0):
    """The matrix whose lower triangle is `vec`."""
    count = vec.shape[-1]
    odd = 1 + 2 * diag
    size = round((-odd + (odd ** 2 + 8 * count + 4 * abs(diag) * (diag + 1)) ** 0.5) / 2)
    mat = vec.new_zeros(vec.shape[:-1] + (size, size))
    mat[..., _triangle(size, diag, vec.device)] = vec
    return mat
