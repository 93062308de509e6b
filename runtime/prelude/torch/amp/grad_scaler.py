"""Scaling of losses, so that small gradients in lower types do not become zero (Micikevicius et al. 2018, Mixed Precision Training)."""
from warnings import warn

import torch

# What has been done to an optimizer since the last update.
_ready = "ready"
_unscaled = "unscaled"
_stepped = "stepped"


class GradScaler:
    """Multiplies losses by a scale and divides the gradients by it. A step with gradients that are not finite is left out, and the
    scale goes down; it goes up after `growth_interval` steps without one. Disabled for CUDA, which is not there."""

    def __init__(self, device="cuda", init_scale=2.0 ** 16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000,
                 enabled=True):
        self._device = device
        self._enabled = enabled and device != "cuda"
        if enabled and device == "cuda":
            warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.", stacklevel=2)
        if self._enabled:
            assert growth_factor > 1.0, "The growth factor must be > 1.0."
            assert backoff_factor < 1.0, "The backoff factor must be < 1.0."
            self._init_scale, self._scale = init_scale, None
            self._growth_factor, self._backoff_factor, self._growth_interval = growth_factor, backoff_factor, growth_interval
            self._init_growth_tracker, self._growth_tracker = 0, None
            self._forget()

    def _forget(self):
        self._stages, self._found = {}, {}  # by optimizer

    def _tensors(self):
        if self._scale is None:
            self._scale = torch.full((), self._init_scale, dtype=torch.float32)
            self._growth_tracker = torch.full((), self._init_growth_tracker, dtype=torch.int32)
        return self._scale

    def scale(self, outputs):
        if not self._enabled:
            return outputs
        if isinstance(outputs, torch.Tensor):
            return outputs * self._tensors()
        if isinstance(outputs, (list, tuple)):
            return type(outputs)([self.scale(each) for each in outputs])
        try:
            return (self.scale(each) for each in iter(outputs))
        except TypeError:
            raise ValueError("outputs must be a Tensor or an iterable of Tensors") from None

    def unscale_(self, optimizer):
        if not self._enabled:
            return
        stage = self._stages.get(optimizer, _ready)
        if stage == _unscaled:
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        if stage == _stepped:
            raise RuntimeError("unscale_() is being called after step().")
        assert self._scale is not None, "Attempted unscale_ but _scale is None.  This may indicate your script did not use " \
                                        "scaler.scale(loss or outputs) earlier in the iteration."
        inverse, found = self._scale.double().reciprocal().float(), None
        with torch.no_grad():
            for group in optimizer.param_groups:
                for parameter in group["params"]:
                    gradient = parameter.grad
                    if gradient is None:
                        continue
                    if gradient.dtype is torch.float16:
                        raise ValueError("Attempting to unscale FP16 gradients.")
                    bad = (~torch.isfinite(gradient)).any()
                    found = bad if found is None else found | bad
                    gradient.mul_(inverse)
        self._found[optimizer] = found
        self._stages[optimizer] = _unscaled

    def step(self, optimizer, *args, **kwargs):
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError("Closure use is not currently supported if GradScaler is enabled.")
        assert self._scale is not None, "Attempted step but _scale is None.  This may indicate your script did not use " \
                                        "scaler.scale(loss or outputs) earlier in the iteration."
        stage = self._stages.get(optimizer, _ready)
        if stage == _stepped:
            raise RuntimeError("step() has already been called since the last update().")
        if stage == _ready:
            self.unscale_(optimizer)
        found = self._found[optimizer]
        assert found is not None, "No inf checks were recorded for this optimizer."
        result = None if found.item() else optimizer.step(*args, **kwargs)
        self._stages[optimizer] = _stepped
        return result

    def update(self, new_scale=None):
        if not self._enabled:
            return
        assert self._scale is not None, "Attempted update but _scale is None.  This may indicate your script did not use " \
                                        "scaler.scale(loss or outputs) earlier in the iteration."
        if new_scale is not None:
            self._scale.fill_(new_scale)
        else:
            known = [found for found in self._found.values() if found is not None]
            assert known, "No inf checks were recorded prior to update."
            bad = known[0]
            for found in known[1:]:
                bad = bad | found
            if bad.item():
                self._scale.mul_(self._backoff_factor)
                self._growth_tracker.fill_(0)
            elif self._growth_tracker.item() + 1 == self._growth_interval:
                grown = self._scale * self._growth_factor
                if torch.isfinite(grown):
                    self._scale.copy_(grown)
                self._growth_tracker.fill_(0)
            else:
                self._growth_tracker.add_(1)
        self._forget()

    def get_scale(self):
        if not self._enabled:
            return 1.0
        return self._init_scale if self._scale is None else self._scale.item()

    def _get_growth_tracker(self):
        if not self._enabled:
            return 0
        return self._init_growth_tracker if self._growth_tracker is None else self._growth_tracker.item()

    def get_growth_factor(self):
        return self._growth_factor

    def set_growth_factor(self, new_factor):
        self._growth_factor = new_factor

    def get_backoff_factor(self):
        return self._backoff_factor

    def set_backoff_factor(self, new_factor):
        self._backoff_factor = new_factor

    def get_growth_interval(self):
        return self._growth_interval

    def set_growth_interval(self, new_interval):
        self._growth_interval = new_interval

    def is_enabled(self):
        return self._enabled

    def state_dict(self):
        if not self._enabled:
            return {}
        tracker = self._init_growth_tracker if self._growth_tracker is None else self._growth_tracker.item()
        return {"scale": self.get_scale(), "growth_factor": self._growth_factor, "backoff_factor": self._backoff_factor,
                "growth_interval": self._growth_interval, "_growth_tracker": tracker}

    def load_state_dict(self, state_dict):
        if not self._enabled:
            return
        if len(state_dict) == 0:
            raise RuntimeError("The source state dict is empty, possibly because it was saved from a disabled instance of GradScaler.")
        self._init_scale, self._init_growth_tracker = state_dict["scale"], state_dict["_growth_tracker"]
        self._growth_factor, self._backoff_factor = state_dict["growth_factor"], state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
        if self._scale is not None:
            self._scale.fill_(self._init_scale)
            self._growth_tracker.fill_(self._init_growth_tracker)
