"""Equal results that live on are tensors apart: who writes to one of them does not write to the other."""
# tier2: main.loop.body 8
# tier2-failures: 0
# form-tier2: other the body of a loop or branch is a function there, with a root of its own
import torch


def f(x):
    a = x * 2
    b = x * 2
    unseen = (x * 2).sum()
    return a, b.view(3, 2), x.clone(), x.clone(), unseen


def main():
    torch.manual_seed(0)
    x = torch.ones(2, 3)
    for i in range(8):
        a, b, c, d, total = f(x)
        a[0] = 5
        c[1] = 7
        print(a.tolist(), b.tolist(), c.tolist(), d.tolist(), total.item())


main()
