"""Results given out after backward has run through their history: two of one branch, views, their gradient functions,
gradients of one by another, a second pass through one and through a leaf beside it."""
import torch
w = torch.ones(3, requires_grad=True)
v = torch.full((3,), 2., requires_grad=True)
def step(x, flag):
    a = w * x
    if x.sum() > 1.5:
        b = a.exp()
    else:
        b = a * v
    loss = b.sum()
    loss.backward(retain_graph=flag)
    return loss, a, b[:2], b.view(3, 1)
for i in range(14):
    loss, a, c, d = step(torch.full((3,), 0.1 * i), i == 7)
    gw, gv = w.grad.tolist(), v.grad.tolist() if v.grad is not None else None
    print(i, round(loss.item(), 3), [round(q, 3) for q in gw], gv and [round(q, 3) for q in gv])
    w.grad = v.grad = None
    print(loss.grad_fn.name(), a.grad_fn.name(), c.grad_fn.name(), d.grad_fn.name(), [f[0] and f[0].name() for f in loss.grad_fn.next_functions])
    for f in (lambda: torch.autograd.grad(loss, w), lambda: torch.autograd.grad(a.sum(), w), lambda: torch.autograd.grad(c.sum(), [w, v], allow_unused=True),
              lambda: torch.autograd.grad(loss + w.sum(), a, allow_unused=True), lambda: torch.autograd.grad(d.sum(), a), lambda: (loss * 2 + v.sum()).backward(), lambda: a.sum().backward()):
        try: print(f())
        except RuntimeError as e: print(str(e)[:50])
    print(w.grad, v.grad); w.grad = v.grad = None
