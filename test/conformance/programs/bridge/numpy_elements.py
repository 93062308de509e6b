# Single elements of arrays, read and written: types, indices, layouts, read-only arrays, what changes the array behind them.
import numpy as np
import torch


def attempt(do):
    try:
        print(do())
    except Exception as error:
        print(type(error).__name__, error)


def put(array, key, value):
    array[key] = value
    return repr(array)


a = np.arange(6.0)
for i in range(3):
    a[i] += i
    a[-1 - i] = a[i] * 0.5
    a[True] -= 0.0  # no index, but a mask
    print(a, repr(a[i]), type(a[-1]).__name__)
for key in (6, -7, 2.0, "x", None, True, False, (1,), (), (0, 0), slice(1, 3), [0, 1], Ellipsis, 2 ** 70, np.int64(2), torch.tensor(3)):
    attempt(lambda: repr(a[key]))
    attempt(lambda: put(a.copy(), key, 1.5))
grid = np.arange(24.0).reshape(4, 6)
views = [grid[::-1, 1::2], grid.T, grid[1:3], grid[:, 2]]
for view in views:
    key = (1, 2) if view.ndim == 2 else 1
    view[key] = -1.0
    view[key] *= 3
    print(view[key], view[1].sum(), view.flags.c_contiguous)
print(grid)
for name in ("float64", "float32", "float16", "int64", "int32", "int16", "int8", "uint8", "uint16", "bool", "complex64", "object", "U3", ">f8", "M8[D]"):
    z = np.zeros(3, dtype=name)
    for value in (1, -1, 300, True, 1.5, -0.0, float("nan"), 1e300, 1e-310, 2 ** 40, 2 ** 62 + 1, 2 ** 64, np.float64(2.5), np.int8(4), "7", None, 1j, [1], torch.tensor(2)):
        with np.errstate(all="ignore"):
            attempt(lambda: put(z, 0, value) if name != "object" or not isinstance(value, torch.Tensor) else "")
with np.errstate(all="raise"):
    attempt(lambda: put(np.zeros(1, "float32"), 0, 1e300))
    attempt(lambda: put(np.zeros(1, "float32"), 0, 1e-300))
fixed = np.zeros(3)
fixed.flags.writeable = False
attempt(lambda: put(fixed, 0, 1.0))
fixed.setflags(write=True)
attempt(lambda: put(fixed, 0, 1.0))
attempt(lambda: np.broadcast_to(fixed, (2, 3))[1, 0])
attempt(lambda: put(np.broadcast_to(fixed, (2, 3)), (1, 0), 2.0))
changing = np.arange(6.0)
print(changing[4], end=" ")
changing.resize(3, refcheck=False)
attempt(lambda: changing[4])
changing.resize((2, 3), refcheck=False)
print(changing[1, 2], changing[1])
changing.shape = 6
print(changing[1])
changing.dtype = np.int64
changing[1] = 7
print(changing[1], type(changing[1]).__name__)


class Marked(np.ndarray):
    def __getitem__(self, key):
        return f"item {key}"

    def __setitem__(self, key, value):
        print("set", key, value)


marked = np.zeros(3).view(Marked)
marked[1] = 2.0
print(marked[1], np.asarray(marked)[1])
masked = np.ma.array([1.0, 2.0], mask=[0, 1])
masked[0] = 5.0
print(masked[0], masked[1], masked)
shared = torch.zeros(4, dtype=torch.float64)
over = shared.numpy()
over[2] = 4.5
shared[1] = 2.0
print(shared, over[1], over[2], type(over[1]).__name__)
kept = a[0]
a[0] = 99.0
print(kept, a[0], a[0] is a[0], {a[1]: "key"}[float(a[1])])
del a
try:
    del over[0]
except ValueError as error:
    print(error)
numbers = np.zeros(4)
for step in range(200):  # as a tree of sums keeps them
    numbers[step % 4] += step * 0.25
    if numbers[step % 4] > numbers[0]:
        numbers[0] += 1
print(numbers, sum(numbers[i] for i in range(4)))
