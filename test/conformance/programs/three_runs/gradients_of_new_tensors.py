"""Tensors that a step makes live on with their gradients: leaves, what retains its own, what comes out of a branch."""
import torch


class Holder:
    pass


def main():
    a = torch.tensor([1.0, 2.0], requires_grad=True)
    b = torch.tensor([3.0, 4.0], requires_grad=True)
    a.grad = torch.tensor([10.0, 20.0])
    b.grad = torch.tensor([30.0, 40.0])
    t = torch.zeros(2)
    for i in range(16):
        t = t * 0.5 + 1.0 + (i % 3)
        if t.sum() > 5:
            p = a
        else:
            p = b
        t = t + p.grad * 0.01
        print(i, t.tolist())
    # new on both sides
    for i in range(16):
        t = t * 0.5 + 1.0 + (i % 3)
        if t.sum() > 5:
            p = torch.ones(2, requires_grad=True)
            p.grad = t.clone()
        else:
            p = torch.zeros(2, requires_grad=True)
            p.grad = t * 2
        t = t + p.grad * 0.01
        print(i, t.tolist())
    print(p, p.grad)
    # new leaves
    q = torch.ones(2, requires_grad=True)
    for i in range(16):
        t = t * 0.5 + 1.0 + (i % 3)
        q = (q * 0.9).detach().requires_grad_()
        loss = (q * t).sum()
        loss.backward()
        if i % 4 == 2:
            print(q.grad.tolist())
    print(q, q.grad)
    held = Holder()
    for i in range(16):
        held.q = torch.full((2,), float(i), requires_grad=True)
        y = held.q * t
        y.retain_grad()
        held.y = y
        (y * y).sum().backward()
    print(held.q, held.q.grad, held.y.grad)
    held.list = []
    for i in range(16):
        u = torch.full((2,), float(i))
        u.grad = t * i
        v = torch.full((2,), float(i))
        v.grad = u
        held.list = [u, v]
        held.same = u.grad
    print(held.list, held.list[0].grad, held.list[1].grad is held.list[0], held.same is held.list[0].grad)


main()
