# float-tolerance: 1e-6
# Gradients through branches, loops and recursion that depend on data.
import torch


def collatz(x, steps=0):
    while x.item() < 100.0 and steps < 20:
        if x.item() % 2 < 1:
            x = x * 1.5 + 1
        else:
            x = x * 3
        steps += 1
    return x, steps


for start in (1.0, 2.5, 40.0):
    x = torch.tensor(start, requires_grad=True)
    y, steps = collatz(x)
    y.backward()
    print(start, steps, y.item(), x.grad)


def tree(node, w):
    if isinstance(node, float):
        return torch.tensor([node, 1.0])
    left, right = node
    return torch.tanh(w @ torch.cat([tree(left, w), tree(right, w)]))


torch.manual_seed(0)
w = torch.randn(2, 4, requires_grad=True)
out = tree(((0.5, 1.0), (2.0, (0.1, 0.2))), w)
out.sum().backward()
print(out, w.grad)

h = torch.zeros(3)
u = torch.eye(3).requires_grad_()
for t in range(5):
    h = torch.sigmoid(u @ h + t)
h.prod().backward()
print(u.grad)
