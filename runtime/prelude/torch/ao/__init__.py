"""torch.ao: of quantisation those parts that compute with floats."""
_modules = ("nn", "quantization")


def __getattr__(name):
    if name in _modules:
        from importlib import import_module
        return import_module("torch.ao." + name)
    raise AttributeError(f"module 'torch.ao' has no attribute '{name}'")
