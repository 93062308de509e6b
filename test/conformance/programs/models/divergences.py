"""kl_divergence of all pairs of families that have one; the rarer families of vectors, matrices and angles."""
# float-tolerance: 1e-3
import torch
from torch import distributions as D

torch.manual_seed(4)


def t(*values):
    return torch.tensor(values)


def shown(value):
    return [round(v, 5) for v in value.reshape(-1).tolist()], tuple(value.shape), value.dtype


FAMILIES = [
    (D.Bernoulli(t(0.3, 0.8)), D.Bernoulli(t(0.6, 0.5))), (D.Beta(t(2.0, 1.5), t(3.0, 0.7)), D.Beta(t(1.0, 2.5), t(2.0, 1.7))),
    (D.Binomial(5, t(0.3, 0.8)), D.Binomial(5, t(0.6, 0.5))), (D.Categorical(t([0.2, 0.8], [0.5, 0.5])), D.Categorical(t([0.4, 0.6], [0.1, 0.9]))),
    (D.Cauchy(t(0.0, 1.0), t(1.0, 2.0)), D.Cauchy(t(1.0, 1.0), t(3.0, 2.5))), (D.Chi2(t(1.0, 4.0)), D.Chi2(t(2.0, 3.0))),
    (D.Dirichlet(t(0.5, 2.0, 3.0)), D.Dirichlet(t(1.5, 1.0, 2.0))), (D.Exponential(t(0.5, 2.0)), D.Exponential(t(1.5, 1.0))),
    (D.Gamma(t(0.5, 2.0), t(1.0, 3.0)), D.Gamma(t(1.5, 1.0), t(2.0, 2.0))), (D.Geometric(t(0.3, 0.8)), D.Geometric(t(0.6, 0.5))),
    (D.Gumbel(t(0.0, 1.0), t(1.0, 2.0)), D.Gumbel(t(1.0, 1.0), t(3.0, 2.5))), (D.HalfNormal(t(1.0, 2.0)), D.HalfNormal(t(3.0, 2.5))),
    (D.Laplace(t(0.0, 1.0), t(1.0, 2.0)), D.Laplace(t(1.0, 1.0), t(3.0, 2.5))), (D.LogNormal(t(0.0, 1.0), t(1.0, 2.0)), D.LogNormal(t(1.0, 1.0), t(3.0, 2.5))),
    (D.Normal(t(0.0, 1.0), t(1.0, 2.0)), D.Normal(t(1.0, 1.0), t(3.0, 2.5))), (D.OneHotCategorical(t(0.2, 0.8)), D.OneHotCategorical(t(0.4, 0.6))),
    (D.Pareto(t(1.0, 2.0), t(2.5, 3.0)), D.Pareto(t(0.5, 2.5), t(1.5, 2.0))), (D.Poisson(t(0.5, 3.0)), D.Poisson(t(1.5, 2.0))),
    (D.Uniform(t(0.1, 0.2), t(0.9, 0.7)), D.Uniform(t(0.0, 0.3), t(1.0, 2.0))), (D.Uniform(t(2.0, 3.0), t(4.0, 5.0)), D.Uniform(t(0.0, 0.0), t(5.0, 4.0))),
    (D.MultivariateNormal(torch.zeros(2), t([2.0, 0.5], [0.5, 1.0])), D.MultivariateNormal(torch.ones(2), torch.eye(2))),
    (D.Independent(D.Normal(torch.zeros(2), torch.ones(2)), 1), D.Independent(D.Normal(torch.ones(2), torch.ones(2)), 1)),
    (D.StudentT(3.0), D.StudentT(2.0)), (D.Weibull(1.0, 2.0), D.Weibull(2.0, 2.0)),
]
for p, _ in FAMILIES:
    for _, q in FAMILIES:
        try:
            print(type(p).__name__, type(q).__name__, shown(D.kl_divergence(p, q)))
        except (NotImplementedError, RuntimeError) as e:
            print(type(p).__name__, type(q).__name__, type(e).__name__, e if "cross" in str(e) else "")


class Own(D.Normal):
    pass


print(D.kl_divergence(Own(0.0, 1.0), D.Normal(1.0, 1.0)))


@D.register_kl(Own, D.Normal)
def divergence(p, q):
    return "of its own"


print(D.kl_divergence(Own(0.0, 1.0), D.Normal(1.0, 1.0)), D.kl_divergence(Own(0.0, 1.0), Own(0.0, 1.0)))
mean = t(0.5, 1.0).requires_grad_()
D.kl_divergence(D.Gamma(mean, 1.0), D.Normal(0.0, 1.0)).sum().backward()
print(mean.grad)
RARE = [
    (D.VonMises(t(0.3, -2.0), t(0.7, 4.0)), t(0.5, 2.0)), (D.LKJCholesky(3, 1.5), torch.eye(3)), (D.LKJCholesky(2, t(0.5, 2.0)), t([1.0, 0.0], [0.6, 0.8])),
    (D.LogisticNormal(t(0.0, 0.5), t(1.0, 0.4)), t(0.2, 0.3, 0.5)),
    (D.LowRankMultivariateNormal(t(0.0, 1.0, 2.0), t([1.0], [0.5], [-0.3]), t(1.0, 2.0, 0.5)), t(0.1, 0.2, 0.3)),
    (D.LowRankMultivariateNormal(torch.zeros(2, 3), torch.ones(3, 2), torch.ones(3)), t(0.1, 0.2, 0.3)),
]
for d, value in RARE:
    print(d, d.batch_shape, d.event_shape, d.has_rsample, d.support)
    for name in ("sample", "log_prob", "expand", "entropy", "mean", "mode", "variance", "covariance_matrix", "precision_matrix", "scale_tril"):
        try:
            if name == "sample":
                print("  ", shown(d.sample()), shown(d.sample((2,))))
            elif name == "log_prob":
                print("  ", shown(d.log_prob(value)))
            elif name == "expand":
                wide = d.expand((2,) + tuple(d.batch_shape))
                print("  ", wide, shown(wide.sample()), shown(wide.log_prob(value)))
            else:
                result = getattr(d, name)
                print("  ", name, shown(result() if name == "entropy" else result))
        except (NotImplementedError, AttributeError) as e:
            print("  ", name, type(e).__name__)
for wrong in (lambda: D.LKJCholesky(1), lambda: D.VonMises(0.0, -1.0), lambda: D.LowRankMultivariateNormal(torch.zeros(2), torch.ones(3, 1), torch.ones(2))):
    try:
        wrong()
    except ValueError as e:
        print(e)
print(torch.rand(2))
