# Slices, tuples, keywords, rows of numbers and tensors as indices of numpy's arrays: what crosses
# without a frame where Python is in the same process, and what looks like it and does not.
import numpy as np
import torch

grid = np.arange(24.0).reshape(4, 6)
print(grid[1:3, ::2], grid[..., 1], grid[None, 0].shape, grid[1, 2], grid[(1, 2)])
grid[1:3, 1] = 7
grid[..., 0] = -1.0
print(grid.shape, grid.strides, grid.dtype.name, np.unravel_index(5, (2, 3)))
print(str(grid[0, 1]), f"{grid[1, 1]:.3f}", repr(grid[2, 2]), np.array(["é", "\ud800"])[1] == "\ud800")
print(np.zeros(3, dtype=np.float32), np.zeros((2, 2), dtype=int), np.ones(2, bool), grid.astype(int)[1])

# ---- lists: those that a call reads, and those that it keeps
kept = [1, 2, 3]
copied = np.array(kept)
kept[0] = 9
print(copied, kept, np.asarray(kept, np.float32), np.array([0, 1], ndmin=2), np.array([]).shape)
rows = [[1, 2], [3, 4]]
copied = np.array(rows)
rows[0][0] = 8
print(copied, np.array(rows), np.array([[], []]).shape, np.array([(1, 2), (3, 4)]))
inner = [1]
objects = np.array([inner, [2, 3]], dtype=object)
inner.append(4)
print(objects[0] is inner, objects)
even = np.array([[1, 2], [3, 4]], dtype=object)
even[0, 0] = inner
print(even.shape, even[0, 0] is inner)
stacked = np.array([grid[0], grid[1]])
stacked[0, 1] = 100
print(stacked, grid[0, 1], np.array([grid[0, 0], grid[1, 1]]).dtype)
print(np.array([1, None, "x", True], dtype=object), np.array([True, 2, 3.5]), np.array([10**20, 1])[0])
print(np.array(list(range(400))).sum(), np.random.RandomState(1).choice([5, 6, 7], 2))


def takes(values, also=None):
    return values


original = np.array
np.array = takes
mine = [1, 2]
print(np.array(mine) is mine)
np.array = original

for wrong in (
    lambda: np.array([[1, 2], [3]]),
    lambda: grid[10, 0],
    lambda: grid["x"],
    lambda: grid[1:2, 3, 4],
    lambda: grid[torch.tensor(9)],
    lambda: grid[torch.tensor(1.0)],
    lambda: grid[torch.tensor(1) :, torch.tensor(7)],
    lambda: np.array([1], dtype="nothing"),
):
    try:
        wrong()
    except (IndexError, TypeError, ValueError) as error:
        print(type(error).__name__)

# ---- tensors as indices
for step in range(4):
    at = torch.tensor(step)
    print(grid[at, 1], grid[0, at : at + 2], grid[at].sum(), grid[at:].shape, grid[at.int()][at])
    grid[at, at] = step
    grid[0, at:] += 1
print(grid, grid[torch.tensor(True)].shape, grid[torch.tensor([0, 2])].shape)
names = np.array([{0: "a"}, {torch.tensor(0).item(): "b"}])
print(names[torch.tensor(1)])

# ---- many that end, and what one of them holds
total = 0.0
for i in range(500):
    part = grid[i % 4, 1:4]
    part[0] += 1.0
    total += float(part[i % 3])
print(total, grid[:, 1])

# ---- memory that tensors borrow one after the other
source = np.arange(40, dtype=np.int64)
seen = 0
for i in range(200):
    window = source[i % 30 : i % 30 + 8]
    borrowed = torch.from_numpy(window)
    copied = torch.from_numpy(window.astype(np.int32))
    borrowed += 1
    copied += 1
    seen += int(borrowed.sum()) + int(copied[0]) + int(window[3])
again = torch.from_numpy(source)
again[0] = -5
kept = torch.from_numpy(source)
kept[1] = -6
print(seen, source[:4], again[:2], [torch.from_numpy(source[i : i + 2]) for i in range(3)])
