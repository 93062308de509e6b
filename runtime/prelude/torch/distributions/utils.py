"""Parameters of distributions."""
import torch
import torch.nn.functional as F


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
