# Views share storage; in-place operations show through them.
import torch

x = torch.arange(12)
v = x.view(3, 4)
t = v.t()
v[1, 2] = 100
t[0] = -1
print(x, v, t.stride(), t.is_contiguous(), v.data_ptr() == x.data_ptr())
c = t.contiguous()
c[0, 0] = 55
print(v[0, 0], c.is_contiguous())
row = v[2]
row.mul_(2)
v[:, 1].zero_()
v[0] += 7
print(v, row)
print(v.reshape(2, 6), v.flatten(), v.permute(1, 0).shape, v.unsqueeze(0).shape, v[None, :, None].shape, torch.ones(1, 3, 1).squeeze().shape)
e = torch.tensor([[1], [2]]).expand(2, 3)
print(e, e.stride(), e.sum())
a, b = torch.arange(6).split(3)
a[0] = 9
print(a, b, torch.chunk(torch.arange(5), 2), torch.cat([a, b]), torch.stack([a, b], dim=1), torch.arange(4).unbind())
y = torch.zeros(3)
y.add_(1).mul_(3).sub_(torch.tensor([0.0, 1.0, 2.0])).clamp_(max=2.5)
y.copy_(y.flip(0))
y.fill_(4) if y.sum() > 100 else y.neg_()
print(y, y.transpose(0, 0), torch.arange(6).view(2, -1), x.narrow(0, 2, 3), torch.arange(9).view(3, 3).diagonal())
for bad in (lambda: x.view(5, 2), lambda: t.view(12), lambda: torch.arange(6).reshape(4, 2), lambda: e.view(6)):
    try:
        bad()
    except RuntimeError as error:
        print(error)

# Leaves over a buffer that is written: they were made while gradients were off, and have no history that could be out of date.
flat = torch.zeros(6)
with torch.no_grad():
    parts = [flat[:2], flat[2:].view(2, 2), flat.split(3)[0]]
for part in parts:
    part.requires_grad_()
flat.add_(1)
for part in parts:
    (part * 2).sum().backward()
    print(part.is_leaf, part.requires_grad, part.grad, (part * 1).requires_grad)
w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
c = w * 2
h = c.unbind()[0]
g = c.view(3)
c.detach_()
c.add_(1)
for view in (h, g):
    try:
        print((view * 1).requires_grad, view.requires_grad)
    except RuntimeError as error:
        print(str(error)[:60])
