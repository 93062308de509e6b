"""Views made on either side of tensors made on either side share one memory for good."""

import numpy as np
import torch

import _nets

T = _nets.torch
base = T.zeros(4, 4)
rows = [base[i] for i in range(4)]
block = base[1:3, 1:3]
flat = base.view(-1)
turned = T.Tensor.t(base)
for i, row in enumerate(rows):
    row[i] = i + 1
print(base.diagonal(), flat[5].item(), block, turned.diagonal())
T.Tensor.fill_(block, 9.0)
print(base.sum().item(), rows[1], turned[2])
again = T.Tensor.view(block.contiguous(), 4)
again.zero_()
print(block.sum().item(), again.sum().item())
split = T.split(base, 2)
split[1][0, 0] = 42
print(base[2, 0].item(), len(split))
chunks = base.chunk(2, dim=1)
T.Tensor.mul_(chunks[1], 0)
print(base)
u = base.unsqueeze(0).transpose(1, 2)
T.Tensor.add_(u, 1)
print(base[0], u.shape, u.stride(), u.data_ptr() == base.data_ptr())
narrow = T.narrow(base, 1, 1, 2)
narrow.copy_(torch.arange(8.0).view(4, 2))
print(base, narrow.storage_offset())
s = base[::2, ::2]
T.Tensor.neg_(s)
print(base, s.stride())
array = base.numpy()
sub = torch.from_numpy(array[1:3])
sub.fill_(0.25)
print(base[1], array[2].tolist(), sub.shape)
strided = torch.from_numpy(array[:, 1])
strided[0] = 1000
print(base[0, 1].item(), strided.stride())
as_ints = base.view(torch.int32)
print(as_ints[1, 0].item(), as_ints.dtype)
detached = T.Tensor.detach(base)
detached[3, 3] = -5
print(base[3, 3].item(), detached is base)
w = torch.ones(3, requires_grad=True)
with torch.no_grad():
    part = w[1:]
    T.Tensor.mul_(part, 5)
print(w)
r = torch.arange(6).reshape(2, 3)
e = T.Tensor.expand(r[:, :1], 2, 3)
r[0, 0] = 50
print(e, e.stride())
real = T.arange(4.0)
for i in range(3):
    real = real[:-1] if i % 2 else T.Tensor.view(real, -1)
real[0] = 99
print(real, real.storage_offset(), real.shape)
del base, rows, array
print(block, turned[1])
