# A tensor that an operation returns as it is stays the view that it was.
import torch
pool = {"x": torch.zeros(3)}
a = pool.pop("x").view(3)
b = a.contiguous()
d = b.reshape(3)
print(b is a, d._base is a, d._base is None)
b += 1
print(b is a, d._base is a, d._base is None)
e = b.to(torch.float32, copy=False)
print(e is a)
e.mul_(2)
print(b is a, d._base is a, d._base is None)
f = a.expand(3)
f[0] = 9
print(b is a, d._base is a, d._base is None)
g = a.detach()
g[1] -= 1
d[2] += 5
print(b is a, d._base is a, d._base is None)
