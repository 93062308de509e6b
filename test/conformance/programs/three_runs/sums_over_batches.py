"""Results and gradients whose shapes follow from more than one operand: addbmm, addr, cdist over batches that broadcast."""
# float-tolerance: 1e-4
import torch


def added(x, a, b):
    y = torch.addbmm(x, a, b)
    return y, y * 2.0, y.sum()


def added_gradient(x, a, b):
    p, q = x.clone().requires_grad_(), a.clone().requires_grad_()
    y = torch.addbmm(p, q, b, beta=0.5, alpha=2.0)
    (y * y).sum().backward()
    return y.detach(), p.grad, q.grad


def outer(x, a, b):
    return torch.addr(x, a[0, :, 0], b[0, 0]) * 2.0, torch.addmv(x[:, 0], a[0], b[0, :, 0]) + 1.0, torch.baddbmm(x, a, b) - 1.0


def distances(p):
    def step(x, a, b):
        a = a.clone().requires_grad_()
        b = b.clone().requires_grad_()
        y = torch.cdist(a, b, p)
        (y * y).sum().backward()
        return y.detach(), a.grad, b.grad
    return step


far, near = distances(2.5), distances(2.0)


def show(name, results):
    print(name, [(list(t.shape), list(t.stride()), round(t.sum().item(), 3)) for t in results])


torch.manual_seed(0)
x, a, b = torch.randn(2, 3), torch.randn(4, 2, 5), torch.randn(4, 5, 3)
one, four = torch.rand(1, 2, 3), torch.rand(4, 2, 3)
for i in range(5):
    show("added", added(x, a, b))
    show("gradient", added_gradient(x, a, b))
    show("outer", outer(x, a, b))
    show("cdist", far(x, one, four))
    show("cdist", far(x, four, one))
    show("cdist", near(x, one, four))
