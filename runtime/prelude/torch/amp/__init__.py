"""Mixed precision: on the CPU, everything stays as it is unless bfloat16 is asked for, which is refused."""
from warnings import warn


class autocast:
    def __init__(self, device_type="cuda", dtype=None, enabled=True, cache_enabled=None):
        self.device_type = device_type
        self.enabled = enabled and device_type != "cuda"
        if enabled and device_type == "cuda":
            warn("CUDA is not available or torch_xla is imported. Disabling autocast.", stacklevel=2)
        if self.enabled:
            raise NotImplementedError("torch.autocast on the CPU is not supported")

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return None

    def __call__(self, function):
        return function


def is_autocast_enabled(device_type="cuda"):
    return False


def get_autocast_dtype(device_type):
    from torch import bfloat16, float16
    return bfloat16 if device_type == "cpu" else float16


class GradScaler:
    """Without CUDA it is disabled, as torch's."""

    def __init__(self, device="cuda", init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000,
                 enabled=True):
        self._enabled = False
        if enabled and device == "cuda":
            warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.", stacklevel=2)

    def scale(self, outputs):
        return outputs

    def unscale_(self, optimizer):
        return None

    def step(self, optimizer, *args, **kwargs):
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        return None

    def get_scale(self):
        return 1.0

    def is_enabled(self):
        return False

    def state_dict(self):
        return {}

    def load_state_dict(self, state_dict):
        return None
