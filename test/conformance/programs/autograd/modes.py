"""Where gradients are recorded and where not."""
import torch

x = torch.ones(2, requires_grad=True)
with torch.no_grad():
    print((x * 2).requires_grad, torch.is_grad_enabled())
    with torch.enable_grad():
        print((x * 2).requires_grad)
    print(torch.is_grad_enabled())
print((x * 2).requires_grad)


@torch.no_grad()
def frozen(t):
    return t * 2


@torch.no_grad
def frozen_too(t):
    return t * 2


@torch.inference_mode()
def inferred(t):
    return t * 2


print(frozen(x).requires_grad, frozen_too(x).requires_grad, inferred(x).requires_grad, frozen.__name__)
with torch.set_grad_enabled(False):
    print((x * 2).requires_grad)
torch.set_grad_enabled(False)
print((x * 2).requires_grad)
torch.set_grad_enabled(True)
with torch.inference_mode():
    print((x * 2).requires_grad, torch.is_inference_mode_enabled())


def generator():
    with torch.no_grad():
        yield (x * 2).requires_grad
        yield (x * 3).requires_grad


print(list(generator()))
try:
    with torch.no_grad():
        raise ValueError("inside")
except ValueError:
    print(torch.is_grad_enabled())

# leaves made in no_grad
with torch.no_grad():
    w = torch.ones(2, requires_grad=True)
    v = w * 2
print(w.requires_grad, v.requires_grad, v.is_leaf)

# changing the flag
y = x * 2
try:
    y.requires_grad = False
except RuntimeError as error:
    print(error)
y = y.detach()
y.requires_grad = True
print(y.requires_grad, y.is_leaf)
p = torch.nn.Parameter(torch.ones(1))
p.requires_grad_(False)
print((p * 2).requires_grad)

# no gradient for integers and comparisons
print((x > 0).requires_grad, x.argmax().requires_grad, x.long().requires_grad)
values, indices = x.max(0)
print(values.requires_grad, indices.requires_grad)
