"""A second pass through a history that backward has run through: it raises before gradients arrive at the leaves that
hang on it, too, and those leaves are found by grad()."""
import torch

w = torch.ones(3, requires_grad=True)
u = torch.ones(3, requires_grad=True)
h = torch.zeros(3)


def step():
    global h
    h = torch.tanh(w * 2 + h)
    (h * u).sum().backward()


for i in range(20):
    if i < 10 or i > 15:
        h = h.detach()
    try:
        step()
        print(i, "ok", [round(v, 4) for v in w.grad.tolist()], [round(v, 4) for v in u.grad.tolist()])
    except RuntimeError as e:
        print(i, str(e)[:40], w.grad, u.grad)
    w.grad = u.grad = None


def loss_of(x):
    loss = (w * x).exp().sum()
    loss.backward()
    return loss


for i in range(10):
    loss = loss_of(torch.full((3,), 0.1 * i))
    w.grad = None
    if i > 6:
        for inputs in ([w], [u], [w, u]):
            try:
                print(torch.autograd.grad(loss, inputs, allow_unused=i == 8))
            except RuntimeError as e:
                print(str(e)[:60])
        try:
            (loss + (u * 2).sum() + (w * 3).sum()).backward()
        except RuntimeError as e:
            print(str(e)[:40], w.grad, u.grad)
            u.grad = None
