import numpy as np

records = np.array([("a", 1, 2.5), ("b", 3, 4.5)], dtype=[("name", "U4"), ("n", "i4"), ("x", "f8")])
print(records["name"], records[0]["n"], records["x"].mean(), records.dtype.names)
when = np.array(["2020-01-01", "2021-06-15"], dtype="datetime64[D]")
print(when[1] - when[0], when.astype("datetime64[Y]"), np.datetime64("2020-02-28") + 2)
c = np.array([1 + 2j, 3 - 1j])
print(c.conj(), abs(c), complex(c[0]), c.real.tolist())
masked = np.ma.array([1, 2, 3], mask=[0, 1, 0])
print(masked, masked.sum(), masked.mean())
m = np.arange(12).reshape(3, 4)
print(m[1:, ::2], m[..., -1], m[[0, 2]], m[m > 6], m[:, None].shape, m[1, 2] is not None)
m[0] = 7
m[:, 1] += 100
m[m == 7] = -7
print(m, m.T.shape, (m ** 2).sum(), m @ m.T)
print(np.where(m > 0, m, 0), np.unique([3, 1, 3]), np.linalg.det(np.eye(3)), np.einsum("ij->i", m))
print(1 / np.array([1.0, 2.0]), 2 ** np.arange(4), 10 - np.arange(3), 7 // np.array([2, 3]), [1, 2] + np.array([10, 20]))
x = np.float32(1.5)
print(x + 1, type(x + 1).__name__, x == 1.5, round(x), int(x), x.dtype, repr(x), str(x), f"{x:.3f}", "%.2f" % x)
try:
    np.array([1, 2]) + np.array([1, 2, 3])
except ValueError as error:
    print(error)
try:
    np.linalg.inv(np.zeros((2, 2)))
except np.linalg.LinAlgError as error:
    print(type(error).__name__, error, isinstance(error, ValueError))
with np.errstate(divide="ignore"):
    print(np.array([1.0]) / 0)
total = 0
for value in np.arange(3):
    total += value
print(total, type(total).__name__, list(zip(np.arange(2), "ab")), dict(enumerate(np.array([5, 6]))))
print(np.array([]).size, np.array(3).item(), np.array([[1]]).tolist(), np.zeros((0, 2)).shape, bool(np.array([1])))
it = np.nditer(np.array([1, 2]))
print([int(v) for v in it], np.array_equal(np.array([1]), [1]), np.allclose([0.1 + 0.2], [0.3]))
