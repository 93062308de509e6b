"""Generalised Pareto, continuous Bernoulli, Wishart and Gumbel variables; divergences of them and of low-rank normal vectors."""
# float-tolerance: 1e-3
import warnings

import torch
import torch.distributions as D
from torch.distributions.continuous_bernoulli import ContinuousBernoulli
from torch.distributions.generalized_pareto import GeneralizedPareto
from torch.distributions.gumbel import Gumbel
from torch.distributions.uniform import Uniform
from torch.distributions.wishart import Wishart

warnings.simplefilter("ignore")
t = torch.tensor


def show(d, x):
    print(d, d.batch_shape, d.event_shape, d.support, d.has_rsample)
    for name in ("mean", "variance", "stddev", "mode"):
        try:
            print(name, getattr(d, name))
        except NotImplementedError as error:
            print(name, "NotImplementedError", type(d).__name__ in str(error))
    print(d.log_prob(x), d.entropy())
    for f in (d.cdf, d.icdf):
        try:
            print(f(x))
        except NotImplementedError:
            print("no", f.__name__)
    torch.manual_seed(3)
    print(d.sample(), d.sample((2,)).shape, d.rsample((3,)).shape)
    print(d.expand((4,) + d.batch_shape).batch_shape)


show(GeneralizedPareto(t([0.0, 1.0]), t([1.0, 2.0]), t([0.2, -0.5])), t([0.5, 1.5]))
show(GeneralizedPareto(0.0, 1.0, 0.0), t(0.5))
for c in (1.0, 1.5, 0.5, 0.4, -1.0, -2.0):
    g = GeneralizedPareto(0.0, 1.0, c)
    print(g.mean, g.variance, g.entropy(), g.log_prob(t(0.3)), g.cdf(t(0.3)), g.icdf(t(0.3)), g.log_survival_function(t(0.3)), g.log_cdf(t(0.3)))
show(ContinuousBernoulli(t([0.1, 0.5, 0.7])), t([0.5, 0.3, 0.2]))
show(ContinuousBernoulli(logits=t([-2.0, 0.0, 0.3])), t([0.5, 0.3, 0.2]))
show(Wishart(t(4.0), covariance_matrix=t([[2.0, 0.5], [0.5, 1.0]])), t([[8.0, 1.0], [1.0, 3.0]]))
show(Wishart(t([3.0, 4.0]), precision_matrix=t([[2.0, 0.5], [0.5, 1.0]])), t([[8.0, 1.0], [1.0, 3.0]]))
w = Wishart(5.0, scale_tril=t([[2.0, 0.0], [0.5, 1.0]]))
print(w.covariance_matrix, w.precision_matrix, w._natural_params, w._log_normalizer(*w._natural_params), w)
show(Gumbel(t([1.0, 2.0]), t([1.0, 3.0])), t([0.5, 0.9]))
print(Gumbel.__mro__[1].__name__, Gumbel(0.0, 1.0).base_dist, Uniform.__module__, D.Poisson.__module__, D.Geometric.__module__)
for f in (lambda: Wishart(4.0), lambda: Wishart(0.5, covariance_matrix=torch.eye(2)), lambda: Wishart(3.0, covariance_matrix=t([1.0])),
          lambda: ContinuousBernoulli(), lambda: GeneralizedPareto(0.0, -1.0, 0.1), lambda: w.log_prob(-torch.eye(2)),
          lambda: GeneralizedPareto(0.0, 1.0, 0.1).log_prob(t(-1.0))):
    try:
        f()
    except (ValueError, AssertionError) as error:
        print(type(error).__name__, error)
low = D.LowRankMultivariateNormal(t([0.0, 1.0, 2.0]), t([[1.0], [0.5], [0.2]]), t([1.0, 2.0, 3.0]))
other = D.LowRankMultivariateNormal(t([0.0, 0.0, 2.0]), t([[1.0, 0.1], [0.3, 1.0], [0.2, 0.2]]), t([1.0, 1.0, 2.0]))
full = D.MultivariateNormal(torch.zeros(3), torch.eye(3) * 2)
c = ContinuousBernoulli(t([0.1, 0.5, 0.7]))
for p, q in ((low, other), (low, full), (full, low), (c, ContinuousBernoulli(t([0.3, 0.3, 0.3]))), (c, D.Uniform(0.0, 1.0)), (c, D.Normal(0.0, 1.0)),
             (c, D.Exponential(1.0)), (D.Beta(1.0, 2.0), c), (D.Uniform(0.2, 0.8), c), (c, D.Pareto(1.0, 1.0)), (D.Normal(0.0, 1.0), c),
             (w, Wishart(4.0, covariance_matrix=torch.eye(2)))):
    print(type(p).__name__, type(q).__name__, D.kl_divergence(p, q).detach())
for p, q in ((low, D.MultivariateNormal(torch.zeros(2), torch.eye(2))), (full, D.MultivariateNormal(torch.zeros(2), torch.eye(2))),
             (low, D.LowRankMultivariateNormal(torch.zeros(2), torch.ones(2, 1), torch.ones(2)))):
    try:
        D.kl_divergence(p, q)
    except ValueError as error:
        print(error)
for make in (lambda p: ContinuousBernoulli(p).rsample(), lambda p: GeneralizedPareto(0.0, p, 0.3).rsample(), lambda p: Gumbel(p, p).rsample(),
             lambda p: Wishart(p + 3, scale_tril=torch.eye(2)).rsample()):
    p = t(0.3, requires_grad=True)
    torch.manual_seed(5)
    make(p).sum().backward()
    print(p.grad)
