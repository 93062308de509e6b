"""What hooks may return, and what they are told otherwise; what AccumulateGrad tells of its leaf."""
import torch


def attempt(run):
    try:
        print(run())
    except (RuntimeError, TypeError, AttributeError) as error:
        print(type(error).__name__, error)


class Callable:
    def __call__(self, *values):
        return returned


def function(*values):
    return returned


p = torch.ones(2, requires_grad=True)
ones = torch.ones(2)
for hook in (function, Callable()):
    for returned in (None, ones, 3, "x", False, ones.double(), ones.int(), torch.ones(3), torch.ones(2, 1), [ones], (ones,),
                     (ones, ones), (None,), (3,), (ones.double(),), ()):
        print(returned)
        handle = p.register_hook(hook)
        attempt(lambda: p.exp().sum().backward())
        handle.remove()
        for register in ("register_hook", "register_prehook"):
            q = p.exp()
            getattr(q.grad_fn, register)(hook)
            attempt(lambda: q.sum().backward())
        q = p.exp()
        q.register_hook(hook)
        attempt(lambda: q.sum().backward())
        handle = p.register_post_accumulate_grad_hook(hook)
        attempt(lambda: p.exp().sum().backward())
        handle.remove()
        print(p.grad)
        p.grad = None

handle = p.register_post_accumulate_grad_hook(lambda t: t)
attempt(lambda: (p * 2).sum().backward())
handle.remove()
calls = []
handles = [p.register_post_accumulate_grad_hook(lambda t, i=i: calls.append(i) or (ones if i == 1 else None)) for i in range(3)]
attempt(lambda: (p * 2).sum().backward())
print(calls, p.grad)
for handle in handles:
    handle.remove()


class Halves(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        return a * 1, b * 1

    @staticmethod
    def backward(ctx, a, b):
        return a, None


b = torch.ones(2, requires_grad=True)
for returned in ((None, ones), (ones, None), (ones, 3)):
    x, y = Halves.apply(p * 1, b * 1)
    x.grad_fn.register_hook(function)
    attempt(lambda: x.sum().backward())

node = (p * 1).grad_fn.next_functions[0][0]
print(type(node).__name__, node.variable is p, node.next_functions)
attempt(lambda: setattr(node, "variable", b))
attempt(lambda: node.nothing)
attempt(lambda: (p * 1).grad_fn.variable)
leaf = torch.nn.Parameter(ones)
node = leaf.view(2, 1).grad_fn.next_functions[0][0]
del leaf
print(node.variable)

# ---- in a loop that is long enough to be specialised
w = torch.ones(3, requires_grad=True)
returned = None
for step in range(40):
    if step == 20:
        handle = w.register_post_accumulate_grad_hook(function)
    if step == 30:
        returned = ones
    try:
        (w * w).sum().backward()
    except (RuntimeError, TypeError) as error:
        if step % 4 == 0:
            print(step, error)
print(w.grad)
