"""Views and the gradients of their bases: made while gradients were off, by an operation that makes several, before
their base asked for gradients; written, and used after what they show was written."""
import torch
def t(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, e)
def modes_a():
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    with torch.no_grad():
        v = y[1:]
    v.mul_(3)
    return y.requires_grad, v.requires_grad, v.grad_fn is None
def modes_b():
    x = torch.ones(3, requires_grad=True)
    with torch.no_grad():
        v = x[1:]
    v.mul_(3)
    return x
def modes_c():
    x = torch.ones(3)
    w = torch.ones(2, requires_grad=True)
    with torch.no_grad():
        v = x[1:]
    v.mul_(w)
    return x.requires_grad, v.requires_grad
def modes_d():
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    with torch.no_grad():
        v = y[1:]
    with torch.no_grad():
        v.mul_(3)
    return y, v
def modes_e():
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    with torch.no_grad():
        v = y[1:]
    w = v[1:]
    print(w.requires_grad, v.requires_grad, type(w.grad_fn).__name__)
    w.mul_(3)
    return y.requires_grad, v.requires_grad, v.grad_fn is None
def modes_f():
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    a, b, c = y.unbind(0)
    a.mul_(2)
    return y
def modes_g():
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    with torch.no_grad():
        v = y.view(3)
    y.mul_(2)
    return v.requires_grad, type(v.grad_fn).__name__
def modes_h():
    x = torch.ones(4, requires_grad=True)
    y = x * 2
    with torch.no_grad():
        v, w = y.split(2)
    v.mul_(2)
    return v.requires_grad, type(v.grad_fn).__name__
def modes_k():
    x = torch.ones(4, requires_grad=True)
    y = x * 2
    v, w = y.split(2)
    v.mul_(2)
    return v.requires_grad, type(v.grad_fn).__name__
def modes_l():
    x = torch.ones(4)
    w = torch.ones(2, requires_grad=True)
    with torch.no_grad():
        v = x[2:]
    v[:] = w
    return x, v
def modes_m():
    x = torch.ones(4)
    w = torch.ones(2, requires_grad=True)
    with torch.no_grad():
        v = x[2:]
    x[2:] = w
    return x.requires_grad, v.requires_grad, type(v.grad_fn).__name__
def modes_n():
    p = torch.nn.Parameter(torch.ones(4))
    v = p.data[2:]
    v.mul_(2)
    u = p.detach()[2:]
    u.mul_(torch.ones(2, requires_grad=True))
    return p, u
def bases_base():
    x = torch.ones(3, requires_grad=True)
    return x, x * 2
def bases_a():
    x, y = bases_base()
    with torch.no_grad():
        v = x[1:]
    return v.requires_grad, v.is_leaf, v.grad_fn
def bases_b():
    x = torch.ones(3)
    v = x[1:]
    x.requires_grad_()
    return v.requires_grad, v.is_leaf, v.grad_fn
def bases_c():
    x = torch.ones(3)
    v = x[1:]
    x.requires_grad_()
    (v * 2).sum().backward()
    return x.grad, v.grad
def bases_d():
    x, y = bases_base()
    with torch.no_grad():
        v = x[1:]
    z = v * 2
    print(z.requires_grad, z.grad_fn.next_functions[0])
    z.sum().backward()
    return x.grad, v.grad
def bases_e():
    x, y = bases_base()
    with torch.no_grad():
        v = x[1:]
        w = v * 2
        u = v[1:]
    return w.requires_grad, u.requires_grad
def bases_f():
    x, y = bases_base()
    with torch.no_grad():
        v = x.detach()[1:]
        w = x.data[1:]
        u = x[1:].detach()
    return v.requires_grad, w.requires_grad, u.requires_grad
def bases_g():
    x, y = bases_base()
    with torch.no_grad():
        v = x[1:]
        v.mul_(2)
        print(v.requires_grad)
    return v
def bases_h():
    x, y = bases_base()
    with torch.no_grad():
        v = x[1:]
        v.mul_(2)
    v = v + 1
    return v
def bases_i():
    x, y = bases_base()
    with torch.no_grad():
        v = x.view(3)
        w = x[None].T
        u = x.reshape(3)
        s = x.squeeze()
        k = x.contiguous()
        q = x.to(torch.float32)
        a, b, c = x.unbind()
        ch = x.chunk(3)[0]
        e = x.expand(2, 3)
        ii = [r for r in x]
    return [t.requires_grad for t in (v, w, u, s, k, q, a, ch, e, ii[0])]
