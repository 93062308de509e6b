# Functions that few programs use, in loops that are specialised: values, types and gradients.
import torch


def shown(tensor):
    return [round(number, 4) for number in tensor.detach().double().flatten().tolist()]


x = torch.linspace(-3.0, 3.0, 9, dtype=torch.float64, requires_grad=True)
for step in range(12):
    y = torch.special.erfcx(x) + torch.special.log_ndtr(x)
    waves = torch.special.spherical_bessel_j0(x * (step + 1))
    (slope,) = torch.autograd.grad((y * waves).sum(), x)
    if step % 4 == 3:
        print(step, shown(y), shown(waves), waves.requires_grad, shown(slope))

small = torch.tensor([0.0, -0.0, 1e-3, 0.49, 0.5, 0.51, 40.0, float("inf"), float("-inf"), float("nan")])
for step in range(8):
    waves = torch.special.spherical_bessel_j0(small)
    halves = torch.special.spherical_bessel_j0(small.double())
    numbers = torch.special.spherical_bessel_j0(torch.arange(4) + step)
print(shown(waves), shown(halves), halves.dtype, shown(numbers), numbers.dtype)

a = torch.tensor([[2.5, 3.0], [4.0, 6.5]], requires_grad=True)
for p in [1, 2, 3, 2, 1, 3]:
    y = torch.mvlgamma(a, p)
    y.sum().backward()
print(shown(y), shown(a.grad), torch.special.multigammaln(torch.tensor([5, 6]), 2))
b = torch.tensor([7.0, 8.0])
print(b.mvlgamma_(3) is b, shown(b))
try:
    torch.mvlgamma(b, 0)
except RuntimeError as error:
    print(error)

base = torch.zeros(3, 4, requires_grad=True)
diagonal = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
for step in range(8):
    y = torch.diagonal_scatter(base * 2, diagonal * step, offset=step % 2)
    (y * y).sum().backward()
print(shown(y), shown(base.grad), shown(diagonal.grad), base.t().diagonal_scatter(diagonal).stride())
try:
    torch.diagonal_scatter(base, diagonal[:2])
except RuntimeError as error:
    print(error)
