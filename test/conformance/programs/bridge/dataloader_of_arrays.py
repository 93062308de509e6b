# Datasets whose samples are numpy's: arrays, scalars, and both in tuples and dicts.
# tier2: <module>.loop#4.body 5
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset, TensorDataset


class Points(Dataset):
    def __init__(self, n):
        rng = np.random.default_rng(0)
        self.x = rng.standard_normal((n, 3)).astype(np.float32)
        self.y = (self.x.sum(axis=1) > 0).astype(np.int64)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class Records(Points):
    def __getitem__(self, i):
        x, y = super().__getitem__(i)
        return {"x": x, "y": y, "weight": np.float64(i) / 2, "name": f"r{i}", "flags": (np.bool_(i % 2), i)}


points = Points(10)
for x, y in DataLoader(points, batch_size=4):
    print(x.shape, x.dtype, y, y.dtype)
for batch in DataLoader(Records(5), batch_size=3):
    print({key: (value.dtype, value.tolist()) if isinstance(value, torch.Tensor) else value for key, value in batch.items()})
torch.manual_seed(0)
model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
for epoch in range(3):
    total, right = 0.0, 0
    for x, y in DataLoader(points, batch_size=5, shuffle=True):
        optimizer.zero_grad()
        scores = model(x)
        loss = nn.functional.cross_entropy(scores, y)
        loss.backward()
        optimizer.step()
        total += loss.item()
        right += int((scores.argmax(1) == y).sum())
    print(epoch, f"{total:.4f}", right)
for x, y in DataLoader(list(zip(points.x[:3], points.y[:3])), batch_size=2):
    print(x.sum().dtype, y)
print([b.dtype for b in next(iter(DataLoader(TensorDataset(torch.from_numpy(points.x), torch.tensor(points.y)), batch_size=2)))])
print(next(iter(DataLoader(points.y, batch_size=4))), next(iter(DataLoader(list(points.y), batch_size=4))))
print(next(iter(DataLoader(points, batch_size=None)))[0].dtype)
