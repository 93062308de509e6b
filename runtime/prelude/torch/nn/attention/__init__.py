"""Choices of how attention is computed: there is one way, which a choice that leaves it out refuses."""
from contextlib import contextmanager
from enum import IntEnum

import torch

__all__ = ["SDPBackend", "sdpa_kernel", "WARN_FOR_UNFUSED_KERNELS"]

WARN_FOR_UNFUSED_KERNELS = False


class SDPBackend(IntEnum):
    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4

    def __str__(self):
        return f"SDPBackend.{self.name}"

    def __repr__(self):
        return f"<{self}: {self.value}>"


@contextmanager
def sdpa_kernel(backends, set_priority=False):
    if isinstance(backends, SDPBackend):
        backends = [backends]
    if not isinstance(backends, list) or not all([isinstance(b, SDPBackend) for b in backends]):
        raise AssertionError("Backend must be an instance of SDPBackend or a list of SDPBackend instances, got "
                             f"{type(backends).__name__}")
    chosen = set(backends)
    with torch.backends.cuda.sdp_kernel(enable_flash=SDPBackend.FLASH_ATTENTION in chosen, enable_math=SDPBackend.MATH in chosen,
                                        enable_mem_efficient=SDPBackend.EFFICIENT_ATTENTION in chosen):
        yield
