"""Tensors that a version has looked up and that change their history behind its back: by updates in place of them, of their
base or of another view; and pieces of split, which are of no use to gradients once their base was written."""
import torch


class M:
    pass


def g(m, t):
    return m.p * 2 + t


def tried(function, *args):
    try:
        result = function(*args)
        return (result.tolist(), result.requires_grad) if isinstance(result, torch.Tensor) else result
    except RuntimeError as error:
        return str(error)[:40]


w = torch.ones(2, requires_grad=True)


def run(title, make, change):
    m, out = M(), []
    make(m)
    for i in range(60):
        r = tried(g, m, torch.ones(2))
        if 39 < i < 43:
            out.append(r)
        if i == 40:
            change(m)
    print(title, out)


def plain(m):
    m.p = torch.zeros(2)


def leaf(m):
    m.p = torch.zeros(2, requires_grad=True)


def view(m):
    m.b = torch.zeros(4)
    m.p = m.b[2:]


def piece(m):
    m.b = torch.zeros(4)
    m.p = m.b.split(2)[1]


def detached(m):
    m.b = torch.zeros(2)
    m.p = m.b.detach()


def updated(m):
    m.p = torch.zeros(2).mul_(w)


run("requires_grad_", plain, lambda m: m.p.requires_grad_())
run("add_", plain, lambda m: m.p.add_(w))
run("requires_grad=", plain, lambda m: setattr(m.p, "requires_grad", True))
run("view requires_grad_", view, lambda m: m.p.requires_grad_())
run("view add_", view, lambda m: m.p.add_(w))
run("base add_", view, lambda m: m.b.add_(w[0]))
run("base requires_grad_", view, lambda m: m.b.requires_grad_())
run("base[0] =", view, lambda m: m.b.__setitem__(0, w[0]))
run("other view add_", view, lambda m: m.b[1:].add_(w[0]))
run("piece: base add_", piece, lambda m: m.b.add_(w[0]))
run("piece: base requires_grad_", piece, lambda m: m.b.requires_grad_())
run("detached: base add_", detached, lambda m: m.b.add_(w[0]))
run("out=", plain, lambda m: torch.add(m.p, 1, out=m.p))
run("data", plain, lambda m: setattr(m.p, "data", torch.zeros(2, dtype=torch.float64)))
run("detach_", updated, lambda m: m.p.detach_())
run("requires_grad_(False)", leaf, lambda m: m.p.requires_grad_(False))
run("resize_", plain, lambda m: m.p.resize_(1))
run("hook", leaf, lambda m: m.p.register_hook(lambda grad: None))


def one_change(make):
    """In one version, which stays bound."""
    m, out = M(), []
    make(m)
    for i in range(60):
        out.append(tried(g, m, torch.ones(2)))
        if i == 40:
            m.b.add_(w[0])
    print(out[39], out[41], out[59])


one_change(view)
one_change(piece)


def stale_in_a_step(i):
    x = w * 2
    part = x.split(1)[0]
    x.add_(1)
    return part + 1


print([tried(stale_in_a_step, i) for i in range(60)][::29])


def given(part):
    return part + 1


out, x = [], torch.ones(4, requires_grad=True)
for i in range(60):
    y = x * 2
    part, rest = y.split(2)[0], y[1:]
    y.add_(1)
    out.append((tried(given, part), tried(given, rest)))
print(out[0], out[30], out[59])
y = x * 2
parts, rest, out = y.split(2), y[1:], []
for i in range(80):
    out.append((tried(given, parts[0]), tried(given, rest)))
    if i == 40:
        y.add_(1)
    if i == 60:
        y = x * 2
        parts, rest = y.split(2), y[1:]
print(out[39], out[41], out[59], out[61], out[79])
with torch.no_grad():
    b = torch.zeros(4)
    parts, q = b.split(2), b.view(4)
b.add_(x)
for f in (lambda p: p + 1, lambda p: p.sum(), lambda p: p.requires_grad, lambda p: p.detach() + 1):
    print([tried(f, p) for p in (parts[0], q) for _ in range(30)][::29])
