"""All parameters as one vector."""
import torch


def parameters_to_vector(parameters):
    return torch.cat([p.view(-1) for p in parameters])


def vector_to_parameters(vec, parameters):
    if not isinstance(vec, torch.Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {torch.typename(vec)}")
    start = 0
    for p in parameters:
        count = p.numel()
        p.data = vec[start:start + count].view_as(p).data
        start += count
