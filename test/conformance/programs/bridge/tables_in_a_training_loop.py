# Tables of a package that nobody knows, in the loop of a training.
# tier2: <module>.loop#1.body.part 24

import numpy as np
import torch
import torch.nn as nn

import _frames

rng = np.random.default_rng(3)
table = _frames.Table(x=rng.standard_normal(40), y=rng.standard_normal(40))
table.target = table.x.values * 2 - table.y.values
print(table.shape, list(table), len(table.target))
torch.manual_seed(1)
model = nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
losses = []
for epoch in range(5):
    for start in range(0, len(table), 8):
        part = table[list(range(start, start + 8))]
        x = torch.tensor(np.stack([part.x.values, part.y.values], axis=1), dtype=torch.float32)
        y = torch.as_tensor(part.target, dtype=torch.float32)[:, None] if isinstance(part.target, np.ndarray) else \
            torch.from_numpy(part.target.values).float().unsqueeze(1)
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    history = _frames.Column("loss", losses[-5:])
    print(epoch, f"{history.mean:.5f}", len(history), f"{float(history[0]):.4f}", (history > 0).values.all())
table.error = (model(torch.tensor(np.stack([table.x.values, table.y.values], axis=1)).float())[:, 0].detach()
               - torch.tensor(table.target.values)).abs().numpy()
worst = table.sort(lambda row: row["error"], reverse=True)
print([f"{row['error']:.4f}" for row in _frames.take(worst.rows(), 3)])
for name, group in table.groupby(lambda row: bool(row["x"] > 0)):
    print(name, len(group), f"{group.error.mean:.4f}")
print(f"{table.pipe(lambda t, scale: t.error.mean * scale, scale=100):.3f}")
