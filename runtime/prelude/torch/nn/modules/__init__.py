"""The layers, one file per family."""
from torch.nn.modules.module import Module

_files = ("activation", "adaptive", "batchnorm", "container", "conv", "distance", "dropout", "flatten", "fold", "instancenorm",
          "lazy", "linear", "loss", "normalization", "padding", "pixelshuffle", "pooling", "rnn", "sparse", "transformer",
          "upsampling", "utils")


def __getattr__(name):
    if name in _files:
        from importlib import import_module
        return import_module("torch.nn.modules." + name)
    import torch.nn
    return getattr(torch.nn, name)
