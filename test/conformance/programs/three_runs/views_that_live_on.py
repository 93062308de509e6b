"""Views with a history that functions give out: they have their base, which is written, asked for its history and walked from."""
import torch
import torch.nn.functional as F


def last(w, x):
    h = torch.relu(x @ w)
    return h[:, -1]


def flat(w, x):
    return (x @ w).t().reshape(-1)[None].squeeze(0)


def written_before(w, x):
    h = x @ w
    v = h[1:]
    h.mul_(2)
    return v


def written_through(w, x):
    h = x @ w
    v = h.view(-1)
    v[0] = 1.0
    return v


def one_of_many(w, x):
    return (x @ w).unbind(1)[1]


def of_a_leaf(w, x):
    p = torch.ones(3, 4, requires_grad=True)
    return p[1]


def twice(w, x):
    return (x @ w)[1:].t()[:, :1]


def retained(w, x):
    h = x @ w
    h.retain_grad()
    return h[0]


def name(node):
    return None if node is None else type(node).__name__


def describe(v, named=True):
    base = v._base
    print(" ", v._is_view(), v.requires_grad, v.is_leaf, named and name(v.grad_fn), v._version, tuple(v.shape), v.stride(), v.storage_offset())
    if base is not None:
        print("   base", tuple(base.shape), base.requires_grad, base.is_leaf, named and name(base.grad_fn), base._version, base._is_view())


def gradients(w):
    g = w.grad
    w.grad = None
    return None if g is None else [round(e, 4) for e in g.flatten().tolist()]


def use(function, how):
    torch.manual_seed(1)
    w = (torch.randint(-4, 5, (4, 4)) / 2).requires_grad_()
    x = torch.randint(-3, 4, (3, 4)) / 2
    v = function(w, x)
    base = v._base
    try:
        if how == "walk":
            v.sum().backward()
        elif how == "walk twice":
            v.sum().backward(retain_graph=True)
            (v * v).sum().backward()
        elif how == "the base":
            base.sum().backward()
        elif how == "both":
            ((base * base).sum() + v.sum()).backward()
        elif how == "write it":
            v.mul_(3)
            describe(v)
            v.sum().backward()
        elif how == "write the base":
            base.add_(1)
            describe(v)
            (v * v).sum().backward()
        elif how == "write both":
            v.add_(1)
            base.mul_(2)
            (base * base).sum().backward()
        elif how == "write unseen":
            with torch.no_grad():
                v.fill_(2)
            (base * 2).sum().backward()
        elif how == "second order":
            g, = torch.autograd.grad((v * v).sum(), w, create_graph=True)
            g.sum().backward()
        elif how == "gradient of the base":
            g, = torch.autograd.grad((v * v).sum(), base, allow_unused=True)
            print("   of the base", g is not None)
    except RuntimeError as error:
        print("  ", str(error)[:90])
    print("  ", how, gradients(w), round(v.detach().sum().item(), 4), None if base is None else round(base.detach().sum().item(), 4))
    return v


for function in (last, flat, written_before, written_through, one_of_many, of_a_leaf, twice, retained):
    print(function.__name__)
    for how in ("walk", "walk twice", "the base", "both", "write it", "write the base", "write both", "write unseen", "second order", "gradient of the base"):
        v = use(function, how)
    # What a copy by `reshape` and a view behind an update are called is limitations.md's.
    describe(v, function not in (flat, written_before))
