"""`torch.autograd.Function` of the program within steps: saved tensors, attributes of the context, inputs that are returned, several
results, results without gradients, gradients that are not needed, functions in functions."""
# tier2: rounding.loop.body 10
# tier2: reversal.loop.body 10
# tier2: several.loop.body 10
# tier2: nested.loop.body 10
# tier2: asked_for.loop.body 10
# tier2: separate.loop.body 10
# float-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Function

torch.manual_seed(0)


class Sign(Function):
    @staticmethod
    def forward(ctx, x, bound):
        ctx.save_for_backward(x)
        ctx.bound = bound
        return x.sign()

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * (x.abs() <= ctx.bound).float(), None


class Reverse(Function):
    @staticmethod
    def forward(ctx, x, alpha):
        ctx.alpha = alpha
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return grad.neg() * ctx.alpha, None


class Same(Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return 0.5 * grad


class Quantise(Function):
    @staticmethod
    def forward(ctx, x, table):
        distances = (x[:, None] - table[None]).pow(2).sum(-1)
        chosen = distances.argmin(1)
        ctx.mark_non_differentiable(chosen)
        ctx.save_for_backward(chosen, table)
        return table[chosen], chosen, distances

    @staticmethod
    def backward(ctx, grad, of_chosen, of_distances):
        chosen, table = ctx.saved_tensors
        of_table = None
        if ctx.needs_input_grad[1]:
            of_table = torch.zeros_like(table).index_add_(0, chosen, grad)
        return grad.clone() + 0.1 * of_distances.sum(), of_table


class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias=None):
        ctx.save_for_backward(x, weight, bias)
        out = x.mm(weight.t())
        if bias is not None:
            out += bias.unsqueeze(0).expand_as(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, weight, bias = ctx.saved_tensors
        of_x = of_weight = of_bias = None
        if ctx.needs_input_grad[0]:
            of_x = grad.mm(weight)
        if ctx.needs_input_grad[1]:
            of_weight = grad.t().mm(x)
        if bias is not None and ctx.needs_input_grad[2]:
            of_bias = grad.sum(0)
        return of_x, of_weight, of_bias


class Exp(Function):
    @staticmethod
    def forward(x):
        return x.exp(), 3

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(output[0])
        ctx.set_materialize_grads(False)

    @staticmethod
    def backward(ctx, grad, of_number):
        assert of_number is None
        result, = ctx.saved_tensors
        return grad * Sign.apply(result, 100.0) * result


def rounding(steps):
    net = nn.Linear(4, 4)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    x = torch.randn(6, 4)
    for i in range(steps):
        y = Sign.apply(net(x), 1.2)
        loss = (y - 1).pow(2).mean() + net(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(i, f"{loss.item():.5f}", f"{net.weight.grad.sum().item():.5f}", y.requires_grad, y.is_leaf)


def reversal(steps):
    body, critic = nn.Linear(3, 3), nn.Linear(3, 1)
    optimizer = torch.optim.Adam([*body.parameters(), *critic.parameters()], lr=0.02)
    x = torch.randn(8, 3)
    for i in range(steps):
        h = torch.tanh(body(x))
        loss = F.binary_cross_entropy_with_logits(critic(Reverse.apply(h, i / steps)), torch.ones(8, 1)) + Same.apply(h).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(i, f"{loss.item():.5f}", f"{body.weight.grad.abs().sum().item():.5f}")


def several(steps):
    table, net = nn.Parameter(torch.randn(5, 3)), nn.Linear(3, 3)
    optimizer = torch.optim.SGD([table, *net.parameters()], lr=0.05)
    x = torch.randn(6, 3)
    for i in range(steps):
        z = net(x)
        q, chosen, distances = Quantise.apply(z, table if i % 2 else table.detach())
        loss = (q - x).pow(2).mean() + (distances.min() * 0.01 if i % 3 == 0 else 0)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(i, f"{loss.item():.5f}", chosen.tolist(), chosen.requires_grad, table.grad is None)


def nested(steps):
    weight, bias = nn.Parameter(torch.randn(2, 3)), nn.Parameter(torch.zeros(2))
    x = torch.randn(4, 3)
    for i in range(steps):
        out = Linear.apply(x, weight, bias if i % 2 else None)
        e, number = Exp.apply(-out.abs())
        loss = e.sum() * number
        loss.backward()
        with torch.no_grad():
            for p in (weight, bias):
                if p.grad is not None:
                    p -= 0.01 * p.grad
                    p.grad = None
        print(i, f"{loss.item():.5f}", f"{weight.sum().item():.5f} {bias.sum().item():.5f}")


def asked_for(steps):
    w = torch.randn(3, requires_grad=True)
    for i in range(steps):
        y = Sign.apply(w * i, 2.0) * Exp.apply(w)[0]
        found, = torch.autograd.grad(y.sum(), w, retain_graph=True)
        again, = torch.autograd.grad(y.sum(), w)
        print(i, found.tolist(), torch.equal(found, again))


def separate(steps):
    w = torch.randn(3, requires_grad=True)
    for i in range(steps):
        with torch.no_grad():
            plain = Sign.apply(w, 1.0).sum().item()
        y = Reverse.apply(w * 2, 1.0)
        z = y * y
        z.sum().backward()
        print(i, plain, w.grad.tolist(), y.detach().sum().item())
        w.grad = None


for each in (rounding, reversal, several, nested, asked_for, separate):
    print(each.__name__)
    each(16)
