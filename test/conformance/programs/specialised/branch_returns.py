"""Returns from both sides of a branch, early returns, values that either side assigns, `and`, `or`,
chained comparisons and conditional expressions over what was computed."""
# tier2: merged 20
# tier2: early 20
# tier2: short_circuit 20
# tier2: alternating 38
import torch


def merged(x):
    if x.sum() > 0:
        y = x * 2
        z = 1
    else:
        y = x - 1
        z = 2
    return y, z


def early(x, limit):
    h = torch.tanh(x)
    total = h.sum().item()
    if total > limit:
        return h * 10, "large"
    if total < -limit:
        return h * -10, "small"
    h = h + 1
    return h, "middle"


def short_circuit(x, n):
    s = x.sum()
    both = 1.0 if s > 0 and x.max() > 2 else -1.0
    either = 10.0 if s > 4 or x.min() < -1 else 20.0
    chain = 100.0 if 0 < s.item() < 3 else 200.0
    return x * both + either + chain + n


def alternating(x):
    if float(x[0]) > 0:
        return x + 1
    return x - 1


signs = [1.0, -1.0, 2.0, -0.5, 3.0, 0.1]
for i in range(24):
    x = signs[i % 6] * torch.ones(2)
    open(__file__).close()  # no graph: the functions are roots
    y, z = merged(x)
    h, name = early(x, 0.7)
    print(y.tolist(), z, [round(v, 4) for v in h.tolist()], name,
          short_circuit(x, i % 2).tolist())
print(sum(alternating(torch.tensor([1.0 if (i // 4) % 2 else -1.0])).item() for i in range(40)))
