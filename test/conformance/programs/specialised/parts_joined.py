"""Gradients of the parts of a tensor: chunks, slices, single indices, of several dimensions, overlapping, with gaps, beside
other uses of the whole. A graph puts them side by side; every bit, signs of zeros too, is that of the sums."""
# tier2: main.loop.body 90% after 1
# tier2: main.loop#1.body 90% after 1
# tier2: main.loop#5.body 90% after 1
# tier2: main.loop#3.body 90% after 1
# float-tolerance: 1e-5
import torch

torch.manual_seed(0)


def show(t):
    return [f"{v:.5g}" for v in t.flatten().tolist()]


def main():
    # ---- gates, as chunks of one product
    w = torch.randn(8, 4, requires_grad=True)
    x = torch.randn(3, 8)
    seen = []
    for i in range(6):
        a, b, c, d = (x @ torch.cat([w, w * 0.5], 1)).chunk(4, 1)
        loss = (torch.sigmoid(a) * torch.tanh(b) + c * d).sum()
        loss.backward()
        seen.append(w.grad)
        w.grad = None
    print(show(seen[-1]), torch.equal(seen[1], seen[5]))

    # ---- the steps of a sequence, of which the last is used twice, and the whole as well
    p = torch.randn(4, 3, 2, requires_grad=True)
    for i in range(6):
        q = p * 1.5
        h = torch.zeros(4, 2)
        for t in range(3):
            h = torch.tanh(q[:, t] + 0.5 * h)
        loss = h.sum() + (q[:, -1] * q[:, 0]).sum() + (q ** 2).mean()
        loss.backward()
        seen.append(p.grad)
        p.grad = None
    print(show(seen[-1]))

    # ---- zeros with a minus: the gradient is printed as it is
    p = torch.tensor([[1.0, -2.0, 3.0, 0.0], [0.5, 0.0, -1.0, 2.0]], requires_grad=True)
    for i in range(6):
        left, right = p[:, :2], p[:, 2:]
        loss = (left * -0.0).sum() + (right * torch.tensor([[0.0, -0.0], [-0.0, 1.0]])).sum()
        loss.backward()
        print(p.grad.tolist())
        p.grad = None
    for j in range(3):
        (p[:, :2] * -0.0).sum().backward()
        print(p.grad.tolist())
        p.grad = None

    # ---- parts of several kinds
    p = torch.randn(4, 6, requires_grad=True)
    s = torch.randn(4, 6)
    for i in range(6):
        q = p * s
        loss = (q[:, 1:3] * 2).sum() + (q[:, 3] ** 2).sum() + (q[:, 4:].exp()).sum()       # with zeros around them
        loss = loss + (q[:2] * s[2:]).sum() + (q[2:] * s[:2]).sum()                         # rows
        loss = loss + (q[:, ::2] * 3).sum() + (q[:, 1:4] * q[:, 2:5]).sum()                 # a step, an overlap
        loss = loss + (q[:, :1] + q[:, 5:]).pow(2).sum() + q[1, 2] * q[2, 1] + q[-1].sum()  # a gap, single elements
        loss.backward()
        print(show(p.grad))
        p.grad = None


main()