def bases_j():
    x, y = bases_base()
    with torch.no_grad():
        v = x[1:]
    v.requires_grad_(False)
    return v.requires_grad
def bases_k():
    x, y = bases_base()
    with torch.no_grad():
        v = x[1:]
    v.requires_grad_(True)
    return v.requires_grad
def bases_l():
    x, y = bases_base()
    with torch.no_grad():
        v = x[1:]
        print(v)
    print(v)
    return repr(v)
def bases_m():
    x, y = bases_base()
    with torch.inference_mode():
        v = x[1:]
    return v.requires_grad
def bases_o():
    x, y = bases_base()
    with torch.no_grad():
        v = x[1:]
    p = torch.nn.Parameter(v)
    return p, p.grad_fn
def bases_p():
    import copy
    x, y = bases_base()
    with torch.no_grad():
        v = x[1:]
    w = copy.deepcopy(v)
    return w.requires_grad
def bases_q():
    x, y = bases_base()
    with torch.no_grad():
        v = y[1:]
    w = v * 2
    print(w.grad_fn.next_functions[0])
    w.sum().backward()
    return x.grad, v.grad
def bases_r():
    x, y = bases_base()
    with torch.no_grad():
        v = x.view(3, 1).real if False else x.float()
        w = x.view(torch.int32)
    return v.requires_grad, w.requires_grad
def bases_s():
    x = torch.ones(3)
    v = x[1:]
    w = torch.ones(3, requires_grad=True)
    x.mul_(w)
    print(v.requires_grad)
    return type(v.grad_fn).__name__
def bases_u():
    x = torch.ones(3)
    with torch.no_grad():
        v = x[1:]
    w = torch.ones(3, requires_grad=True)
    x.mul_(w)
    print(v.requires_grad)
    return type(v.grad_fn).__name__
def bases_v():
    x, y = bases_base()
    with torch.no_grad():
        v = x[1:]
    print(v.retains_grad, v.is_leaf)
    v.retain_grad()
    return v.retains_grad
def bases_w():
    x, y = bases_base()
    with torch.no_grad():
        v = x[1:]
        x.sub_(1)
    return v.requires_grad, v.is_leaf
def bases_x_():
    x, y = bases_base()
    with torch.no_grad():
        v = x[1:]
        x.sub_(1)
    return (v * 2).requires_grad
def bases_y_():
    x = torch.ones(3)
    v = x[1:]
    x.requires_grad_()
    v.mul_(2)
    return x
def bases_z_():
    x, y = bases_base()
    x.requires_grad_(False)
    x.requires_grad_(True)
    v = x[1:]
    x.requires_grad_(False)
    print(v.requires_grad, v.grad_fn is not None)
    x.detach_()
    return v.requires_grad
def bases_aa():
    x, y = bases_base()
    with torch.no_grad():
        rows = y.view(3, 1)
        for row in rows:
            row.zero_()
    return y, rows.requires_grad
def bases_bb():
    emb = torch.nn.Embedding(4, 2)
    with torch.no_grad():
        w = emb.weight[1]
        w.fill_(3)
    return emb.weight[1], w.requires_grad
w = torch.ones((), requires_grad=True)
def several_a():
    x = torch.ones(3)
    p, q, r = x.unbind()
    p.mul_(w)
    return x
def several_b():
    x = torch.ones(4)
    p, q = x.chunk(2)
    p.mul_(w)
    return x
def several_c():
    x = torch.ones(4)
    p, q = x.split(2)
    x.mul_(w)
    return p.requires_grad, p.grad_fn
def several_d():
    x = torch.ones(4)
    for p in x:
        p.mul_(w)
    return x
def several_e():
    x = torch.ones(4)
    p, q = x.split(2)
    p[0].mul_(w)
    return x
def several_f():
    x = torch.ones(4, 2)
    p, q = x.tensor_split(2)
    p.mul_(w)
    return x
def several_g():
    x = torch.ones(4, 2)
    p, q = x.T.unbind()
    p.view(2, 2).mul_(w)
    return x
for fn in (modes_a, modes_b, modes_c, modes_d, modes_e, modes_f, modes_g, modes_h, modes_k, modes_l, modes_m, modes_n, bases_a, bases_b, bases_c, bases_d, bases_e, bases_f, bases_g, bases_h, bases_i, bases_j, bases_k, bases_l, bases_m, bases_o, bases_p, bases_q, bases_r, bases_s, bases_u, bases_v, bases_w, bases_x_, bases_y_, bases_z_, bases_aa, bases_bb, several_a, several_b, several_c, several_d, several_e, several_f, several_g):
    t(fn.__name__, fn)
