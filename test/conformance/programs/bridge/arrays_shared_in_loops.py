# Arrays and tensors over one memory, written by both sides in a loop.
# tier2: <module>.loop#2.body.part#1 3
# tier2: <module>.loop#9.body.part.behind 3

import numpy as np
import torch

import _frames

a = np.zeros(4)
t = torch.from_numpy(a)
for i in range(4):
    t[i] = i + 1
    a[i] *= 10
    print(t.tolist(), a.tolist())
column = _frames.Column("a", a)
t += 1
print(column, column.values is a, column.mean)
tensor = torch.zeros(2, 3)
view = tensor.numpy()
rows = [view[0], view[1][1:]]
for step in range(3):
    rows[0] += step
    rows[1][:] = step * 2
    tensor[:, 0] = -step
    print(tensor.tolist(), rows[1].tolist())
weights = torch.ones(3, requires_grad=True)
optimizer = torch.optim.SGD([weights], lr=0.1)
history = np.empty((0, 3))
for step in range(3):
    optimizer.zero_grad()
    (weights * torch.from_numpy(np.array([1.0, 2.0, 3.0], dtype=np.float32))).sum().backward()
    optimizer.step()
    history = np.vstack([history, weights.detach().numpy()])
print(np.round(history, 3).tolist(), history.dtype, history.shape)
grads = weights.grad.numpy()
grads *= 2
print(weights.grad)
mask = np.array([True, False, True])
print(weights.detach()[mask], weights.detach().numpy()[mask], torch.where(torch.from_numpy(mask), 1, 0))
total = np.float64(0)
for value in np.linspace(0, 1, 5):
    total += value
    if total > 1:
        break
print(total, round(float(total), 2), f"{total:.3f}", int(total), bool(total), total == 1.5, hash(total) == hash(1.5))
counts = {}
for key in np.array(["a", "b", "a"]):
    counts[str(key)] = counts.get(str(key), 0) + 1
print(counts, {int(k): int(v) for k, v in zip(*np.unique(np.array([3, 1, 3]), return_counts=True))})
buckets = [[] for _ in range(2)]
for i in np.arange(5):
    buckets[i % 2].append(int(i))
print(buckets, [10, 20, 30][np.int64(1)], "abc"[np.int64(2)], list(range(5))[np.int64(1):np.int64(3)], range(np.int64(3)), [0] * np.int64(2))
big = np.arange(6).reshape(2, 3)
print(big[1, 2], big[:, 1], big.T.tolist(), [row.sum() for row in big], (big > 2).any(), big @ np.ones(3), big.max(axis=0))
for part in np.split(np.arange(6), 3):
    t = torch.from_numpy(part)
    t *= 2
    print(part, t.sum().item())
