"""Distributions made of others, whose classes and constraints no snapshot has; the program changes one of them."""
# tier2: each.loop.body 80% after 3
# tier2: <module>.loop.body 80% after 4
# float-tolerance: 1e-4
import torch
from torch import distributions as D

torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
optimizer = torch.optim.SGD([w], 0.1)


def each():
    for n in range(10):
        ratio = D.Beta(1.0, 2.0).sample().item()
        with torch.no_grad():
            scale = D.Dirichlet(torch.ones(3)).sample() + D.Gumbel(0.0, 1.0).sample() + D.StudentT(3.0).sample()
            scale = scale + D.Weibull(1.0, 2.0).sample() + D.HalfNormal(1.0).sample() + D.FisherSnedecor(2.0, 3.0).sample()
        q = D.LogNormal(w.tanh(), 1.0)
        p = D.MultivariateNormal(torch.zeros(3), torch.eye(3))
        loss = (w * ratio * scale.clamp(-2, 2)).square().sum() - q.log_prob(scale.abs() + 1).mean() - p.log_prob(w)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.4f} {ratio:.4f}")


def checked(a):
    d = D.Beta(w.detach().abs() + a, 2.0)
    loss = (w - d.mean).square().sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


each()
for n in range(16):
    if n == 10:
        D.constraints.positive.lower_bound = 5.0
    if n == 12:
        D.constraints.positive.lower_bound = 0.0
    if n == 14:
        D.Dirichlet.arg_constraints = {}
    try:
        print(f"{checked(1.0):.4f}")
    except ValueError as e:
        print(type(e).__name__, str(e)[:28])
