import torch

import _nets

t = torch.ones(4)
v = t[1:3]
r = _nets.double_(v)
print(t, r is v)
_nets.double_(t)
print(t, v)
same = _nets.torch.Tensor.view(t, 2, 2)
same[0, 0] = 50
print(t, same.shape, same.stride())
part = _nets.torch.narrow(t, 0, 2, 2)
t[2] = -1
print(part, part.storage_offset())
made = _nets.torch.arange(6.0)
view = made[2:4]
view += 100
print(made)
rows = _nets.Rows(3)
rows.data[1, 0] = 77.0
print(rows[1][0], rows.data.sum().item())
keep = rows.data
keep.zero_()
print(rows[2][0], keep is rows.data)
x = torch.arange(12).reshape(3, 4)
print(_nets.torch.transpose(x, 0, 1), _nets.torch.transpose(x, 0, 1).stride())
print(_nets.torch.cat([x[:1], x[2:]]), x.t().is_contiguous())
for dtype in (torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8,
              torch.bool):
    a = torch.tensor([0, 1, 1], dtype=dtype)
    b = _nets.torch.flip(a, [0])
    print(b.dtype, b.tolist(), b.dtype is dtype)
empty = torch.zeros(0, 3)
print(_nets.torch.cat([empty, torch.ones(1, 3)]), _nets.torch.zeros(0).shape)
print(_nets.torch.tensor(3.5), _nets.torch.tensor([[1, 2]]).tolist(), _nets.torch.Size([2, 3]), _nets.torch.float32)
big = torch.ones(300, 300)
_nets.double_(big)
print(big.sum().item(), big.add_(1).mean().item(), _nets.torch.sum(big).item())
