"""In-place writes, views of what is written, and the errors that protect gradients."""
import torch


def attempt(f):
    try:
        f()
        print("fine")
    except RuntimeError as error:
        print(str(error).split(" Hint")[0])


leaf = torch.ones(3, requires_grad=True)
attempt(lambda: leaf.add_(1))
attempt(lambda: leaf[0].mul_(2))
attempt(lambda: leaf.view(-1).zero_())

# in place on an intermediate
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x * 2
y.mul_(3)
print(y.grad_fn.name(), y)
y.sum().backward()
print(x.grad)

# relu_, exp_, sigmoid_ save their results
for name in ("relu_", "exp_", "sigmoid_", "tanh_", "sqrt_", "square_", "neg_", "abs_"):
    x = torch.tensor([0.5, 1.5], requires_grad=True)
    y = x * 1
    getattr(y, name)()
    y.sum().backward()
    print(name, [round(v, 4) for v in x.grad.tolist()])

# a tensor saved for the gradient is changed
x = torch.ones(2, requires_grad=True)
y = x * 2
z = (y * y).sum()
y.add_(1)
attempt(z.backward)
x = torch.ones(2, requires_grad=True)
y = x.exp()
y.add_(1)
attempt(y.sum().backward)
w = torch.ones(2)
x = torch.ones(2, requires_grad=True)
z = (x * w).sum()
w.mul_(2)
attempt(z.backward)

# rows written into a buffer
x = torch.arange(6.0, requires_grad=True)
out = torch.zeros(3, 2)
for i in range(3):
    out[i] = x[2 * i:2 * i + 2] * (i + 1)
print(out.requires_grad, out.grad_fn.name())
out.sum().backward()
print(x.grad)

# writes through views reach the base and other views
x = torch.ones(4, requires_grad=True)
base = x * 2
view = base[1:3]
other = base.view(2, 2)
view.mul_(5)
print(base, other)
print(view.grad_fn.name(), base.grad_fn.name(), other.grad_fn.name())
(other * torch.tensor([[1.0, 2.0], [3.0, 4.0]])).sum().backward()
print(x.grad)

# a view made before its base got a history
buffer = torch.zeros(4)
flat = buffer.view(-1)
x = torch.ones(2, requires_grad=True)
buffer[:2].copy_(x * 3)
print(flat.requires_grad, buffer.requires_grad)
(flat * 2).sum().backward()
print(x.grad)

# several views at once must not be written
x = torch.ones(4, requires_grad=True)
first, second = (x * 1).chunk(2)
attempt(lambda: first.mul_(2))
rows = (x.view(2, 2) * 1).unbind()
attempt(lambda: rows[0].add_(1))

# masked and indexed writes
x = torch.ones(2, 3, requires_grad=True)
y = x * 1
y[y > 0] = 2.0
y[0, 1] = x[1, 1] * 7
y[:, 2] += x[:, 0]
y.sum().backward()
print(x.grad)
x = torch.ones(4, requires_grad=True)
y = torch.zeros(4).index_put((torch.tensor([0, 2]),), x[:2] * 2)
y.index_add_(0, torch.tensor([0, 0]), x[2:])
y.sum().backward()
print(x.grad)

# fill_, zero_, copy_ cut the history
x = torch.ones(3, requires_grad=True)
y = x * 2
y[0].zero_()
y[1:2].fill_(9)
y.sum().backward()
print(x.grad)

# detach shares memory, not history
x = torch.ones(2, requires_grad=True)
d = x.detach()
d.add_(1)
print(x, d.requires_grad, d._version, x._version)
with torch.no_grad():
    x.mul_(2)
    x[0] = 5
print(x)
y = x * 3
y.detach_()
print(y.requires_grad, y.grad_fn)
x.data = torch.zeros(2)
x.data.add_(1)
print(x, x.requires_grad)
