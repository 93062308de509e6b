"""Adding in place to parts of a tensor whose ends were drawn: the part is read, written and shown again."""
# tier2: <module>.loop.body 90% after 3
import torch


def blobs(n):
    y = torch.randint(0, 4, (n,))
    x = torch.randn(n, 1, 8, 8) * 0.4
    for i in range(n):
        r, c = divmod(int(y[i]), 2)
        x[i, 0, 4 * r:4 * r + 4, 4 * c:4 * c + 4] += 1
        part = x[i, 0, r:r + 3]
        part[:, c:c + 2] *= 2
        part.add_(1)
    return x, y


torch.manual_seed(0)
for k in range(12):
    x, y = blobs(3)
    print("%.4f" % x.sum().item(), y.tolist())
