"""Reshaped slices and transposes: views where torch makes views, copies where it copies."""
# tier2: <module>.loop.body 6
# tier2: <module>.loop#3.body 6
# tier2: <module>.loop#5.body 6
# tier2: <module>.loop#7.body 6
# tier2: <module>.loop#9.body 6
# float-tolerance: 1e-5
import torch
torch.manual_seed(0)


def views(x):
    y = x[:, 0:2].reshape(3, 2)
    y.add_(1)
    z = x.t().reshape(4, 3)
    z.mul_(2)
    w = x[1:, :].reshape(2, 2, 2)
    w.sub_(1)
    u = x[:, 1:2].reshape(3)
    u.add_(5)
    q = x.unsqueeze(1).expand(3, 2, 4).reshape(6, 4) + 1
    r = x.t()[1:3].reshape(-1) * 2
    s = x[1].reshape(2, 2)
    s += 1
    return x * 1, q, r, z * 1


for i in range(6):
    x = torch.rand(3, 4) + i
    for t in views(x):
        print([f"{v:.3f}" for v in t.flatten().tolist()])


def out(x):
    return x[:, 1:3].reshape(6), x.t().reshape(12)


for i in range(6):
    x = torch.rand(3, 4) + i
    a, b = out(x)
    a.add_(1)
    b.add_(2)
    print([f"{v:.3f}" for v in x.flatten().tolist()])


def out2(x):
    y = x * 2
    return y[:, :2].reshape(3, 2), y.t().contiguous(), y


for i in range(6):
    x = torch.rand(3, 4) + i
    a, b, y = out2(x)
    a.add_(1)
    b.add_(2)
    print([f"{v:.3f}" for v in y.flatten().tolist()])


def dense(x):
    a = x[0:2].contiguous()
    a.add_(1)
    b = x[:, 0:4].contiguous()
    b.mul_(2)
    c = x[:, 0:2].contiguous()
    c.zero_()
    return x.sum()


for i in range(6):
    x = torch.rand(3, 4) + i
    print(f"{dense(x).item():.3f}", [f"{v:.3f}" for v in x.flatten().tolist()])


def through(x):
    z = x.t().reshape(4, 3)
    z.mul_(2)
    v = x[:, ::2].flatten(0)
    v.zero_()
    return x * 1


for i in range(6):
    x = torch.rand(3, 4) + i
    print([f"{v:.3f}" for v in through(x).flatten().tolist()])
