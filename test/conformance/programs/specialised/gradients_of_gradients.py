# Forward parts whose gradients are differentiated again, beside their own history: an equation's
# residual, steps of an inner optimisation, hooks on what comes out of a part.
# tier2: solution 90% after 3
import torch
import torch.nn.functional as F

torch.manual_seed(1)
w1 = (torch.randn(5, 1) * 0.5).requires_grad_(True)
w2 = (torch.randn(1, 5) * 0.5).requires_grad_(True)
times = torch.linspace(0, 1, 6).view(-1, 1).requires_grad_(True)


def solution(t):
    return torch.tanh(t @ w1.t()) @ w2.t()


def derivative(y, x):
    return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]


def show(title, *values):
    print(title, *(["None"] if v is None else [f"{x:.5f}" for x in v.flatten().tolist()] for v in values))


def reset():
    w1.grad = w2.grad = times.grad = None


for step in range(5):  # the gradient alone
    reset()
    derivative(solution(times), times).pow(2).mean().backward()
    show("first", w1.grad, w2.grad, times.grad)
for step in range(5):  # with the part itself and with second derivatives
    reset()
    u = solution(times)
    du = derivative(u, times)
    d2u = derivative(du, times)
    loss = (d2u + 0.5 * du + u).pow(2).mean() + (u[0] - 1).pow(2).sum()
    loss.backward()
    show("second", w1.grad, w2.grad, times.grad)
for step in range(4):  # kept, and used again after another pass over it
    reset()
    u = solution(times)
    u.sum().backward(retain_graph=True)
    show("kept", w1.grad)
    du = derivative(u, times)
    (du * u).sum().backward()
    show("kept", w1.grad, w2.grad)
    try:
        u.sum().backward()
    except RuntimeError as error:
        print(str(error)[:60])
for step in range(4):  # hooks and kept gradients, before and after the derivative
    reset()
    u = solution(times)
    u.retain_grad()
    u.register_hook(lambda g: print("hook", f"{g.sum().item():.5f}"))
    du = derivative(u, times)
    other = u.register_hook(lambda g: 2 * g)
    (du.pow(2).sum() + u.sum()).backward()
    show("hooks", w1.grad, u.grad)
    print(u.grad_fn.name(), other.id is not None)


def net(x, ps):
    return F.linear(torch.tanh(F.linear(x, ps[0], ps[1])), ps[2], ps[3])


params = [torch.randn(4, 1) * 0.5, torch.zeros(4), torch.randn(1, 4) * 0.5, torch.zeros(1)]
params = [p.requires_grad_(True) for p in params]
meta = torch.optim.Adam(params, lr=1e-2)
for it in range(5):  # the gradient through two steps of gradient descent
    meta.zero_grad()
    total = 0.0
    for task in range(2):
        xs, xq = torch.rand(5, 1) * 10 - 5, torch.rand(5, 1) * 10 - 5
        fast = params
        for k in range(2):
            loss = F.mse_loss(net(xs, fast), torch.sin(xs + task))
            grads = torch.autograd.grad(loss, fast, create_graph=True)
            fast = [p - 0.01 * g for p, g in zip(fast, grads)]
        q = F.mse_loss(net(xq, fast), torch.sin(xq + task))
        (q / 3).backward()
        total += q.item() / 3
    meta.step()
    print(it, f"{total:.4f}")
show("meta", *params)
