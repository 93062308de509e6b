# float-tolerance: 1e-6
# backward, accumulation, no_grad, detach, retain_graph, errors.
import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = (x ** 2).sum()
y.backward()
print(x.grad, y.grad_fn is not None, x.is_leaf, y.is_leaf)
(x * 3).sum().backward()
print(x.grad)
x.grad.zero_()
x.grad = None
w = torch.ones(2, 3, requires_grad=True)
b = torch.zeros(2, requires_grad=True)
out = torch.tanh(w @ x + b)
loss = (out * torch.tensor([1.0, -2.0])).sum()
loss.backward(retain_graph=True)
print(w.grad, b.grad, x.grad)
with torch.no_grad():
    w -= 0.1 * w.grad
    print((w * 2).requires_grad)
print(w, w.requires_grad, w.detach().requires_grad, (x.detach() * x).requires_grad)
z = x.clone()
z[1] = 0
(z * z).sum().backward()
print(x.grad)
v = torch.randn(3, requires_grad=True)
m = v.view(3, 1).expand(3, 2)
m.mean().backward()
print(v.grad)
print(torch.autograd.grad((x ** 3).sum(), x), torch.is_grad_enabled())
for bad in (lambda: torch.ones(1).backward(), lambda: (x * 2).backward(), lambda: y.backward(),
            lambda: x.add_(1), lambda: torch.tensor([1], requires_grad=True)):
    try:
        bad()
    except RuntimeError as error:
        print(str(error).splitlines()[0])
