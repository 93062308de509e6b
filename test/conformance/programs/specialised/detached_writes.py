"""Writes through detached views: what they show changes, its history does not know of it."""
# float-tolerance: 1e-5
import torch

torch.manual_seed(0)
W = torch.randn(8, 8, requires_grad=True)
u = torch.randn(3, requires_grad=True)
x = torch.randn(60, 8)


def of_part(i):
    h = W @ x[i]
    v = h[2:5].detach()
    v += 1
    return h.pow(2).sum()


def part_of_it(i):
    h = W @ x[i]
    v = h.detach()[2:5]
    v.mul_(2)
    return h.pow(2).sum() + v.sum()


def turned(i):
    h = W @ x[i]
    v = h.view(2, 4).t().detach()
    v[0] = 3
    return (h * x[i]).sum()


def through_data(i):
    h = W @ x[i]
    v = h.data[1:]
    v.zero_()
    return (h * h).sum()


def with_history(i):
    h = W @ x[i]
    v = h[2:5].detach()
    v.copy_(u)
    return (h * x[i]).sum() + v.sum()


def saved(i):
    h = (W @ x[i]).tanh()
    v = h[2:5].detach()
    v += 1
    return h.sum()


def total(step):
    value = gradient = 0.0
    for i in range(60):
        value_of, gradient_of = one(step, i)
        value += value_of
        gradient += gradient_of
    return value, gradient


def one(step, i):
    W.grad = u.grad = None
    loss = step(i)
    loss.backward()
    return loss.item(), W.grad.sum().item()


for step in (of_part, part_of_it, turned, through_data, with_history, saved):
    try:
        value, gradient = total(step)
        print(step.__name__, round(value, 2), round(gradient, 2), u.grad is None or u.grad.tolist())
    except RuntimeError as error:
        print(step.__name__, str(error)[:80])
