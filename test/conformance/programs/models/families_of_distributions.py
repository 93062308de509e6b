"""Each family of distributions: parameters, samples in torch's stream, densities, moments, expansion, gradients, errors."""
# float-tolerance: 2e-3
import torch
from torch import distributions as D

torch.manual_seed(3)


def t(*values):
    return torch.tensor(values)


TABLE = [
    (D.Bernoulli, {"probs": t(0.2, 0.7)}, t(1.0, 0.0)),
    (D.Bernoulli, {"logits": t(0.2, -0.7)}, t(1.0, 0.0)),
    (D.Beta, {"concentration1": t(0.5, 2.0), "concentration0": t(3.0, 1.5)}, t(0.3, 0.8)),
    (D.Beta, {"concentration1": 2.0, "concentration0": 3.0}, torch.tensor(0.4)),
    (D.Binomial, {"total_count": 5, "probs": t(0.2, 0.9)}, t(1.0, 4.0)),
    (D.Binomial, {"total_count": t(60.0, 3.0), "logits": t(0.5, 0.0)}, t(30.0, 2.0)),
    (D.Categorical, {"probs": t([0.2, 0.3, 0.5], [0.1, 0.8, 0.1])}, t(0, 2)),
    (D.Cauchy, {"loc": t(0.0, 1.0), "scale": t(1.0, 2.0)}, t(0.3, -2.0)),
    (D.Chi2, {"df": t(1.0, 4.0)}, t(0.5, 3.0)),
    (D.Dirichlet, {"concentration": t([0.5, 2.0, 3.0], [0.7, 0.6, 0.2])}, t([0.2, 0.3, 0.5], [0.1, 0.1, 0.8])),
    (D.Exponential, {"rate": t(0.5, 2.0)}, t(0.3, 1.5)),
    (D.FisherSnedecor, {"df1": t(3.0, 5.0), "df2": t(6.0, 3.0)}, t(0.4, 2.0)),
    (D.Gamma, {"concentration": t(0.4, 3.0), "rate": t(1.0, 2.0)}, t(0.5, 1.0)),
    (D.Geometric, {"probs": t(0.3, 0.8)}, t(2.0, 0.0)),
    (D.Gumbel, {"loc": t(0.0, 1.0), "scale": t(1.0, 2.0)}, t(0.4, -1.0)),
    (D.HalfCauchy, {"scale": t(1.0, 2.0)}, t(0.4, 3.0)),
    (D.HalfNormal, {"scale": t(1.0, 2.0)}, t(0.4, 3.0)),
    (D.InverseGamma, {"concentration": t(1.5, 3.0), "rate": t(1.0, 2.0)}, t(0.5, 1.0)),
    (D.Kumaraswamy, {"concentration1": t(2.0, 0.5), "concentration0": t(1.5, 3.0)}, t(0.3, 0.9)),
    (D.Laplace, {"loc": t(0.0, 1.0), "scale": t(1.0, 2.0)}, t(0.4, -1.0)),
    (D.LogNormal, {"loc": t(0.0, 1.0), "scale": t(0.5, 0.3)}, t(0.4, 2.0)),
    (D.Multinomial, {"total_count": 4, "probs": t([0.2, 0.3, 0.5], [0.1, 0.8, 0.1])}, t([1.0, 1.0, 2.0], [0.0, 4.0, 0.0])),
    (D.NegativeBinomial, {"total_count": t(3.0, 5.0), "probs": t(0.3, 0.6)}, t(2.0, 0.0)),
    (D.Normal, {"loc": t(0.0, 1.0), "scale": t(1.0, 2.0)}, t(0.4, -1.0)),
    (D.OneHotCategorical, {"probs": t([0.2, 0.3, 0.5], [0.1, 0.8, 0.1])}, t([0.0, 0.0, 1.0], [1.0, 0.0, 0.0])),
    (D.OneHotCategoricalStraightThrough, {"probs": t([0.2, 0.3, 0.5], [0.1, 0.8, 0.1])}, t([0.0, 0.0, 1.0], [1.0, 0.0, 0.0])),
    (D.Pareto, {"scale": t(1.0, 2.0), "alpha": t(1.5, 3.0)}, t(1.5, 2.5)),
    (D.Poisson, {"rate": t(0.5, 20.0)}, t(1.0, 18.0)),
    (D.RelaxedBernoulli, {"temperature": torch.tensor(0.7), "probs": t(0.3, 0.6)}, t(0.4, 0.8)),
    (D.RelaxedOneHotCategorical, {"temperature": torch.tensor(0.7), "logits": t([0.2, 0.3, 0.5], [0.1, 0.8, 0.1])}, t([0.2, 0.3, 0.5], [0.1, 0.8, 0.1])),
    (D.StudentT, {"df": t(1.5, 4.0), "loc": t(0.0, 1.0), "scale": t(1.0, 2.0)}, t(0.5, 3.0)),
    (D.Uniform, {"low": t(0.0, 1.0), "high": t(1.0, 4.0)}, t(0.4, 2.0)),
    (D.Weibull, {"scale": t(1.0, 2.0), "concentration": t(1.5, 3.0)}, t(0.5, 3.0)),
]


