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
    int(seed)


def manual_seed_all(seed):
    int(seed)


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


def get_rng_state(device="cuda"):
    _refuse()


def set_rng_state(new_state, device="cuda"):
    _refuse()


def get_rng_state_all():
    return []


def set_rng_state_all(new_states):
    for state in new_states:
        set_rng_state(state)


def memory_stats(device=None):
    from collections import OrderedDict
    return OrderedDict()


def mem_get_info(device=None):
    _refuse()


def current_stream(device=None):
    _refuse()


def default_stream(device=None):
    _refuse()


def set_stream(stream):
    if stream is not None:
        _refuse()


def current_blas_handle():
    _refuse()


def can_device_access_peer(device, peer_device):
    _refuse()


def get_arch_list():
    return []


def get_gencode_flags():
    return ""


def is_current_stream_capturing():
    return False


class _Absent:
    """A class whose instances need CUDA."""

    def __init__(self, *args, **kwargs):
        raise RuntimeError(f"Tried to instantiate dummy base class {type(self).__name__}")


class Event(_Absent):
    pass


class Stream(_Absent):
    pass


class ExternalStream(_Absent):
    pass


class CUDAGraph(_Absent):
    pass


class _DeviceContext:
    """A device for a while; a negative number and None are none."""

    def __init__(self, device):
        if device is None or isinstance(device, int):
            self.idx = -1 if device is None else device
        else:
            import torch
            index = torch.device(device).index
            self.idx = -1 if index is None else index

    def __enter__(self):
        if self.idx >= 0:
            raise RuntimeError("PyTorch was compiled without CUDA support")

    def __exit__(self, *args):
        return False


device = _DeviceContext


class device_of(_DeviceContext):
    def __init__(self, obj):
        super().__init__(obj.get_device() if obj.is_cuda else -1)


class StreamContext:
    """A stream for a while; None is none."""

    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        if self.stream is not None:
            _refuse()

    def __exit__(self, *args):
        return None


def stream(stream):
    return StreamContext(stream)


def __getattr__(name):
    if name in ("amp", "nvtx"):
        from importlib import import_module
        return import_module("torch.cuda." + name)
    if name.endswith("Tensor"):
        from torch._legacy_types import _on_cuda
        if name in _on_cuda:
            return _on_cuda[name]
    raise AttributeError(f"module 'torch.cuda' has no attribute '{name}'")
