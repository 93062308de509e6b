"""Gamma, beta, Dirichlet and binomial variables, and points of the simplex: draws of torch's generator, in steps with gradients."""
import torch
from torch.distributions import Beta, Binomial, Dirichlet, Gamma, RelaxedOneHotCategorical

torch.manual_seed(3)
shapes = torch.tensor([[0.05, 0.7, 1.0], [2.5, 40.0, 3000.0]])
for dtype in (torch.float32, torch.float64):
    for _ in range(5):
        drawn = torch._standard_gamma(shapes.to(dtype))
        turned = torch._standard_gamma(shapes.to(dtype).t())
        share = torch._sample_dirichlet(shapes.to(dtype))
    print(drawn.tolist(), turned.tolist(), turned.stride(), share.tolist())

counts = torch.tensor([[0.0, 1.0, 12.0], [40.0, 300.0, 100000.0]])
for dtype in (torch.float32, torch.float64):
    for _ in range(5):
        values = [torch.binomial(counts.to(dtype), torch.full((2, 3), p, dtype=dtype)) for p in (0.0, 0.05, 0.5, 0.83, 1.0)]
    print([v.tolist() for v in values])
own = torch.Generator().manual_seed(5)
print(torch._standard_gamma(shapes, generator=own).tolist(), torch.binomial(counts, counts / 1e6, own).tolist())
print(torch._standard_gamma(torch.tensor([0.0, float("nan")])), torch._standard_gamma(torch.zeros(0, 3)).shape,
      torch._sample_dirichlet(torch.tensor(2.0)))

for call in (lambda: torch._standard_gamma(shapes.half()), lambda: torch._standard_gamma(shapes.long()),
             lambda: torch._sample_dirichlet(shapes.bfloat16()), lambda: torch.binomial(counts.half(), counts.half()),
             lambda: torch.binomial(counts, counts.double()), lambda: torch.binomial(counts.long(), counts),
             lambda: torch.binomial(counts, counts.long()), lambda: torch._standard_gamma_grad(shapes, shapes.double())):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)


# Steps: parameters of distributions learn through their draws.
concentration = torch.tensor([1.5, 4.0], requires_grad=True)
rate = torch.tensor([2.0, 0.5], requires_grad=True)
logits = torch.zeros(2, 3, requires_grad=True)
optimizer = torch.optim.SGD([concentration, rate, logits], lr=0.01)


def step(target):
    optimizer.zero_grad()
    gamma = Gamma(concentration, rate).rsample((4,))
    beta = Beta(concentration, rate).rsample((2,))
    shares = Dirichlet(concentration * torch.tensor([1.0, 0.5])).rsample()
    points = RelaxedOneHotCategorical(torch.tensor(0.7), logits=logits).rsample()
    trials = Binomial(20, torch.sigmoid(logits.detach())).sample()
    loss = ((gamma.mean() - target) ** 2 + (beta - 0.3).square().mean() + (shares * concentration.detach()).sum()
            + (points * trials).mean())
    loss.backward()
    optimizer.step()
    return loss.detach(), trials


for i in range(12):
    loss, trials = step(1.0)
print(f"{loss.item():.3f}", trials.tolist())
print([round(v, 1) + 0.0 for p in (concentration, rate, logits) for v in p.flatten().tolist()])

a = torch.tensor([0.8, 3.0], requires_grad=True)
y = torch._standard_gamma(a)
print(type(y.grad_fn).__name__, type(torch._standard_gamma_grad(a, y.detach()).grad_fn).__name__)
(slope,) = torch.autograd.grad(y.sum(), a, create_graph=True)
try:
    slope.sum().backward()
except NotImplementedError as error:
    print(error)
try:
    torch.binomial(counts[0], torch.full((3,), 0.5, requires_grad=True)).sum().backward()
except RuntimeError as error:
    print(error)
