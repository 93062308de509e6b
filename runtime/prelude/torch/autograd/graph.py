"""Parts of the gradient graph."""
from torch._C_autograd import Node


def get_gradient_edge(tensor):
    raise NotImplementedError("torch.autograd.graph.get_gradient_edge is not supported")
