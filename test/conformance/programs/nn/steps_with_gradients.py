"""Steps of optimizers with differentiable=True: gradients go through them."""
import torch


def shown(values):
    return [f"{v:.7g}" for v in values] if isinstance(values, list) else f"{values:.7g}"


def run(cls, lr=0.1, steps=3, **kw):
    w = torch.tensor([1., 2.], requires_grad=True, dtype=torch.float64)
    p = w.clone()
    try:
        o = cls([p], lr=lr, differentiable=True, **kw)
        for i in range(steps):
            p.grad = w * (i + 3)
            o.step()
        ins = [w] + ([lr] if isinstance(lr, torch.Tensor) and lr.requires_grad else [])
        print(cls.__name__, kw, [shown(v.tolist()) for v in torch.autograd.grad(p.sum(), ins, allow_unused=True) if v is not None], shown(p.tolist()), p.grad_fn.name())
        print({k: (shown(v.tolist()), v.requires_grad) for k, v in o.state[p].items() if isinstance(v, torch.Tensor)})
    except Exception as e: print(cls.__name__, kw, type(e).__name__, str(e)[:60])
O = torch.optim
for st in (1, 3):
    run(O.SGD, steps=st); run(O.SGD, momentum=0.9, steps=st); run(O.SGD, momentum=0.9, nesterov=True, weight_decay=0.1, steps=st); run(O.SGD, maximize=True, steps=st)
    for c in (O.Adam, O.AdamW, O.Adadelta, O.Adagrad, O.Adamax, O.RAdam, O.RMSprop, O.ASGD): run(c, steps=st)
run(O.Adam, amsgrad=True); run(O.Adam, weight_decay=.1); run(O.RMSprop, centered=True, momentum=.5)
t = torch.tensor(0.1, requires_grad=True, dtype=torch.float64)
for c in (O.SGD, O.Adam, O.AdamW, O.RMSprop, O.Adagrad): run(c, lr=t); run(c, lr=t.detach())
