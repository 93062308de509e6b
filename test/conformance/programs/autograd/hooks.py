"""Hooks on tensors and retained gradients."""
import torch

x = torch.ones(3, requires_grad=True)
seen = []
handle = x.register_hook(lambda g: seen.append(g.tolist()))
(x * 2).sum().backward()
print(seen, x.grad)
handle.remove()
(x * 2).sum().backward()
print(len(seen), x.grad)

# hooks change gradients
x = torch.ones(2, requires_grad=True)
y = x * 3
y.register_hook(lambda g: g * 10)
y.register_hook(lambda g: g + 1)
y.sum().backward()
print(x.grad)

# retained
x = torch.ones(2, requires_grad=True)
y = x * 3
y.retain_grad()
z = (y * y).sum()
z.backward()
print(y.grad, x.grad, y.retains_grad)
try:
    torch.ones(1).retain_grad()
except RuntimeError as error:
    print(error)
try:
    torch.ones(1).register_hook(print)
except RuntimeError as error:
    print(error)

# an error in a hook
x = torch.ones(2, requires_grad=True)
y = x * 2


def fails(g):
    raise ValueError("hook failed")


y.register_hook(fails)
try:
    y.sum().backward()
except ValueError as error:
    print(error)
print(x.grad)

# after accumulation
p = torch.ones(2, requires_grad=True)
p.register_post_accumulate_grad_hook(lambda t: print("accumulated", t.grad))
(p * 2).sum().backward()

# modules
net = torch.nn.Linear(2, 1)
with torch.no_grad():
    net.weight.fill_(2.0)
    net.bias.fill_(1.0)
net.register_forward_pre_hook(lambda m, args: print("before", args[0].shape))
net.register_forward_hook(lambda m, args, out: print("after", out.shape))
net.register_full_backward_hook(lambda m, gin, gout: print("backward", gin[0], gout[0]))
data = torch.ones(1, 2, requires_grad=True)
net(data).sum().backward()
print(data.grad)
scaled = torch.nn.Linear(2, 1, bias=False)
with torch.no_grad():
    scaled.weight.fill_(1.0)
scaled.register_forward_hook(lambda m, args, out: out * 100)
print(scaled(torch.ones(1, 2)))


# where no gradient is asked for
def told(g):
    print("asked", g)


w = torch.ones(2, requires_grad=True)
w.register_hook(told)
x = torch.ones(2, requires_grad=True)
inner = w * 3
inner.register_hook(told)
for leaf in (x, w):
    print(torch.autograd.grad((inner * x).sum(), leaf))
product = inner * x
product.sum().backward(inputs=[x])
print(x.grad, w.grad)
