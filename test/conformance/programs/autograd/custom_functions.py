"""torch.autograd.Function."""
import torch
from torch.autograd import Function


class Square(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * 2 * x


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = Square.apply(x)
print(y.grad_fn.name(), repr(y.grad_fn).split(" at ")[0], y)
y.sum().backward()
print(x.grad)
(g,) = torch.autograd.grad(Square.apply(x).sum(), x, create_graph=True)
print(torch.autograd.grad(g.sum(), x))


class Scale(Function):
    @staticmethod
    def forward(ctx, x, factor, flag):
        ctx.factor = factor
        print("needs", ctx.needs_input_grad)
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None, None


x = torch.ones(2, requires_grad=True)
Scale.apply(x, 3.0, True).sum().backward()
print(x.grad)
print(Scale.apply(torch.ones(2), 3.0, False).requires_grad)


class Split(Function):
    @staticmethod
    def forward(ctx, x):
        a, b = x * 2, x * 3
        ctx.save_for_backward(a)
        return a, b

    @staticmethod
    def backward(ctx, ga, gb):
        print("gradients", ga.tolist(), gb.tolist())
        return ga * 2 + gb * 3


x = torch.ones(2, requires_grad=True)
a, b = Split.apply(x)
a.sum().backward()
print(x.grad)


class StraightThrough(Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad


x = torch.tensor([0.3, 0.7], requires_grad=True)
(StraightThrough.apply(x) * torch.tensor([1.0, 2.0])).sum().backward()
print(x.grad)


class Wrong(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, grad):
        return grad


x = torch.ones(1, requires_grad=True)
try:
    Wrong.apply(x, x).backward()
except RuntimeError as error:
    print(error)


class InPlace(Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


x = torch.ones(2, requires_grad=True)
y = x * 1
z = InPlace.apply(y)
print(z is y, y)
z.sum().backward()
print(x.grad)


class Constant(Function):
    @staticmethod
    def forward(ctx, x):
        indices = x.argmax()
        ctx.mark_non_differentiable(indices)
        return x * 2, indices

    @staticmethod
    def backward(ctx, grad, _):
        return grad * 2


x = torch.tensor([1.0, 5.0], requires_grad=True)
out, index = Constant.apply(x)
print(index, index.requires_grad)
out.sum().backward()
print(x.grad)
