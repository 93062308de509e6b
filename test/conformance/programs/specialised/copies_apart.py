"""Copies into new tensors, equal gradients, what a gradient keeps: who writes to one does not write to the other."""
# tier2: <module>.loop.body 6
# tier2: <module>.loop#2.body 6
# tier2: <module>.loop#3.body 6
import torch


def copied(x, w):
    a = torch.empty(2)
    a.copy_(w)
    b = torch.empty(2)
    b.copy_(x + 1)
    c = torch.empty(2)
    c.copy_(b)
    return [a, b, c]


w = torch.tensor([3.0, 4.0])
for i in range(6):
    results = copied(torch.ones(2) * i, w)
    results[0].add_(1)
    results[1].mul_(3)
    print([t.tolist() for t in results], w.tolist())

first = torch.ones(2, requires_grad=True)
second = torch.ones(2, requires_grad=True)


def step(x):
    loss = (first * x + second * x).sum()
    loss.backward()
    return loss.item()


for i in range(6):
    print(step(torch.ones(2) * i))
    first.grad.mul_(2.0)
    print(first.grad.tolist(), second.grad.tolist())
    first.grad = second.grad = None


# What a gradient needs is not what the program was given.
def forward(x):
    y = torch.exp(x)
    z = torch.exp(x.detach())
    return (y * y).sum(), z


x = torch.tensor([0.5, 1.0], requires_grad=True)
for i in range(6):
    loss, z = forward(x)
    z.zero_()
    loss.backward()
    print([f"{v:.4f}" for v in x.grad.tolist()])
    x.grad = None
