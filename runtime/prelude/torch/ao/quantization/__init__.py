"""torch.ao.quantization: models that are prepared for quantisation run with floats; each step of quantising says that it is not there."""
from torch.nn.modules.module import Module

# Submodules would be asked for as Python's own otherwise.
__path__ = []


class QuantStub(Module):
    """The place where a quantised model would quantise its input."""

    def __init__(self, qconfig=None):
        super().__init__()
        if qconfig:
            self.qconfig = qconfig

    def forward(self, x):
        return x


class DeQuantStub(QuantStub):
    """The place where a quantised model would give floats again."""


class QuantWrapper(Module):
    """A module between the two places."""

    def __init__(self, module):
        super().__init__()
        self.quant = QuantStub(getattr(module, "qconfig", None))
        self.dequant = DeQuantStub(getattr(module, "qconfig", None))
        self.module = module
        self.train(module.training)

    def forward(self, X):
        return self.dequant(self.module(self.quant(X)))


def _refused(name):
    def function(*args, **kwargs):
        raise NotImplementedError(f"torch.ao.quantization.{name} is not supported: there are no quantised tensors; leave the model "
                                  "with floats")
    function.__name__ = function.__qualname__ = name
    return function


_steps = ("QConfig", "convert", "default_observer", "default_per_channel_weight_observer", "default_weight_observer", "fuse_modules",
          "fuse_modules_qat", "get_default_qat_qconfig", "get_default_qconfig", "prepare", "prepare_qat", "quantize",
          "quantize_dynamic", "quantize_qat")


def __getattr__(name):
    if name in _steps:
        return _refused(name)
    raise AttributeError(f"module 'torch.ao.quantization' has no attribute '{name}'")
