# Special methods of the program's objects that numpy calls with keywords, what from_numpy takes, 0-d arrays over tensors,
# weak references to arrays.
import gc
import weakref

import numpy as np
import torch


class Series:
    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        print("asked for", dtype, copy)
        return np.array(self.values, dtype=dtype)

    def __round__(self, ndigits=None):
        return f"rounded to {ndigits}"


print(np.array(Series([1, 2])), np.asarray(Series([1.5]), dtype=np.float32), np.add(Series([1]), 1), np.round(np.array(Series([2.5]))))
print(np.asarray(Series([3]), copy=True))


class Lazy:
    def __array_ufunc__(self, ufunc, method, *inputs, **keywords):
        return ufunc.__name__, method, len(inputs), sorted(keywords)


print(np.add(Lazy(), 1, where=True), np.multiply.reduce(Lazy()), np.array([1]) + Lazy())


def attempt(do):
    try:
        print(do())
    except Exception as error:
        print(type(error).__name__, error)


a = np.arange(6.0)
for wrong in ([1.0], (1,), 3, 2.5, None, "a", np.float64(2), np.int64(1), torch.ones(2), Lazy(), np.array(["a"]), np.array([None]), np.zeros(4)[::-1]):
    attempt(lambda: torch.from_numpy(wrong))
print(torch.from_numpy(np.matrix([[1.0]])), torch.from_numpy(a[1::2]).storage_offset(), torch.from_numpy(a[1::2]).stride())
point = np.array(2.5)
tensor = torch.from_numpy(point)
point[...] = 4.0
print(tensor, tensor.shape, tensor.dtype)
tensor.fill_(9.0)
print(point, tensor.item(), point.shape)
scalar = torch.tensor(3.0)
shown = scalar.numpy()
scalar.fill_(5.0)
print(shown, shown.shape, shown.dtype)
shown[...] = 7.0
print(scalar, torch.as_tensor(point), torch.tensor(point))

ended = []
b = np.zeros(3)
reference = weakref.ref(b, lambda r: ended.append("reference"))
finalizer = weakref.finalize(b, ended.append, "finalizer")
table = weakref.WeakValueDictionary({"b": b})
print(reference() is b, finalizer.alive, table["b"] is b)
del b
gc.collect()
print(reference(), ended, finalizer.alive, dict(table))
