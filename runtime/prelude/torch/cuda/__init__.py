"""CUDA, as seen from a build without it."""

class OutOfMemoryError(RuntimeError):
    pass


OutOfMemoryError.__module__ = "torch"


def is_available():
    return False


def device_count():
    return 0


def is_initialized():
    return False


def is_bf16_supported(including_emulation=True):
    return False


def _refuse():
    raise AssertionError("Torch not compiled with CUDA enabled")


def init():
    _refuse()


def current_device():
    _refuse()


def set_device(device):
    _refuse()


def get_device_name(device=None):
    _refuse()


def get_device_properties(device=None):
    _refuse()


def get_device_capability(device=None):
    _refuse()


def synchronize(device=None):
    _refuse()


def manual_seed(seed):
    return None


def manual_seed_all(seed):
    return None


def empty_cache():
    return None


def ipc_collect():
    return None


def memory_allocated(device=None):
    return 0


def max_memory_allocated(device=None):
    return 0


def memory_reserved(device=None):
    return 0


def max_memory_reserved(device=None):
    return 0


def reset_peak_memory_stats(device=None):
    return None


def __getattr__(name):
    if name == "amp":
        from importlib import import_module
        return import_module("torch.cuda.amp")
    if name.endswith("Tensor"):
        from torch._legacy_types import _on_cuda
        if name in _on_cuda:
            return _on_cuda[name]
    raise AttributeError(f"module 'torch.cuda' has no attribute '{name}'")
