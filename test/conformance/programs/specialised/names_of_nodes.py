"""Results of steps that live on with their history: their nodes are called as those of eager code, also where an operation of
PyTorch is several here. From turn 6 on the distances are of more than 25 rows."""
# tier2: step 80% after 4
# float-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
model = nn.Linear(6, 6)
flat = nn.Linear(6, 6, bias=False)
target = torch.zeros(2, 6, dtype=torch.long)
optimizer = torch.optim.SGD([*model.parameters(), *flat.parameters()], 0.01)


def step(x, row, wide):
    y, rows = model(x), flat(wide)
    kept = [y, model(row), flat(row), F.glu(y), F.dropout(y, 0.5), F.pad(y, (1, 1), mode="reflect"), F.interpolate(y, 3),
            F.max_pool1d(y, 2), F.adaptive_avg_pool1d(y, 3), torch.vdot(row[0], flat.weight[0]), torch.renorm(y, 2, 0, 1.0),
            y.diff(), model(x.transpose(0, 1)), torch.deg2rad(y), F.pairwise_distance(y, x),
            (y * 2)[:, :, :4].reshape(2, 2, 2, 2), (y * 3).transpose(1, 2).reshape(2, 12), (y * 4).reshape(4, 6),
            torch.sort(y, stable=True)[0], torch.sort(y)[0], F.cross_entropy(y, target),
            F.cross_entropy(y, target, reduction="none"), F.adaptive_avg_pool1d(y, 1), torch.linalg.matrix_norm(y, 1),
            torch.linalg.matrix_norm(y, 2, keepdim=True),
            torch.cdist(y, x), torch.cdist(y, x, 1.0), torch.cdist(y, x, compute_mode="use_mm_for_euclid_dist"),
            torch.cdist(rows, y[0]), (y * 3).round(decimals=1), torch.round(y * 2),
            F.scaled_dot_product_attention(y, y, y), F.scaled_dot_product_attention(y[None], y[None], y[None])]
    loss = y.pow(2).mean() + flat(row).abs().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
    return loss, kept


for n in range(10):
    loss, kept = step(torch.randn(2, 2, 6), torch.randn(3, 6), torch.randn(20 + n, 6))
    print(f"{loss.item():.4f}", *[k.grad_fn.name() for k in kept])
print(kept[3])
