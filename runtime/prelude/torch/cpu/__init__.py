"""The CPU as a device, where programs treat all devices alike."""
from contextlib import nullcontext


def is_available():
    return True


def is_initialized():
    return True


def device_count():
    return 1


def current_device():
    return "cpu"


def set_device(device):
    """There is one."""


def synchronize(device=None):
    """Operations have ended when they return."""


class Stream:
    """Work in order, as it is anyway."""

    def __init__(self, priority=-1):
        self.priority = priority

    def wait_stream(self, stream):
        pass


_stream = Stream()


def current_stream(device=None):
    return _stream


def stream(stream):
    return nullcontext()


def __getattr__(name):
    if name == "amp":
        from importlib import import_module
        return import_module("torch.cpu.amp")
    raise AttributeError(f"module 'torch.cpu' has no attribute '{name}'")
