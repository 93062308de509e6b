"""Probability distributions."""
from torch.distributions.distribution import Distribution

_elsewhere = {"Bernoulli": "bernoulli", "Beta": "gamma_family", "Categorical": "categorical", "Cauchy": "location_scale",
              "Dirichlet": "gamma_family", "Exponential": "exponential", "Gamma": "gamma_family", "Geometric": "bernoulli",
              "Gumbel": "location_scale", "HalfNormal": "normal", "Independent": "independent", "Laplace": "location_scale",
              "LogNormal": "normal", "MultivariateNormal": "multivariate_normal", "Normal": "normal",
              "OneHotCategorical": "categorical", "Poisson": "exponential", "Uniform": "location_scale",
              "kl_divergence": "kl", "register_kl": "kl"}
_files = ("bernoulli", "categorical", "constraints", "distribution", "exponential", "gamma_family", "independent", "kl",
          "location_scale", "multivariate_normal", "normal", "utils")


def __getattr__(name):
    from importlib import import_module
    if name in _elsewhere:
        value = getattr(import_module("torch.distributions." + _elsewhere[name]), name)
        globals()[name] = value
        return value
    if name in _files:
        return import_module("torch.distributions." + name)
    raise AttributeError(f"module 'torch.distributions' has no attribute '{name}'")
