"""A backward that answers None: functions behind it get zeros, hooks None, and accumulators nothing."""
import torch


class Stop(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return None


class Show(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, g):
        print("backward", g)
        return g


class ShowNone(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 1

    @staticmethod
    def backward(ctx, g):
        print("backward without zeros", g)
        return g


x = torch.ones(2, 2, requires_grad=True)
first, second = (x * 2).unbind(0)
first.register_hook(lambda g: print("of a result that nobody used", g))
second.sum().backward()
print(x.grad)

w = torch.ones(2, requires_grad=True)
w.register_hook(lambda g: print("leaf", g))
w.register_post_accumulate_grad_hook(lambda p: print("accumulated", p.grad))
v = w * 3
v.register_hook(lambda g: print("between", g))
v.retain_grad()
Stop.apply(v).sum().backward()
print(w.grad, v.grad)

for function in (ShowNone, Show):
    w = torch.ones(2, requires_grad=True)
    Stop.apply(function.apply(w)).sum().backward()
    print(w.grad)
w = torch.ones(2, requires_grad=True)
z = w.exp()
z.grad_fn.register_prehook(lambda go: print("before", go))
z.grad_fn.register_hook(lambda gi, go: print("behind", gi, go))
Stop.apply(z).sum().backward()
print(w.grad)
print(torch.autograd.grad(Stop.apply(Show.apply(w)).sum(), w, allow_unused=True))
print(torch.autograd.grad(Stop.apply(w * 1).sum(), w, allow_unused=True))

# In steps, which stay generic where a function is behind one that answers None.
w = torch.ones(2, requires_grad=True)
for step in range(12):
    w.grad = None
    loss = Stop.apply(Show.apply(w) if step > 9 else w * 2).sum() + (w * step).sum()
    loss.backward()
print(w.grad)
