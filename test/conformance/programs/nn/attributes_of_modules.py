# A parameter, buffer, module or plain value assigned to the name of another kind.
import torch
from torch import nn


def values():
    return {"plain": 3, "tensor": torch.ones(1), "buffer": nn.Buffer(torch.ones(1)), "passing": nn.Buffer(torch.ones(1), persistent=False),
            "parameter": nn.Parameter(torch.ones(1)), "module": nn.ReLU(), "none": None}


for first in values():
    for second in values():
        m = nn.Module()
        try:
            m.w = values()[first]
            m.w = values()[second]
        except (KeyError, TypeError) as e:
            print(first, second, type(e).__name__, e)
        own = [k for k in m.__dict__ if k == "w"]
        print(first, second, own, list(m._parameters), list(m._buffers), list(m._modules), list(m.state_dict()),
              m._non_persistent_buffers_set)
