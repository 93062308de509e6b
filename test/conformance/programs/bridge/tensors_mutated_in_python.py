"""What Python writes into tensors is seen here, and what is written here there; views stay views."""

import numpy as np
import torch

import _nets
import _toolbox

x = torch.arange(12.0).reshape(3, 4)
column, diagonal, window = x[:, 1], x.diagonal(), x[1:, 2:]
a = x.numpy()
a[0, 1] = 100.0
a[1] *= 10
print(x, column, diagonal, window)
window.fill_(-1)
print(a.tolist())
b = column.numpy()
b += 0.5
print(x[:, 1], b.strides, a.flags["C_CONTIGUOUS"], b.flags["C_CONTIGUOUS"])
np.copyto(a, np.arange(12.0).reshape(3, 4)[::-1])
print(x, x.sum().item())

_nets.torch.add(x, 1, out=x)
_nets.torch.Tensor.mul_(x[0], 2)
print(x[0], column)
y = _nets.torch.Tensor.t(x)
y[0, 0] = 77
print(x[0, 0].item(), y.shape, y.is_contiguous(), y.data_ptr() == x.data_ptr())
z = torch.from_numpy(np.arange(6))
v = z.view(2, 3)
v[0] = 9
print(z, _toolbox.call(lambda t: t[:3].sum().item(), z))
keep = _toolbox.Keeper()
keep.keep(x)
x.zero_()
print(keep.kept[0].sum().item(), keep.kept[0] is x)
keep.kept[0].add_(3)
print(x.unique())

p = torch.nn.Parameter(torch.ones(2, 2))
with torch.no_grad():
    _nets.torch.Tensor.mul_(p, 4)
print(p, p.requires_grad)
p.data.numpy()[0] = 8
print(p.detach())
n = torch.zeros(5, dtype=torch.int32)
for i in range(5):
    np.add.at(n.numpy(), [i, i, 0], 1)
print(n)
m = torch.ones(2, 3, dtype=torch.bool)
m.numpy()[1, 1:] = False
print(m, m.sum().item())
e = torch.zeros(3).expand(2, 3)
print(_toolbox.call(lambda t: (t.stride(), t.shape), e), e.numpy().strides)
s = torch.tensor(5.0)
s.numpy()[...] = 6
print(s, s.numpy().shape, s.numpy().item())
empty = torch.zeros(0, 2)
print(empty.numpy().shape, torch.from_numpy(np.zeros((2, 0))).shape)
try:
    torch.ones(2, requires_grad=True).numpy()
except RuntimeError as error:
    print(error)
half = torch.arange(4, dtype=torch.float16)
half.numpy()[1:3] = 0.5
print(half, half.numpy().dtype)
