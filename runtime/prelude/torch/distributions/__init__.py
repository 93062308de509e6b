"""Probability distributions."""
from torch.distributions.distribution import Distribution

# Names by the files that define them: they are loaded when first used.
_elsewhere = {
    "bernoulli": ("Bernoulli",),
    "beta": ("Beta",),
    "binomial": ("Binomial",),
    "categorical": ("Categorical",),
    "cauchy": ("Cauchy",),
    "chi2": ("Chi2",),
    "constraint_registry": ("biject_to", "transform_to"),
    "constraints": (),
    "continuous_bernoulli": ("ContinuousBernoulli",),
    "dirichlet": ("Dirichlet",),
    "distribution": (),
    "exp_family": ("ExponentialFamily",),
    "exponential": ("Exponential",),
    "fishersnedecor": ("FisherSnedecor",),
    "gamma": ("Gamma",),
    "generalized_pareto": ("GeneralizedPareto",),
    "geometric": ("Geometric",),
    "gumbel": ("Gumbel",),
    "half_cauchy": ("HalfCauchy",),
    "half_normal": ("HalfNormal",),
    "independent": ("Independent",),
    "inverse_gamma": ("InverseGamma",),
    "kl": ("kl_divergence", "register_kl"),
    "kumaraswamy": ("Kumaraswamy",),
    "laplace": ("Laplace",),
    "lkj_cholesky": ("LKJCholesky",),
    "log_normal": ("LogNormal",),
    "logistic_normal": ("LogisticNormal",),
    "lowrank_multivariate_normal": ("LowRankMultivariateNormal",),
    "mixture_same_family": ("MixtureSameFamily",),
    "multinomial": ("Multinomial",),
    "multivariate_normal": ("MultivariateNormal",),
    "negative_binomial": ("NegativeBinomial",),
    "normal": ("Normal",),
    "one_hot_categorical": ("OneHotCategorical", "OneHotCategoricalStraightThrough"),
    "pareto": ("Pareto",),
    "poisson": ("Poisson",),
    "relaxed_bernoulli": ("RelaxedBernoulli",),
    "relaxed_categorical": ("RelaxedOneHotCategorical",),
    "studentT": ("StudentT",),
    "transformed_distribution": ("TransformedDistribution",),
    "transforms": ("AbsTransform", "AffineTransform", "CatTransform", "ComposeTransform", "CorrCholeskyTransform",
                   "CumulativeDistributionTransform", "ExpTransform", "IndependentTransform", "LowerCholeskyTransform",
                   "PositiveDefiniteTransform", "PowerTransform", "ReshapeTransform", "SigmoidTransform", "SoftplusTransform",
                   "TanhTransform", "SoftmaxTransform", "StackTransform", "StickBreakingTransform", "Transform",
                   "identity_transform"),
    "uniform": ("Uniform",),
    "utils": (),
    "von_mises": ("VonMises",),
    "weibull": ("Weibull",),
    "wishart": ("Wishart",),
}

__all__ = ["Distribution", *[name for names in _elsewhere.values() for name in names]]
# Names of this module stand for computed values: snapshots of runs hold it (runtime/speculate/Probes.cpp).
_holds_values = True


def _load_names():
    """Loads all of them, for who looks at the module's names as a whole (runtime/value/call/Module.cpp)."""
    for name in [*_elsewhere, *__all__]:
        if name != "Distribution":
            __getattr__(name)


def __getattr__(name):
    from importlib import import_module
    if name in _elsewhere:
        return import_module("torch.distributions." + name)
    for family, names in _elsewhere.items():
        if name in names:
            value = getattr(import_module("torch.distributions." + family), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'torch.distributions' has no attribute '{name}'")
