"""Gradients of products with zeros and infinities, and of sinc where squares are zero; those of the gradients, too."""
import torch

inf, nan = float("inf"), float("nan")


def slopes(f, values):
    x = torch.tensor(values, dtype=torch.float64, requires_grad=True)
    f(x).sum().backward()
    first = x.grad.tolist()
    (slope,) = torch.autograd.grad(f(x).sum(), x, create_graph=True)
    weights = torch.arange(1.0, slope.numel() + 1, dtype=torch.float64).reshape(slope.shape)
    (second,) = torch.autograd.grad((slope * weights).sum(), x)
    return first, slope.tolist(), second.tolist()


for values in ([1.0, 2.0, 3.0], [0.0, 2.0, 3.0], [0.0, 0.0, 3.0], [0.0, 0.0, 0.0], [inf, 2.0, 3.0], [inf, 0.0, 3.0], [inf, inf, 2.0],
               [0.0, inf, 0.0], [nan, 1.0, 2.0], [nan, 0.0, 2.0]):
    for name, f in (("prod", lambda x: x.prod()), ("prod(0)", lambda x: x.prod(0)), ("cumprod", lambda x: x.cumprod(0))):
        print(name, values, *slopes(f, values))
for rows in ([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0], [2.0, 3.0, 4.0]],
             [[0.0, 2.0, 0.0], [0.0, 0.0, 7.0], [0.0, 3.0, 0.0]], [[1.0, inf], [2.0, 3.0]]):
    for name, f in (("prod", lambda x: x.prod()), ("prod(0)", lambda x: x.prod(0)), ("prod(1)", lambda x: x.prod(1, keepdim=True)),
                    ("cumprod(0)", lambda x: x.cumprod(0)), ("cumprod(1)", lambda x: x.cumprod(1))):
        print(name, rows, *slopes(f, rows))
for value in (0.0, 5e-324, 1e-310, 1e-300, 1e-160, 1e-20, 0.5, inf, nan):
    print("sinc", value, *slopes(torch.sinc, [value]))

w = torch.tensor([[1.0, 2.0, 0.0], [3.0, 4.0, 5.0]], dtype=torch.float64, requires_grad=True)
for step in range(60):
    loss = w.prod(1).sum() + w.cumprod(1).sum() + torch.sinc(w).sum() + 0.01 * w.prod()
    loss.backward()
    with torch.no_grad():
        w -= 0.001 * w.grad
        w.grad = None
print(w, f"{loss.item():.9f}")
print(torch.sinc(w).grad_fn.name(), torch.fmod(w, w.detach()).grad_fn.name(), torch.fmod(w, 2).grad_fn.name(),
      torch.remainder(w, w.detach() + 1).grad_fn.name(), (w % 2).grad_fn.name())
