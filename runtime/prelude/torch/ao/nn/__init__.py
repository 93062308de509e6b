"""torch.ao.nn: layers of models that could be quantised."""


def __getattr__(name):
    if name == "quantized":
        from importlib import import_module
        return import_module("torch.ao.nn.quantized")
    raise AttributeError(f"module 'torch.ao.nn' has no attribute '{name}'")
