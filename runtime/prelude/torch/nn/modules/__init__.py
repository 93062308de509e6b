"""The layers, one file per family."""
from torch.nn.modules.module import Module


def __getattr__(name):
    import torch.nn
    return getattr(torch.nn, name)
