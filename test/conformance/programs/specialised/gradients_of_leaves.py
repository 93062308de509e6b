"""What becomes a leaf's .grad has memory of its own and lies as the leaf does, whatever the backward
made: results that were turned around or expanded, one result for two leaves, the seed itself."""
# tier2: main.loop.body 90% after 1
# allocations: main.loop.body none after 3
# tier2: main.loop#4.body 95% after 1
# tier2-failures: 2
# form-tier2: other the body of a loop or branch is a function there, with a root of its own
import torch


def step(a, b, c, d, x):
    for p in (a, b, c, d):
        p.grad = None
    turned = (x @ c.t()).tanh().sum() + (x @ d).tanh().sum()
    total = (a + b).sum() + turned + a.sum()
    total.backward()
    return total


def seeded(a, b, seed):
    a.grad = None
    b.grad = None
    (a + b).backward(seed)


def main():
    torch.manual_seed(0)
    a = torch.randn(3, 4, requires_grad=True)
    b = torch.randn(3, 4, requires_grad=True)
    c = torch.randn(5, 4, requires_grad=True)
    d = torch.randn(4, 5, requires_grad=True)
    x = torch.randn(2, 4)
    for i in range(10):
        loss = step(a, b, c, d, x)
        print(f"{loss.item():.4f}", [p.grad.stride() for p in (a, b, c, d)])
        a.grad.mul_(2)
        b.grad[0] = 5
        print(a.grad.tolist(), b.grad.tolist())
        print([f"{v:.4f}" for p in (c, d) for v in p.grad.flatten().tolist()])
    for i in range(10):
        seed = torch.full((3, 4), float(i))
        seeded(a, b, seed)
        seed[0] = -1
        a.grad.add_(1)
        b.grad[2] = 7
        print(a.grad.tolist(), b.grad.tolist())


main()