# ---- in loops
w = torch.ones((), requires_grad=True)
def step(x):
    x.mul_(w)
    return x.sum()
for i in range(40):
    base = torch.ones(4)
    x = base[1:] if i > 25 else torch.ones(3)
    y = step(x)
    if i % 5 == 0:
        print(i, base.requires_grad, x.requires_grad, y.requires_grad)
def step2(x, i):
    x.mul_(2.0)
    return x.sum()
for i in range(40):
    base = torch.ones(4, requires_grad=True)
    b = base * 2
    with torch.no_grad():
        x = b[1:]
    try:
        y = step2(x, i)
        print(i, y)
    except RuntimeError as e:
        if i % 8 == 0:
            print(i, str(e)[:40])
for i in range(40):
    base = torch.ones(4, requires_grad=True)
    with torch.no_grad():
        x = base[1:]
    y = x * 2
    z = x.requires_grad
    if i % 8 == 0:
        print(i, y.requires_grad, z, x.is_leaf)
# ---- in loops
torch.manual_seed(0)
lin = torch.nn.Linear(4, 4)
views = []
def init(m):
    with torch.no_grad():
        row = m.weight[1]
        row.fill_(0.5)
        m.bias.view(2, 2)[0].zero_()
        return row
for i in range(40):
    v = init(lin)
    if i % 10 == 9:
        print(i, v.requires_grad, v._base is lin.weight, lin.bias)
        views.append(v)
    if i == 30:
        lin.weight.requires_grad_(False)
        print(views[0].requires_grad, v.requires_grad)
for v in views:
    try:
        print(v.is_leaf)
    except RuntimeError as e:
        print(e)
# ---- in loops
w = torch.ones((), requires_grad=True)
def total(x, i):
    a, b = x.split(2)
    if i == 30:
        a.mul_(w)
    c = a * 2 + b
    return c.sum()
for i in range(40):
    x = torch.arange(4.0)
    try:
        y = total(x, i)
        if i % 6 == 0:
            print(i, y)
    except RuntimeError as e:
        print(i, str(e)[:120])
def total(x, i):
    with torch.no_grad():
        a = x[1:]
    if i > 20:
        a = a * w
    elif i > 10:
        x.add_(1)
    return a.sum(), a.requires_grad
for i in range(40):
    x = torch.arange(4.0)
    try:
        print(i, total(x, i))
    except RuntimeError as e:
        print(i, str(e)[:120])
# ---- data replaced, histories that came through another view
def data_a():
    c = torch.ones(3) * torch.ones(3, requires_grad=True)
    c.data = torch.ones(3)
    return c.requires_grad, c.is_leaf, type(c.grad_fn).__name__
def data_b():
    x = torch.ones(3)
    c = x.view(3, 1)
    v = c[1:]
    c.data = torch.ones(3)
    x.requires_grad_()
    return c.requires_grad, c.is_leaf, v.requires_grad, c._base is x, c._is_view()
def data_c():
    x = torch.ones(3)
    c = x.view(3, 1)
    x.requires_grad_()
    c.data = torch.ones(3)
    c.add_(1)
    return c, x
def data_d():
    x = torch.ones(4)
    h = x[1:]
    h.requires_grad_()
    h.add_(1)
    return h
def data_e():
    x = torch.ones(4)
    h = x[1:]
    x.requires_grad_()
    h.data = torch.zeros(3)
    h.add_(1)
    return h
def data_f():
    x = torch.ones(4)
    h = x[1:]
    h.requires_grad_()
    with torch.no_grad():
        h.add_(1)
    return h, x, x.requires_grad
def data_g():
    x = torch.ones(4)
    h = x[1:]
    x.add_(torch.ones(4, requires_grad=True))
    h.data = torch.zeros(3)
    return h, h.is_leaf
for fn in (data_a, data_b, data_c, data_d, data_e, data_f, data_g):
    t(fn.__name__, fn)
w = torch.ones(3, requires_grad=True)
def through_another(a, i):
    c = a * 1.0
    v = c[1:]
    h = c.view(3, 1)
    if i % 7 == 5:
        v.mul_(w[1:])
        if i > 20:
            k = h * 2
    h.add_(1)
    return c.sum()
for i in range(40):
    try:
        print(i, through_another(torch.ones(3), i))
    except RuntimeError as e:
        print(i, e)
