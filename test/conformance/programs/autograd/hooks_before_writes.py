"""Hooks stay with the value that they were registered for; a tensor that retains its gradient retains that of its last value."""
import torch


def leaf():
    return torch.tensor([1.0, 2.0, 3.0], requires_grad=True)


x = leaf()
y = x[0] * 1
y.register_hook(lambda g: g * 10)
y.mul_(2)
y.register_hook(lambda g: g + 1)
y.backward()
print(x.grad)

seen = []
x = leaf()
y = x * 1
y.register_hook(lambda g: seen.append(("first", g.tolist())))
z = y.mul_(2).add_(1).pow_(2)
z.register_hook(lambda g: seen.append(("last", g.tolist())))
z.sum().backward()
print(seen, x.grad, z is y)

for write in (lambda t: t.mul_(3), lambda t: t.exp_(), lambda t: t[0].mul_(5), lambda t: t.add_(1).mul_(2)):
    x = leaf()
    y = x * 1
    y.retain_grad()
    write(y)
    y.sum().backward()
    print(y.grad, x.grad, y.retains_grad)

x = leaf()
y = x * 1
view = y[:2]
view.register_hook(lambda g: g * 100)
view.retain_grad()
y.mul_(2)
view.register_hook(lambda g: g + 1)
(view * 3).sum().backward()
print(x.grad, view.grad)

x = leaf()
y = x * 2
handle = y.register_hook(lambda g: g * 7)
y.add_(1)
handle.remove()
y.register_hook(lambda g: g - 1)
y.sum().backward()
print(x.grad)

x = leaf()
x.register_hook(lambda g: g * 2)
with torch.no_grad():
    x.mul_(2)
x.register_hook(lambda g: g + 1)
(x * x).sum().backward()
print(x.grad)