def show(name, call):
    try:
        print("  ", name, call())
    except Exception as e:
        print("  ", name, type(e).__name__, str(e).split("\n")[0])


def shown(value):
    return [round(v, 6) for v in value.reshape(-1).tolist()], tuple(value.shape), value.dtype


for family, parameters, value in TABLE:
    d = family(**parameters)
    print(family.__name__, d, d.batch_shape, d.event_shape, d.has_rsample, d.has_enumerate_support, d.support)
    for size in ((), (2,), (2, 3)):
        show("sample", lambda: shown(d.sample(size)))
    for name in ("log_prob", "cdf"):
        show(name, lambda: shown(getattr(d, name)(value)))
    show("icdf", lambda: shown(d.icdf(t(0.2, 0.6))))
    for name in ("entropy", "perplexity", "enumerate_support"):
        show(name, lambda: shown(getattr(d, name)()))
    show("support of one", lambda: shown(d.enumerate_support(expand=False)))
    for name in ("mean", "mode", "variance", "stddev"):
        show(name, lambda: shown(getattr(d, name)))
    wide = d.expand((3,) + tuple(d.batch_shape))
    print("   expanded", type(wide).__name__, wide, wide.batch_shape, shown(wide.sample()), shown(wide.log_prob(value)))
    show("mean of it", lambda: shown(wide.mean))
    show("too large", lambda: d.log_prob(torch.full((5,), 0.5)))
    show("number", lambda: d.log_prob(0.5) if family not in (D.Gamma, D.Chi2) else None)
    show("outside", lambda: d.log_prob(value - 7.5))
    floats = {k: v.clone().requires_grad_() for k, v in parameters.items() if isinstance(v, torch.Tensor) and v.is_floating_point()}
    learned = family(**{**parameters, **floats})

    def gradients(result):
        found = torch.autograd.grad((result * torch.arange(1.0, result.numel() + 1).view(result.shape)).sum(), list(floats.values()), allow_unused=True)
        return [None if g is None else shown(g) for g in found]

    if floats:
        show("gradients of the density", lambda: gradients(learned.log_prob(value)))
        show("gradients of a sample", lambda: gradients(learned.rsample((3,))))
        show("gradients of the entropy", lambda: gradients(learned.entropy()))
    wrong = {k: (v - 50.0 if k != "total_count" else v) if isinstance(v, torch.Tensor) else v for k, v in parameters.items()}
    show("wrong", lambda: family(**wrong))
    show("unchecked", lambda: tuple(family(**wrong, validate_args=False).batch_shape))
for name, call in {
    "mixture": lambda: D.MixtureSameFamily(D.Categorical(t(0.3, 0.7)), D.Normal(t(0.0, 3.0), t(1.0, 0.5))),
    "mixture of vectors": lambda: D.MixtureSameFamily(D.Categorical(torch.ones(2)), D.Independent(D.Normal(torch.randn(2, 3), torch.ones(2, 3)), 1)),
    "independent": lambda: D.Independent(D.Gamma(torch.ones(2, 3), torch.ones(2, 3)), 1),
    "transformed": lambda: D.TransformedDistribution(D.Normal(torch.zeros(3), 1.0), [D.TanhTransform(cache_size=1), D.AffineTransform(1.0, t(1.0, 2.0, -3.0))]),
    "of vectors": lambda: D.TransformedDistribution(D.Normal(torch.zeros(3), 1.0), D.StickBreakingTransform()),
}.items():
    d = call()
    drawn = d.sample((2,))
    print(name, d, d.batch_shape, d.event_shape, d.support, shown(drawn), shown(d.log_prob(drawn)))
    show("mean", lambda: shown(d.mean))
    show("variance", lambda: shown(d.variance))
    show("cdf", lambda: shown(d.cdf(drawn)))
    show("expanded", lambda: shown(d.expand((4,) + tuple(d.batch_shape)).sample()))
print(torch.rand(2))
