"""Functions that do an operation to each tensor of a list."""
import torch


def show(name, values):
    print(name, type(values).__name__, [(v.dtype, v.tolist()) for v in values])


def attempt(function):
    try:
        function()
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)


x = [torch.tensor([1.0, 2.0]), torch.tensor([[4.0], [9.0]])]
y = [torch.tensor([3.0, 5.0]), torch.tensor([[0.5], [2.0]])]
show("abs", torch._foreach_abs([-a for a in x]))
show("sqrt", torch._foreach_sqrt(x))
show("add", torch._foreach_add(x, y, alpha=2))
show("add", torch._foreach_add(x, 1))
show("add", torch._foreach_add(x, [1, 2.5]))
show("add", torch._foreach_add(x, torch.tensor(3.0)))
show("sub", torch._foreach_sub(x, y))
show("mul", torch._foreach_mul(x, y))
show("div", torch._foreach_div(x, 4))
show("pow", torch._foreach_pow(x, 2))
show("pow", torch._foreach_pow(2.0, x))
show("maximum", torch._foreach_maximum(x, 2.5))
show("minimum", torch._foreach_minimum(x, y))
show("clamp_max", torch._foreach_clamp_max(x, [1.5, 5]))
show("addcmul", torch._foreach_addcmul(x, x, y, value=2))
show("addcdiv", torch._foreach_addcdiv(x, x, y, [1, 2]))
show("lerp", torch._foreach_lerp(x, y, 0.25))
show("norm", torch._foreach_norm(x))
show("norm", torch._foreach_norm(x, 1, dtype=torch.float64))
show("max", torch._foreach_max(x))
copies = torch._foreach_clone(x)
print(torch._foreach_mul_(copies, 0.5) is copies)
torch._foreach_neg_(copies)
torch._foreach_add_(copies, y)
show("in place", copies)
torch._foreach_copy_(copies, y)
torch._foreach_addcdiv_(copies, x, y)
show("copies", copies)
torch._foreach_zero_(copies)
show("zero", copies)
attempt(lambda: torch._foreach_add([], 1))
attempt(lambda: torch._foreach_add(x, [1]))
attempt(lambda: torch._foreach_add(x, y[:1]))
attempt(lambda: torch._foreach_add_(x, torch.ones(2)))
attempt(lambda: torch._foreach_abs(torch.ones(2)))

# ---- an optimizer's step
parameters = [torch.ones(3, requires_grad=True), torch.full((2, 2), 2.0, requires_grad=True)]
momenta = [torch.zeros_like(p) for p in parameters]
for step in range(6):
    loss = sum((p ** 2).sum() for p in parameters)
    gradients = torch.autograd.grad(loss, parameters)
    with torch.no_grad():
        torch._foreach_mul_(momenta, 0.9)
        torch._foreach_add_(momenta, gradients)
        torch._foreach_add_(parameters, momenta, alpha=-0.05)
    print(f"{loss.item():.5f}")
