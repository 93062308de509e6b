# Distributions: samples, log-probabilities, entropies, divergences, gradients.
# float-tolerance: 1e-4
import torch
from torch import distributions as D

torch.manual_seed(6)
mean, scale = torch.tensor([0.5, -1.0], requires_grad=True), torch.tensor([1.0, 2.0], requires_grad=True)
n = D.Normal(mean, scale)
print(n, n.sample(), n.sample((2,)), n.rsample().requires_grad, n.log_prob(torch.tensor([0.0, 1.0])), n.entropy(), n.mean, n.stddev, n.variance, n.cdf(torch.tensor(0.3)), n.icdf(torch.tensor(0.7)))
c = D.Categorical(logits=torch.tensor([[0.1, 1.0, -0.5], [2.0, 0.0, 0.3]]))
print(c, c.sample(), c.sample((4,)), c.log_prob(torch.tensor([0, 2])), c.entropy(), c.probs, c.logits)
print(D.Categorical(probs=torch.tensor([0.2, 0.8])).sample((5,)), D.Categorical(torch.tensor([1.0, 1.0, 2.0])).probs)
b = D.Bernoulli(torch.tensor([0.3, 0.9]))
print(b, b.sample((3,)), b.log_prob(torch.tensor([1.0, 0.0])), b.entropy(), D.Bernoulli(logits=torch.tensor(0.2)).probs)
print(D.kl_divergence(D.Normal(0.0, 1.0), D.Normal(1.0, 2.0)), D.kl_divergence(c, D.Categorical(logits=torch.zeros(2, 3))), D.kl_divergence(b, D.Bernoulli(torch.tensor([0.5, 0.5]))))
D.kl_divergence(n, D.Normal(0.0, 1.0)).sum().backward()
print(mean.grad, scale.grad)
for d in (D.Uniform(0.0, 2.0), D.Exponential(torch.tensor(1.5)), D.Laplace(0.0, 1.0), D.LogNormal(0.0, 0.5), D.Gumbel(0.0, 1.0), D.Cauchy(0.0, 1.0)):
    print(type(d).__name__, d.sample((2,)).shape, d.log_prob(torch.tensor(0.4)), d.mean if not isinstance(d, D.Cauchy) else None)
m = D.MultivariateNormal(torch.zeros(2), torch.tensor([[2.0, 0.5], [0.5, 1.0]]))
print(m.sample().shape, m.log_prob(torch.tensor([0.1, 0.2])), m.entropy())
i = D.Independent(D.Normal(torch.zeros(3), torch.ones(3)), 1)
print(i.log_prob(torch.ones(3)), i.event_shape, i.batch_shape, i.sample().shape)
for wrong in (lambda: D.Normal(0.0, -1.0), lambda: D.Categorical(torch.tensor([-1.0, 2.0])), lambda: D.Categorical(), lambda: n.log_prob(torch.ones(5)), lambda: D.Bernoulli(torch.tensor(1.5))):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)
