"""Optimizers."""
from torch.optim.optimizer import Optimizer
from torch.optim.sgd import SGD

_elsewhere = {"Adam": "adam", "AdamW": "adam", "Adamax": "adamax", "NAdam": "nadam", "RAdam": "radam", "Adagrad": "adagrad",
              "Adadelta": "adadelta", "RMSprop": "rmsprop", "Rprop": "rprop", "ASGD": "asgd", "LBFGS": "lbfgs",
              "Adafactor": "_adafactor", "Muon": "_muon", "SparseAdam": "_sparse_adam"}

__all__ = ["Optimizer", "SGD", "lr_scheduler", "swa_utils", *_elsewhere]


def _load_names():
    """Loads all of them, for who looks at the module's names as a whole (runtime/value/call/Module.cpp)."""
    for name in ["lr_scheduler", "swa_utils", *_elsewhere]:
        __getattr__(name)


def __getattr__(name):
    from importlib import import_module
    if name in _elsewhere:
        value = getattr(import_module("torch.optim." + _elsewhere[name]), name)
        globals()[name] = value
        return value
    if name in ("lr_scheduler", "adamw", "swa_utils") or name in _elsewhere.values():
        return import_module("torch.optim." + name)
    raise AttributeError(f"module 'torch.optim' has no attribute '{name}'")
