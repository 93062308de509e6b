"""Helpers for parameters."""
from torch.nn.utils.clip_grad import clip_grad_norm, clip_grad_norm_, clip_grad_value_, clip_grads_with_norm_, get_total_norm
from torch.nn.utils.convert_parameters import parameters_to_vector, vector_to_parameters
from torch.nn.utils.spectral_norm import remove_spectral_norm, spectral_norm
from torch.nn.utils.weight_norm import remove_weight_norm, weight_norm


_submodules = ("rnn", "parametrize", "parametrizations", "prune", "stateless", "fusion", "init")
_elsewhere = {"fuse_conv_bn_eval": "fusion", "fuse_conv_bn_weights": "fusion", "fuse_linear_bn_eval": "fusion",
              "fuse_linear_bn_weights": "fusion", "skip_init": "init",
              "convert_conv2d_weight_memory_format": "memory_format", "convert_conv3d_weight_memory_format": "memory_format"}

__all__ = ["clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_", "get_total_norm", "parameters_to_vector",
           "vector_to_parameters", "remove_spectral_norm", "spectral_norm", "remove_weight_norm", "weight_norm", "rnn", "parametrize",
           "parametrizations", "stateless", *_elsewhere]


def _load_names():
    """Loads all of them, for who looks at the module's names as a whole (runtime/value/call/Module.cpp)."""
    for name in [*_submodules, *_elsewhere]:
        __getattr__(name)


def __getattr__(name):
    from importlib import import_module
    if name in _submodules:
        return import_module("torch.nn.utils." + name)
    if name in _elsewhere:
        value = getattr(import_module("torch.nn.utils." + _elsewhere[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'torch.nn.utils' has no attribute '{name}'")
