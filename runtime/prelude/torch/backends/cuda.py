"""Switches of what runs on GPUs, of which there are none."""
from contextlib import contextmanager


class _Products:
    allow_tf32 = False
    allow_fp16_reduced_precision_reduction = True
    allow_bf16_reduced_precision_reduction = True


matmul = _Products()
_ways = [{"flash": True, "mem_efficient": True, "math": True}]  # of attention; a block within `sdp_kernel` has its own, the last


def is_built():
    return False


def flash_sdp_enabled():
    return _ways[-1]["flash"]


def mem_efficient_sdp_enabled():
    return _ways[-1]["mem_efficient"]


def math_sdp_enabled():
    return _ways[-1]["math"]


def enable_flash_sdp(enabled):
    _ways[-1]["flash"] = enabled


def enable_mem_efficient_sdp(enabled):
    _ways[-1]["mem_efficient"] = enabled


def enable_math_sdp(enabled):
    _ways[-1]["math"] = enabled


@contextmanager
def sdp_kernel(enable_flash=True, enable_math=True, enable_mem_efficient=True, enable_cudnn=True):
    _ways.append({"flash": enable_flash, "mem_efficient": enable_mem_efficient, "math": enable_math})
    try:
        yield
    finally:
        _ways.pop()
