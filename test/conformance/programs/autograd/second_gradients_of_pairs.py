"""Second gradients of distances, samples and losses of which both arguments have a history; gradients of singular matrices."""
# float-tolerance: 1e-5
import torch
import torch.nn.functional as F


def double(*shape):
    return torch.rand(shape, dtype=torch.float64, generator=generator).requires_grad_()


def second(name, function, *inputs):
    first = torch.autograd.grad(function(*inputs).pow(2).sum(), inputs, create_graph=True)
    found = torch.autograd.grad(sum([g.pow(2).sum() for g in first]), inputs, allow_unused=True)
    print(name, *[f"{round(g.sum().item(), 6) + 0.0:.6f}" for g in first], *["-" if g is None else f"{round(g.sum().item(), 6) + 0.0:.6f}" for g in found])


generator = torch.Generator().manual_seed(0)
for p in (1.0, 1.5, 2.0, 3.0):
    second(f"cdist {p}", lambda x, y: torch.cdist(x, y, p), double(3, 2), double(4, 2))
    second(f"cdist of batches {p}", lambda x, y: torch.cdist(x, y, p), double(2, 3, 2), double(1, 4, 2))
    second(f"pdist {p}", lambda x: F.pdist(x, p) * torch.arange(6), double(4, 2))
x = double(3, 2)
second("distances to itself", lambda x: torch.cdist(x, x) + 1, x)
kernel = torch.exp(-torch.cdist(x, x.detach() + 1))
gradient, = torch.autograd.grad(kernel.sum(), x, create_graph=True)
print(gradient.requires_grad, torch.autograd.grad(gradient.sum(), x)[0].sum().item())

for mode in ("bilinear", "nearest", "bicubic"):
    for padding in ("zeros", "border", "reflection"):
        for corners in (False, True):
            second(f"grid_sample {mode} {padding} {corners}",
                   lambda x, g: F.grid_sample(x, g * 2.4 - 1.2, mode, padding, align_corners=corners), double(2, 1, 3, 4), double(2, 2, 2, 2))
image, places = double(1, 1, 3, 3).detach(), double(1, 2, 2, 2)
second("grid_sample of a constant", lambda g: F.grid_sample(image, g, align_corners=False), places)

for loss in (F.smooth_l1_loss, F.huber_loss):
    for reduction in ("mean", "sum", "none"):
        second(f"{loss.__name__} {reduction}", lambda x, t: loss(x * x, x * t * 3, reduction=reduction), double(3), double(3))
x = torch.tensor([1.0], dtype=torch.float64, requires_grad=True)
gradient, = torch.autograd.grad(F.smooth_l1_loss(x, x * x * 3, beta=9.0), x, create_graph=True)
print(torch.autograd.grad(gradient, x)[0].item())

for matrix in ([[0.0, 0.0], [0.0, 0.0]], [[1.0, 2.0], [2.0, 4.0]], [[1.0, 2.0], [3.0, 4.0]]):
    z = torch.tensor(matrix, requires_grad=True)
    print(torch.autograd.grad(torch.det(z), z)[0].tolist(), torch.autograd.grad(torch.det(torch.stack([z, torch.eye(2)])).sum(), z)[0].tolist())
z = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
print(torch.autograd.grad(torch.slogdet(z)[1], z)[0].tolist())
s = torch.tensor([1.0, float("nan")], requires_grad=True)
print(torch.autograd.grad(s.norm(float("inf")), s)[0].tolist())

logs = double(5, 1, 3)
loss = F.ctc_loss(logs.log_softmax(2), torch.tensor([[1, 2]]), (5,), (2,))
gradient, = torch.autograd.grad(loss, logs, create_graph=True)
try:
    torch.autograd.grad(gradient.pow(2).sum(), logs)
except RuntimeError as error:
    print(error)
