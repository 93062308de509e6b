# What autograd.grad gives of a tensor with hooks: before them where the pass goes on below it, after them where it ends.
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
for i in range(6):
    a = w * 2
    b = a * 3
    c = b * 5
    a.register_hook(lambda g: g * 10)
    b.register_hook(lambda g: g * 100)
    loss = c.sum() + b.sum() * i
    gs = torch.autograd.grad(loss, [w, b, a], retain_graph=True)
    print(i, [g.tolist() for g in gs])
    print(i, [g.tolist() for g in torch.autograd.grad(loss, [b], retain_graph=True)])
    print(i, [g.tolist() for g in torch.autograd.grad([c.sum(), b.sum()], [b, a, w], retain_graph=True)])
    if i == 4:
        b.retain_grad()
    loss.backward(inputs=[w, b])
    print(i, b.grad, w.grad)
    w.grad = None
