"""Optimizers."""
from torch.optim.optimizer import Optimizer
from torch.optim.sgd import SGD

_elsewhere = {"Adam": "adam", "AdamW": "adam", "Adamax": "adamax", "NAdam": "nadam", "RAdam": "radam", "Adagrad": "adagrad",
              "Adadelta": "adadelta", "RMSprop": "rmsprop", "Rprop": "rprop", "ASGD": "asgd", "LBFGS": "lbfgs",
              "Adafactor": "_adafactor", "Muon": "_muon", "SparseAdam": "_sparse_adam"}


def __getattr__(name):
    from importlib import import_module
    if name in _elsewhere:
        value = getattr(import_module("torch.optim." + _elsewhere[name]), name)
        globals()[name] = value
        return value
    if name in ("lr_scheduler", "adamw", "swa_utils") or name in _elsewhere.values():
        return import_module("torch.optim." + name)
    raise AttributeError(f"module 'torch.optim' has no attribute '{name}'")
