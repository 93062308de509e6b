# tier2: <module>.loop.body 85% after 4
# The backward of a function runs a pass of its own, while gradients of the pass around it wait.
import torch


class Implicit(torch.autograd.Function):
    @staticmethod
    def forward(ctx, k, b):
        x = b * 2
        ctx.save_for_backward(k, x)
        return x

    @staticmethod
    def backward(ctx, g):
        k, x = ctx.saved_tensors
        with torch.enable_grad():
            inner = k.detach().requires_grad_()
            of_k, = torch.autograd.grad((x * inner).sin().sum(), inner, create_graph=False)
        return of_k * g, g


class Adding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.exp()

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        with torch.enable_grad():
            (side * x.detach()).sum().backward()
        return g * x


k = torch.ones(3, requires_grad=True)
j = torch.full((3,), 0.5, requires_grad=True)
side = torch.full((3,), 2.0, requires_grad=True)


def chain(x):
    for _ in range(3):
        x = Implicit.apply(k, x)
    k.grad = None
    x.sum().backward()
    return k.grad


def leaves(x):
    k.grad = j.grad = None
    (Implicit.apply(k, Implicit.apply(j, x)) * k).sum().backward()
    return k.grad, j.grad


def added(x):
    k.grad = side.grad = None
    y = Adding.apply(k * x)
    (Adding.apply(y * 0.1) * side).sum().backward()
    return k.grad, side.grad


for step in range(12):
    x = torch.arange(1.0, 4.0) + step / 8
    for gradient in (chain(x), *leaves(x), *added(x)):
        print([round(v, 3) for v in gradient.tolist()])
