import numpy as np
a = np.arange(6).reshape(2, 3)
print(a)
print(a.sum(), a.mean(axis=0), a.shape)
b = 2 * a + 1
print(b[1, 2], b[:, 1], len(b), b.tolist())
for row in b:
    print(row, row.sum())
print(isinstance(b, np.ndarray), type(b), type(b) is np.ndarray)
print(f"{np.float64(3.14159):.3f}", float(b[0, 0]), int(b[1][1]))
try:
    np.zeros(3).reshape(7)
except ValueError as e:
    print("VE", e)
try:
    np.nope
except AttributeError as e:
    print(e)
rng = np.random.default_rng(3)
print(rng.integers(0, 10, 5), rng.normal())
if b.any(): print("any")
print(np.array([1, 2, 3]) == np.array([1, 5, 3]))
print(3 in np.array([1, 3]), max(np.array([1, 9, 3])), sorted(np.array([3, 1, 2])))
try:
    import nonexistent_pkg
except ImportError as e:
    print(type(e).__name__, e)
