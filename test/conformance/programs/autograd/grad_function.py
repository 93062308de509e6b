"""torch.autograd.grad and backward(inputs=...)."""
import torch


def attempt(f):
    try:
        print(f())
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, error)


a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([3.0, 4.0], requires_grad=True)
unused = torch.ones(1, requires_grad=True)
y = (a * b).sum() + (a * a).sum()
print(torch.autograd.grad(y, [a, b], retain_graph=True))
print(a.grad, b.grad)
print(torch.autograd.grad(y, [a, unused], allow_unused=True, retain_graph=True))
attempt(lambda: torch.autograd.grad(y, [a, unused], retain_graph=True))
print(torch.autograd.grad(y, [a, unused], materialize_grads=True, retain_graph=True))
attempt(lambda: torch.autograd.grad(y, torch.ones(1)))
attempt(lambda: torch.autograd.grad(torch.ones(1), a))
attempt(lambda: torch.autograd.grad(a * 2, a))
print(torch.autograd.grad(a * 2, a, grad_outputs=torch.tensor([1.0, 10.0])))
print(torch.autograd.grad([a * 2, b * a], [a, b], [torch.ones(2), torch.ones(2)]))

# gradients of intermediates
h = a * 3
z = (h * h).sum()
print(torch.autograd.grad(z, [h, a]))

# only some leaves accumulate
y = (a * b).sum()
y.backward(inputs=[a])
print(a.grad, b.grad)
y = (a * b).sum()
y.backward(inputs=b)
print(a.grad, b.grad)
a.grad = None
torch.autograd.backward([a * 2, a * 3], [torch.ones(2), torch.ones(2)])
print(a.grad)

# a root that is also on the way to another root
c = torch.tensor(1.0, requires_grad=True)
d = c * 2
e = d * 3
torch.autograd.backward([d, e])
print(c.grad)
