# tensors
import torch
import numpy as np
x = torch.arange(6, dtype=torch.float32).reshape(2, 3)
a = x.numpy()
print(type(a), a.shape, a.dtype)
a[0, 0] = 100.0
print(x)
x[1, 2] = -1
print(a)
v = x[1]
b = v.numpy()
b += 10
print(x, v)
y = torch.from_numpy(np.arange(4, dtype=np.float64))
print(y, y.dtype, y.sum().item())
arr = np.zeros(3, dtype=np.float32)
t = torch.from_numpy(arr)
t[1] = 5
print(arr)
arr[2] = 7
print(t)
print(np.mean(x.numpy()), np.asarray([1.5, 2.5]).tolist())
z = torch.tensor(np.array([[1, 2], [3, 4]]))
print(z, z.dtype)
w = torch.as_tensor(np.array([1.0, 2.0], dtype=np.float32))
print(w + 1)
n = torch.zeros(0).numpy()
print(n, n.size)
s = torch.tensor(3.5).numpy()
print(s, float(s))
r = x.detach()
try:
    torch.ones(2, requires_grad=True).numpy()
except RuntimeError as e:
    print(e)
print(torch.ones(2, requires_grad=True).detach().numpy())
print(np.array_equal(x.numpy(), x.numpy()))
print(x.t().numpy().flags["C_CONTIGUOUS"], x[:, 1].numpy())
import copy
print(torch.randn(2, generator=torch.Generator().manual_seed(0)).numpy())
bf = torch.ones(2, dtype=torch.bool)
print(bf.numpy(), torch.arange(3).numpy().dtype)
print(np.stack([torch.ones(2).numpy(), torch.zeros(2).numpy()]))
print(torch.from_numpy(np.stack([torch.ones(2).numpy(), torch.zeros(2).numpy()])))
big = torch.ones(1000, 1000)
bn = big.numpy()
big.mul_(2)
print(bn.sum(), bn[5, 5])
del bn
big.add_(1)
print(big.sum().item())
