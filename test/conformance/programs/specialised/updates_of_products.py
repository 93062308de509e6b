# Results of functions that are views of what only they have seen are tensors of their own: an update of one is that of a whole
# tensor, and its history lives on.
# tier2: given.loop.body 80% after 4
# tier2: kept 4
# tier2: kept_too 4
# tier2: views_of_it 4
# tier2-tolerance: 1e-5
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
w = nn.Parameter(torch.randn(4, 5) / 2)
b = nn.Parameter(torch.randn(5))
u = nn.Parameter(torch.randn(2, 5, 3))


def kept(x):
    out = x.matmul(w)
    out += b.unsqueeze(-2)
    other = torch.einsum("bij,jk->bik", x, w)
    other = other * 0.5
    return out, other


def kept_too(x):
    third = F.linear(x, w.t()).tanh_()
    fourth = torch.matmul(third.detach(), u)
    fourth.mul_(2).add_(1)
    return third, fourth


def views_of_it(x):
    out = x @ w
    row = out[:, 0]
    out.sub_(1)
    flat = out.view(-1)
    out += b
    return out.sum() + row.sum() + flat[1], out


def given(steps):
    for step in range(steps):
        x = torch.ones(2, 3, 4) * (step % 3 + 1)
        out = x.matmul(w)
        out += b
        out.relu_()
        loss = out.pow(2).mean()
        loss.backward()
        with torch.no_grad():
            for p in (w, b):
                p -= 0.01 * p.grad
                p.grad = None
    print("%.4f" % loss.item(), out._version, out.grad_fn.name(), out._is_view(), out.is_leaf)


given(20)
for i in range(12):
    x = torch.randn(2, 3, 4)
    tensors = kept(x) + kept_too(x)
    total, out = views_of_it(x)
    if i % 3 == 2:
        (sum(t.sum() for t in tensors) + total).backward()
        print(i, [round(p.grad.sum().item(), 3) for p in (w, b, u)], [t._version for t in tensors], out._version)
        print([t.grad_fn.name() for t in tensors[:2]], [t._is_view() for t in tensors], tuple(out.stride()))
    w.grad = b.grad = u.grad = None
