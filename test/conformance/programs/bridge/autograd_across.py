import torch

import _nets

w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
x = torch.tensor([1.0, 1.0, 2.0])
loss = _nets.loss(x, w)
print(loss.item(), loss.requires_grad, loss.is_leaf)
loss.backward()
print(w.grad)
h = w * 2
(_nets.loss(x, h) * 3).backward()
print(w.grad)
w.grad = None
_nets.square_backward(w)
print(w.grad)
_nets.square_backward(w)
print(w.grad)
w.grad = None
_nets.square_backward(w * 3)
print(w.grad)
with torch.no_grad():
    print(_nets.loss(x, w).requires_grad)
print(_nets.loss(x, w.detach()).requires_grad)
a, b = torch.ones(2, requires_grad=True), torch.full((2,), 3.0, requires_grad=True)
print(torch.autograd.grad(_nets.loss(a, b), [a, b]))
y = _nets.loss(x, _nets.torch.sin(w))
print(torch.autograd.grad(y, w))
z = _nets.loss(x, w)
z.backward()
try:
    z.backward()
except RuntimeError as error:
    print(str(error)[:60])
model = torch.nn.Linear(3, 1)
with torch.no_grad():
    model.weight.fill_(0.5)
    model.bias.fill_(1.0)
_nets.loss(x, model(x)).backward()
print(model.weight.grad, model.bias.grad)
