"""Results that lie in memory as their operands do: transposed, sliced, expanded; copies that do not."""
# tier2: kept 6
# tier2: reshaped 6
# float-tolerance: 1e-5
import torch

x0 = torch.arange(12.0).reshape(3, 4)


def kept(x):
    y = x.t()
    a = y + 1
    b = torch.sin(a) * 2 + a
    d = y.clone() * 2 + 1
    e = torch.relu(y - 5) * 2
    return b, d, e, torch.cat([a, e], 1), torch.softmax(y, 0) * 3 + 1, (y * y).sum(1)


def reshaped(x):
    half = x[:, 1:3]
    wide = x.t().expand(2, 4, 3)
    return (half.reshape(-1) * 2, wide.reshape(8, 3) + 1, (x.t() * 2).reshape(2, 6) - 1,
            x.t().contiguous().view(2, 6) + 1, torch.stack([half, half]).transpose(0, 2).flatten() * 2)


for i in range(6):
    for result in kept(x0 * (i + 1)) + reshaped(x0 + i):
        print(result.shape, result.stride(), [f"{v:.4f}" for v in result.flatten().tolist()])
