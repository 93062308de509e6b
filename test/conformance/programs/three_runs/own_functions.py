"""`torch.autograd.Function` of the program where a graph has to be careful: results that live on, are written, or are views; saved
tensors that change; branches and loops; second gradients; walks that come twice; contexts that are kept; errors in `backward`."""
# float-tolerance: 1e-4
# tier2-tolerance: 1e-4
import torch
import torch.nn as nn
from torch.autograd import Function
from torch.autograd.function import once_differentiable

torch.manual_seed(0)


class Scale(Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(x)
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * ctx.factor + 0 * x, None


class Pass(Function):
    @staticmethod
    def forward(ctx, x):
        return x.view(-1)

    @staticmethod
    def backward(ctx, grad):
        return grad.view(2, 3) * 2


class Twice(Function):
    seen = 0

    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, grad):
        Twice.seen += 1
        return grad * 2


class Strict(Function):
    @staticmethod
    def forward(ctx, x, limit):
        ctx.limit = limit
        ctx.shape = x.shape
        return x.sum()

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        if grad.item() > ctx.limit:
            raise ValueError(f"a gradient of {grad.item():.1f}")
        return grad.expand(ctx.shape), None


class Pair(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b, a + b

    @staticmethod
    def backward(ctx, of_product, of_sum):
        a, b = ctx.saved_tensors
        return of_product * b + of_sum, of_product * a + of_sum


class Cube(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 3 * x ** 2


def tried(function, *args):
    for i in range(6):
        try:
            print(function.__name__, i, function(i, *args))
        except Exception as e:
            print(function.__name__, i, type(e).__name__, str(e).split("\n")[0][:90])


w = torch.randn(2, 3, requires_grad=True)
kept = None


def lives_on(i):
    """The result of one turn is used in the next."""
    global kept
    before = 0.0 if kept is None else kept.sum()
    y = Scale.apply(w, i + 1.0)
    loss = y.pow(2).sum() + before
    loss.backward()
    kept = Scale.apply(w.detach().clone().requires_grad_(), 2.0) if i % 2 else y.detach()
    found = w.grad.sum().item()
    w.grad = None
    return f"{loss.item():.4f} {found:.4f}", kept.requires_grad, kept.is_leaf


def result_is_kept(i):
    global kept
    kept = Scale.apply(w, i + 0.5)
    return f"{kept.sum().item():.4f}", type(kept.grad_fn).__name__


def backward_behind(i):
    y = result_of(i)
    y.sum().backward()
    found = w.grad.clone()
    w.grad = None
    return found.tolist()


def result_of(i):
    return torch.tanh(Scale.apply(w, i + 1.0))


def views(i):
    flat = Pass.apply(w)
    if i == 4:
        flat.add_(1)
    if i >= 2:
        with torch.no_grad():
            w.mul_(0.9)
    out = flat * 2 if i < 2 or i == 5 else w * 3
    out.sum().backward()
    found = w.grad.tolist()
    w.grad = None
    return found, flat._base is w, flat.data_ptr() == w.data_ptr()


def saved_and_written(i):
    x = w * 1.0
    y = Scale.apply(x, 2.0)
    if i % 2:
        x.add_(1)
    y.sum().backward()
    found = w.grad.sum().item()
    w.grad = None
    return found


def written(i):
    x = w * 2
    y = Twice.apply(x)
    z = Scale.apply(y, 3.0)
    z.add_(y)
    z.sum().backward()
    found = w.grad.tolist()
    w.grad = None
    return found, y is x, Twice.seen


def on_a_side(i):
    x = w * (i - 2.5)
    if x.sum().item() > 0:
        x = Scale.apply(x, 2.0)
    loss = x.pow(2).sum()
    loss.backward()
    found = w.grad.sum().item()
    w.grad = None
    return f"{found:.4f}"


def in_a_loop(i):
    x = w
    for k in range(2 + i % 3):
        x = Scale.apply(torch.tanh(x), 1.0 + k)
    while x.abs().max() > 0.5:
        x = Scale.apply(x, 0.5)
    x.sum().backward()
    found = w.grad.sum().item()
    w.grad = None
    return f"{found:.5f}"


def twice(i):
    y = (Scale if i % 2 else Pair).apply(w, 2.0) if i % 2 else Pair.apply(w, w.detach())[0]
    y.sum().backward(retain_graph=i < 4)
    y.sum().backward()
    found = w.grad.sum().item()
    w.grad = None
    return f"{found:.4f}"


def one_of_two(i):
    product, total = Pair.apply(w, w * 2)
    (product if i % 2 else total).sum().backward()
    found = w.grad.sum().item()
    w.grad = None
    return f"{found:.4f}"


def second(i):
    g, = torch.autograd.grad(Cube.apply(w).sum(), w, create_graph=True)
    (g * (i + 1)).sum().backward()
    found = w.grad.sum().item()
    w.grad = None
    return f"{found:.4f}"


def raises(i):
    w.grad = None
    Strict.apply(w * 1.0, 2.5).mul(i).backward()
    return w.grad.tolist()


def hooked(i):
    seen = []
    y = Scale.apply(w, 2.0)
    y.register_hook(lambda g: seen.append(g.sum().item()))
    y.sum().mul(i).backward()
    found = w.grad.sum().item()
    w.grad = None
    return seen, found


class Own(nn.Parameter):
    pass


def of_a_subclass(i):
    p = Own(torch.ones(3) * i)
    Scale.apply(p, 3.0).sum().backward()
    return p.grad.tolist(), type(Scale.apply(p, 1.0)).__name__


def without(i):
    with torch.set_grad_enabled(i % 2 == 0):
        y = Scale.apply(w, 2.0)
    return y.requires_grad, y.grad_fn is None, Scale.apply(w.detach(), 1.0).requires_grad


for each in (lives_on, result_is_kept, backward_behind, views, saved_and_written, written, on_a_side, in_a_loop, twice, one_of_two,
             second, raises, hooked, of_a_subclass, without):
    tried(each)
