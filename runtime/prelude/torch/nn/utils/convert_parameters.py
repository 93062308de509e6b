"""All parameters as one vector."""
import torch


def parameters_to_vector(parameters):
    return torch.cat([p.view(-1) for p in parameters])


def parts_of(vec, parameters):
    """Each parameter with its part of the vector."""
    end, parts = 0, []
    for p in parameters:
        start, end = end, end + p.numel()
        parts.append((p, vec[start:end].view_as(p)))
    return parts


def vector_to_parameters(vec, parameters):
    if not isinstance(vec, torch.Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {torch.typename(vec)}")
    for p, part in parts_of(vec, parameters):
        p.data = part.data
