"""The first gradient of a leaf is kept as it arrives: views of one gradient show one memory, and a write to it is seen by all."""
import torch

a = torch.randn(2, 5, requires_grad=True)
b = torch.randn(10, requires_grad=True)
c = torch.randn(4, requires_grad=True)


def cleared():
    a.grad = b.grad = c.grad = None


def memory(t):
    return t.untyped_storage().data_ptr()


def of_a_seed(seed):
    a.flatten().backward(seed)


def of_one_gradient(scale):
    ((a.view(10) + b.view(10)) * scale).sum().backward()


def of_parts(scale):
    (torch.cat([b, c]) * scale).sum().backward()


def of_both(scale):
    ((a.view(10) + b) * scale).sum().backward()


for step in range(12):
    cleared()
    seed = torch.full((10,), step + 1.0)
    of_a_seed(seed)
    print(memory(a.grad) == memory(seed), a.grad.stride())
    of_a_seed(seed)  # adds to the memory that both show
    print(a.grad.sum().item(), seed.sum().item())

for step in range(12):
    cleared()
    of_one_gradient(step + 1.0)
    b.grad.mul_(3)
    print(a.grad.sum().item(), b.grad.sum().item())
    of_one_gradient(2.0)
    print(a.grad.sum().item(), b.grad.sum().item())

for step in range(12):
    cleared()
    of_parts(step + 1.0)
    b.grad.mul_(3)
    of_parts(0.5)
    print(b.grad.sum().item(), c.grad.sum().item())

for step in range(12):
    cleared()
    of_both(step + 1.0)
    b.grad.mul_(3)
    print(a.grad.sum().item(), b.grad.sum().item())

# In a loop that is a region of its own.
total = 0.0
for step in range(20):
    cleared()
    ((a.view(10) + b.view(10)) * 2.0).sum().backward()
    a.grad.add_(1)
    total += b.grad.sum().item()
print(total)
total = 0.0
for step in range(20):
    cleared()
    seed = torch.ones(10)
    a.view(10).backward(seed)
    seed.add_(1)
    total += a.grad.sum().item()
print(total)
