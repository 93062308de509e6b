"""Libraries behind operations: their switches can be set, and change nothing."""

_modules = ("cpu", "cuda", "cudnn", "mkl", "mkldnn", "mps", "openmp", "quantized")


def __getattr__(name):
    if name in _modules:
        from importlib import import_module
        return import_module("torch.backends." + name)
    raise AttributeError(f"module 'torch.backends' has no attribute '{name}'")
