"""Gradients of chosen inputs, asked for in functions and loops that a tensor with a history enters: the way to the inputs leads
through what was recorded before."""
import torch

w = torch.tensor([2.0, 3.0], requires_grad=True)


def first_of(h):
    return torch.autograd.grad((h * w).sum(), w)[0]


for h in [w * w for _ in range(6)]:
    print(first_of(h).tolist())


def penalty(h):
    y = (h * w).sum()
    g, = torch.autograd.grad(y, w)
    return g


def unused(h):
    g, = torch.autograd.grad(h.sum() * 2, w, allow_unused=True)
    return g


def by_backward(h):
    w.grad = None
    (h * w).sum().backward(inputs=[w])
    return w.grad


def both(h):
    return [g.tolist() for g in torch.autograd.grad((h * w).sum(), [h, w])]


def inner(h):
    return torch.autograd.grad((h * h).sum(), h)[0].tolist()


def apart(h):
    mixed = (h.detach() * 0.5).requires_grad_()
    g, = torch.autograd.grad((mixed * mixed).sum(), mixed, create_graph=True)
    return g.tolist()


def entered(k, function):
    h = w * w
    n = 0
    while n < k % 3 or h.sum() < 1:      # a loop that is no graph
        n += 1
        h = h * 1.0
    return function(h)


def main():
    for k in range(6):
        print(entered(k, penalty).tolist(), entered(k, unused), entered(k, by_backward).tolist())
        print(entered(k, both), entered(k, inner), entered(k, apart))


main()


class State:
    h = torch.zeros(2)


def recurrent(retain):
    state = State()
    v = torch.ones(2, requires_grad=True)
    for k in range(8):
        try:
            state.h = torch.tanh(state.h * v + 1)
            loss = (state.h * v).sum()
            g, = torch.autograd.grad(loss, v, retain_graph=retain)
            print([f"{x:.4f}" for x in g.tolist()])
        except RuntimeError as e:
            print(str(e)[:40])


recurrent(True)
recurrent(False)
