"""Arrays as inputs: those that are written between the entries, and that tensors share their memory with; of other types, ranks
and sizes at later entries; numbers of numpy, lists and objects in the place of arrays."""
# tier2: give 8
# tier2: write.part#1 8
# float-tolerance: 1e-4
import numpy as np
import torch

w = torch.ones(4, requires_grad=True)
a = np.arange(4, dtype=np.float32)


def step(i):
    x = torch.from_numpy(a)
    loss = ((w * x).sum() - i) ** 2
    loss.backward()
    with torch.no_grad():
        w.sub_(0.001 * w.grad)
    w.grad.zero_()
    return loss.item()


for i in range(12):
    a[i % 4] += 0.5
    print("%.4f" % step(i), end=" ")
print()


def give(i):
    t = torch.from_numpy(a)
    return t, (t * i).sum()


kept = []
for i in range(8):
    t, s = give(i)
    t[0] = 10 * i
    kept.append(t)
    print(a[0], "%.3f" % s.item(), t is kept[0], end="; ")
print(all(k.data_ptr() == kept[0].data_ptr() for k in kept))

shared = torch.zeros(4)
view = shared.numpy()


def write(i):
    shared.add_(1)
    return (torch.from_numpy(view) * 2).sum() + torch.tensor(view).sum() + shared[view.astype(np.int64) * 0].sum()


for i in range(8):
    print(write(i).item(), view[0], end=" ")
print()


def put(i, index):
    out = torch.zeros(6)
    out[index] = float(i)
    return out


for i in range(10):
    index = np.array([i % 6, (i + 1) % 6, (i + 3) % 6]) if i < 5 else np.array([True, False, i % 2 == 0, True, False, True]) if i < 8 else [1, 2]
    print(put(i, index).tolist()[:4], end=" ")
print()


def typed(k):
    return torch.tensor(k) * 2, torch.as_tensor(k).dtype


for k in [np.float32([1, 2]), np.float64([1, 2]), np.int32([1, 2]), np.float64([3, 4]), np.array([[1, 2], [3, 4]]), np.float64(3.0), [1, 2.5],
          np.float64([5, 6]), np.array([]), np.float64([1, 2])[::-1], np.bool_([True, False])]:
    try:
        print(typed(k))
    except ValueError as e:
        print(str(e)[:60])
x = torch.randn(3, 4)


def pick(i):
    return x[:, i].shape, x[i, 1].shape if not hasattr(i, "dtype") or i.dtype != bool else None


for i in [np.array([0, 1]), np.array([2, 0]), np.int64(1), np.array([0, 1, 2]), np.array([1], dtype=np.int32), np.array([1, 1]), np.array(2), np.array([0, 2]), np.uint8([0, 1])[:1]] * 2:
    try:
        print(pick(i))
    except (IndexError, UserWarning) as e:
        print("IndexError")
