"""Older names of torch.amp."""
from warnings import warn

from torch import amp

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd"]


def _deprecated(name):
    warn(f"`torch.cuda.amp.{name}(args...)` is deprecated. Please use `torch.amp.{name}('cuda', args...)` instead.",
         FutureWarning, stacklevel=3)


class autocast(amp.autocast):
    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        _deprecated("autocast")
        super().__init__("cuda", dtype, enabled, cache_enabled)


class GradScaler(amp.GradScaler):
    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        _deprecated("GradScaler")
        super().__init__("cuda", init_scale, growth_factor, backoff_factor, growth_interval, enabled)


def custom_fwd(fwd=None, **kwargs):
    _deprecated("custom_fwd")
    return amp.custom_fwd(fwd, device_type="cuda", **kwargs)


def custom_bwd(bwd):
    _deprecated("custom_bwd")
    return amp.custom_bwd(bwd, device_type="cuda")
