"""Numbers written into a part of a tensor that has a history: gradients go by the rest. Into the whole of it: none goes."""
# tier2: parts.loop.body 8
# tier2: steps_of_views.loop.body 8
# tier2: draws.loop.body 8
# tier2: padding.loop.body 8
# tier2: made_inside.loop.body 8
# tier2: leaves.loop.body 8
# float-tolerance: 1e-4
import torch


def parts(w):
    for i in range(12):
        h = w * (i + 1.0)
        h[0] = 2.0 * i
        h[1, 1:].zero_()
        h[2].fill_(h[2].sum().item())
        h[3].copy_(torch.arange(4.0))
        (h * h).sum().backward()
        print(w.grad.tolist(), h.requires_grad, h[0].requires_grad, h.sum().item())
        w.grad = None


def steps_of_views(w):
    for i in range(12):
        h = (w * 2).view(2, 8)
        half = h[:, ::2]
        before = half.sum()
        half[1].t().fill_(0.5)
        after = half * h[:, 1::2]
        (after.sum() + before).backward()
        print(w.grad.tolist(), half.requires_grad, half.tolist())
        w.grad = None


def draws(w):
    for i in range(12):
        h, g = w * 3, w * 2
        h.uniform_(0, 1)
        g[0].normal_()
        (h * w + g).sum().backward()
        print(w.grad.tolist(), h.requires_grad)
        w.grad = None


def padding(w):
    base = torch.arange(16.0).view(4, 4)
    for i in range(12):
        out = torch.zeros(4, 4)
        out[1:3] = w[1:3] * i
        out[2] = -1.0
        out[:, 3] = base[:, 0]
        loss = (out * base).sum()
        loss.backward()
        print(w.grad.tolist(), loss.item())
        w.grad = None


def made_inside(w):
    for i in range(12):
        own = torch.full((3,), float(i), requires_grad=True)
        with torch.no_grad():
            own[0] = 4.0
        own.detach()[1] = 5.0
        own.data[2] = 6.0
        (own * w[0, :3]).sum().backward()
        print(own.grad.tolist(), own.is_leaf, w.grad[0].tolist())
        w.grad = None


def leaves():
    for i in range(12):
        own = torch.full((3,), float(i), requires_grad=True)
        try:
            own[0] = 4.0
            print("written")
        except RuntimeError:
            print("refused", own.sum().item())
        try:
            own[0:2] *= 4.0
            print("written")
        except RuntimeError:
            print("refused", own.sum().item())


torch.manual_seed(0)
weight = torch.linspace(-1, 1, 16).view(4, 4).requires_grad_()
parts(weight)
steps_of_views(weight)
draws(weight)
padding(weight)
made_inside(weight)
leaves()
