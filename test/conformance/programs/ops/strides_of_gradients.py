# How gradients lie in memory.
import torch

torch.manual_seed(0)


def show(name, function, *leaves):
    leaves = [leaf.detach().requires_grad_() for leaf in leaves]
    results = function(*leaves)
    results = [r for r in (results if isinstance(results, (tuple, list)) else [results]) if r.requires_grad and r.numel()]
    slopes = torch.autograd.grad(results, leaves, [torch.ones(r.shape, dtype=r.dtype) for r in results], allow_unused=True)
    print(name, [(tuple(s.shape), s.stride()) for s in slopes])


def draw(*sizes, dtype=torch.float64):
    return torch.randn(sizes, dtype=dtype)


def turned(*sizes, dtype=torch.float64):
    return draw(*reversed(sizes), dtype=dtype).permute(*reversed(range(len(sizes))))


c = torch.complex128
show("irfft", lambda x: torch.fft.irfft(x, dim=1), draw(4, 5, 3, dtype=c))
show("irfft2", torch.fft.irfft2, draw(4, 5, 3, dtype=c))
show("irfftn", lambda x: torch.fft.irfftn(x, dim=(0, 2)), draw(4, 5, 3, dtype=c))
show("hfft", lambda x: torch.fft.hfft(x, dim=0), draw(4, 5, dtype=c))
show("hfft2", lambda x: torch.fft.hfft2(x, s=(4, 6)), draw(4, 5, 6, dtype=c))
show("istft", lambda x: torch.istft(x, 8, center=True, window=torch.ones(8)), draw(5, 6, dtype=torch.complex64))
show("lstsq", lambda A, B: torch.linalg.lstsq(A, B, driver="gelsd")[:2], draw(5, 3), draw(5, 2))
show("lstsq of vectors", lambda A, B: torch.linalg.lstsq(A, B, driver="gels")[:2], draw(2, 5, 3), draw(2, 5))
for left in (True, False):
    show("solve_triangular", lambda A, B: torch.linalg.solve_triangular(A, B, upper=True, left=left),
         draw(3, 3, dtype=c) + 3 * torch.eye(3), draw(3, 3, dtype=c))
show("bilinear", torch.nn.functional.bilinear, draw(4, 3), draw(4, 2), draw(5, 3, 2), draw(5))
show("tensordot to one element", lambda a, b: torch.tensordot(a, b, ([0, 1], [2, 0])), draw(2, 3, 1), draw(3, 1, 2))
show("tensordot with size 1", lambda a, b: torch.tensordot(a, b, ([0, 1], [2, 0])), draw(1, 1, 2), draw(2, 3, 2))
show("vecdot", torch.linalg.vecdot, turned(3, 4, dtype=c), turned(3, 4, dtype=c))
show("product of complex numbers", lambda a, b: (a * b).sum(), turned(3, 4, dtype=c), draw(3, 4, dtype=c))
show("angle", torch.angle, turned(3, 4, dtype=c))
show("angle of real numbers", torch.angle, turned(3, 4))
show("polar", torch.polar, draw(3, 4), turned(3, 4))
show("poisson_nll_loss", lambda x, y: torch.nn.functional.poisson_nll_loss(x, y, reduction="sum"), turned(3, 4), turned(3, 4))
show("ldexp", torch.ldexp, turned(3, 4), draw(3, 4))
