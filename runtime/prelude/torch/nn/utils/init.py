"""Modules whose parameters nobody has filled."""
import inspect

import torch


def skip_init(module_cls, *args, **kwargs):
    is_module = issubclass(module_cls, torch.nn.Module)
    if is_module and "device" in inspect.signature(module_cls).parameters:
        with torch.random.fork_rng():  # there is no device without contents here: the draws of the module are taken back
            return module_cls(*args, **kwargs)
    raise RuntimeError("Module must support a 'device' arg to skip initialization" if is_module else
                       f"Expected a Module; got {module_cls}")
