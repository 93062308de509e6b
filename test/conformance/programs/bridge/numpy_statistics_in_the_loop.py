"""A training loop whose batches, schedule and statistics come from numpy."""
# tier2: <module>.loop#1.body.part 11
import numpy as np
import torch
import torch.nn as nn

rng = np.random.default_rng(0)
torch.manual_seed(0)
data = rng.normal(size=(64, 5)).astype(np.float32)
weights = np.linspace(-1, 1, 5, dtype=np.float32)
labels = (data @ weights > 0).astype(np.int64)
model = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
losses, correct = [], np.zeros(2, dtype=int)
for epoch in range(3):
    order = rng.permutation(len(data))
    for start in range(0, len(data), 16):
        index = order[start:start + 16]
        x, y = torch.from_numpy(data[index]), torch.from_numpy(labels[index])
        out = model(x)
        loss = nn.functional.cross_entropy(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        hits = out.argmax(1).numpy() == labels[index]
        correct += np.array([hits.sum(), len(hits)])
    window = np.array(losses[-4:])
    print(epoch, f"{window.mean():.4f} {window.std():.4f} {np.percentile(losses, 90):.4f}", np.round(correct[0] / correct[1], 4))
    if window.mean() < np.median(losses):
        for group in optimizer.param_groups:
            group["lr"] *= float(np.exp(-0.1))
print([round(g["lr"], 6) for g in optimizer.param_groups], np.argmin(losses) > 4)
matrix = np.zeros((2, 2), dtype=int)
with torch.no_grad():
    np.add.at(matrix, (labels, model(torch.from_numpy(data)).argmax(1).numpy()), 1)
print(matrix.tolist(), matrix.trace() / matrix.sum() > 0.8)
gradient = np.concatenate([p.grad.numpy().ravel() for p in model.parameters()])
print(gradient.shape, gradient.dtype, bool(np.isfinite(gradient).all()), round(float(np.linalg.norm(gradient)), 3))
histogram, edges = np.histogram(model[0].weight.detach().numpy(), bins=4)
print(histogram.sum(), len(edges), {name: p.numpy(force=True).shape for name, p in model.named_parameters()})
