"""Helpers for parameters."""
from torch.nn.utils.clip_grad import clip_grad_norm, clip_grad_norm_, clip_grad_value_, clip_grads_with_norm_, get_total_norm
from torch.nn.utils.convert_parameters import parameters_to_vector, vector_to_parameters


def __getattr__(name):
    from importlib import import_module
    if name in ("weight_norm", "remove_weight_norm"):
        return getattr(import_module("torch.nn.utils.weight_norm"), name)
    if name in ("spectral_norm", "remove_spectral_norm"):
        return getattr(import_module("torch.nn.utils.spectral_norm"), name)
    if name == "rnn":
        return import_module("torch.nn.utils.rnn")
    raise AttributeError(f"module 'torch.nn.utils' has no attribute '{name}'")
