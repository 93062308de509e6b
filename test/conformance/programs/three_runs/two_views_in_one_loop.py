"""Two views of one tensor in one fused loop: broadcast against each other, transposed, at other offsets; forward and in gradients."""
# float-tolerance: 1e-5
import torch


def outer(a, b, m):
    return torch.outer(a, a) + m, a[:, None] * a[None, :] + m, torch.outer(a, b) + m.T, torch.outer(a, a) + m.T


def distances(a, b, m):
    return (a[:, None] - a[None, :]).abs(), (a[:, None] - a[None, :]) ** 2 + m, (a[None, :] - b[:, None]) * m


def same(a, b, m):
    return (a.unsqueeze(1) == a.unsqueeze(0)).float() * m, m @ m.T + m.T * m, m * 2.0 + m.T


def shifted(a, b, m):
    return a[1:] * a[:-1], a[1:] - a[:-1] * 2.0, m[1:] + m[:-1], m[:, 1:] - m[:, :-1], a.flip(0) + a * 2.0


def gradients(a, b, m):
    p, q = a.clone().requires_grad_(), m.clone().requires_grad_()
    y = ((p[:, None] - p[None, :]) ** 2 * q + q.T * p).sum() + (p[1:] * p[:-1] ** 2).sum()
    y.backward()
    return y.detach(), p.grad, q.grad


def rows_and_columns(a, b, m):
    centred = m - m.mean(1, keepdim=True)
    return centred * a[:, None] + a, (centred * a).sum(1) * a, torch.softmax(m * a + a[:, None], 1)


def written(a, b, m):
    x = a * 1.0
    x[1:] += a[:-1]
    y = m + 0.0
    y += m.T
    return x, y, y.T * 2.0


a = torch.tensor([1.0, 2.0, 3.0])
b = torch.tensor([1.0, 5.0, 7.0])
m = torch.arange(9.0).reshape(3, 3)
for i in range(5):
    for f in (outer, distances, same, shifted, gradients, rows_and_columns, written):
        for n in (m, m.T):
            print(f.__name__, [[round(v, 4) for v in t.flatten().tolist()] for t in f(a, b, n)])
