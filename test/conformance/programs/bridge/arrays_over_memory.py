"""Tensors over the memory of numpy's arrays, and arrays over that of tensors: one memory, whoever writes it."""
import gc

import numpy as np
import torch

a = np.arange(12, dtype=np.float32).reshape(3, 4)
t = torch.from_numpy(a); u = torch.from_numpy(a); v = torch.from_numpy(a[1:]); w = torch.as_tensor(a.T)
t[1, 1] = 50
print(u[1, 1], v[0, 1], w[1, 1], a[1, 1])
a[2, 3] = -1
print(t[2, 3], v[1, 3], w[3, 2])
b = t.numpy(); b[0, 0] = 9
print(a[0, 0], t[0, 0], b is a, b.base is a)
x = torch.from_numpy(b); x.add_(1); print(a[0], t[0])
s = torch.arange(6.); n = s.numpy(); z = torch.from_numpy(n); z.mul_(2); print(s, n, z.data_ptr() == s.data_ptr(), t.data_ptr() == u.data_ptr())
del a, t, u, v, w, b
print(x)
c = torch.tensor(np.arange(3)); d = torch.tensor(np.arange(6).reshape(2, 3).T); print(c, d, d.stride(), d.is_contiguous())
e = torch.from_numpy(np.arange(6).reshape(2, 3)[:, ::2]); print(e, e.stride(), e.storage_offset())
f = torch.from_numpy(np.array(3.5)); print(f, f.shape)
for bad in (np.arange(3)[::-1], np.arange(3, dtype=">i4"), np.array(["a"]), [1], np.zeros(0), np.float64(3)):
    try:
        print(torch.from_numpy(bad))
    except Exception as err:
        print(type(err).__name__, str(err)[:60])
g = np.zeros(3); g.flags.writeable = False
h = torch.tensor(g); print(h)
big = np.zeros(1000); parts = [torch.from_numpy(big[i:i + 10]) for i in range(0, 1000, 10)]
for i, p in enumerate(parts): p += i
print(big[::100], parts[3].sum()); whole = torch.from_numpy(big); whole[35] = 1e3; print(parts[3])
q = torch.from_numpy(np.array([True, False])); print(q, q.dtype, torch.from_numpy(np.ones(2, np.int8)).dtype)
r = torch.from_numpy(np.ones((2, 2))).requires_grad_(); (r * r).sum().backward(); print(r.grad, r.grad.numpy())
y = torch.from_numpy(np.ones(3)); y2 = y + 1; y2.numpy()[0] = 5; print(y2, np.add(y.numpy(), y2.numpy()))
try:
    y.resize_(10)
except Exception as err: print(type(err).__name__)
keep = []
for i in range(300):
    keep.append(torch.from_numpy(np.full(5, i))); 
    if i % 3: keep.pop(0)
gc.collect(); print(sum(int(k[0]) for k in keep), len(keep))
import os
import tempfile

path = os.path.join(tempfile.mkdtemp(), "data.bin")
np.arange(50, dtype=np.uint16).tofile(path)
data = np.memmap(path, dtype=np.uint16, mode="r")
for i in torch.tensor([3, 20]):
    part = torch.from_numpy(data[i:i + 4].astype(np.int64))
    print(part, type(data[i:i + 4]).__name__, int(data[i]), data[5:7].sum())
ints = np.memmap(path, dtype=np.int16, mode="r+")
over = torch.from_numpy(ints[2:6])
over += 7
print(ints[:8].tolist(), over.data_ptr() == ints.ctypes.data + 4)
ints[2] = 100
print(over, len(data), data.shape, data[-1], float(np.memmap(path, dtype=np.float32, mode="r")[1]) < 1)
