# torch.asarray: which results are the argument, which have a history, and what is refused. And views of another type, which have none.
import numpy
import torch


def show(f):
    try:
        r = f()
        print(r.requires_grad, r.grad_fn.name() if r.grad_fn else None, r.dtype, r.device, r.is_meta or r.tolist())
        return r
    except (RuntimeError, ValueError, TypeError) as error:
        print(type(error).__name__, error)


options = [dict(), dict(copy=True), dict(copy=False), dict(dtype=torch.float64), dict(dtype=torch.float64, copy=True),
           dict(dtype=torch.float64, copy=False), dict(dtype=torch.int32), dict(device="meta"), dict(device="meta", copy=False),
           dict(requires_grad=True), dict(requires_grad=True, copy=True), dict(requires_grad=True, dtype=torch.int32),
           dict(requires_grad=True, dtype=torch.float64), dict(requires_grad=None), dict(dtype=torch.float32), dict(requires_grad=False)]
w = torch.ones(2, requires_grad=True)
for make in (lambda: w * 2, lambda: torch.ones(2, requires_grad=True), lambda: torch.ones(2)):
    for given in options:
        a = make()
        print(given, show(lambda: torch.asarray(a, **given)) is a, a.requires_grad)
for data in ([1, 2.0], 3, (1, 2), range(3), [torch.tensor(1), 2], 1.5, True, 1j, [w[0], w[1]]):
    for given in dict(), dict(copy=True), dict(copy=False), dict(requires_grad=True):
        show(lambda: torch.asarray(data, **given))
letters = bytearray(b"abcdefgh")
for given in (dict(), dict(dtype=torch.int32), dict(dtype=torch.float32, copy=True), dict(dtype=torch.int16, copy=False),
              dict(dtype=torch.float32, requires_grad=True)):
    show(lambda: torch.asarray(letters, **given))
torch.asarray(letters, dtype=torch.uint8)[0] = 65
torch.asarray(letters, dtype=torch.uint8, copy=True)[1] = 66
print(letters)
array = numpy.arange(3.0)
for given in (dict(), dict(copy=True), dict(copy=False), dict(dtype=torch.float32), dict(dtype=torch.float32, copy=False),
              dict(requires_grad=True)):
    show(lambda: torch.asarray(array, **given))
torch.asarray(array)[0] = 9
torch.asarray(array, copy=True)[1] = 9
print(array)
torch.asarray(w * 3, copy=True).sum().backward()
print(w.grad)

# The memory and its version, no history and no base.
for x in (w * 1, torch.ones(2), w):
    for dtype in torch.float32, torch.int32, torch.float64, torch.int8:
        before = x._version
        r = x.view(dtype)
        print(dtype, r.requires_grad, r.is_leaf, r._is_view(), r._base is None, r.shape)
        if r.is_floating_point():
            r.mul_(3)
        print(x._version - before, r._version - before, x.detach().tolist())
x = torch.ones(2, dtype=torch.complex64)
x.view(torch.float32).mul_(2)
print(x, x.view(torch.float32)._is_view())
h = w * 1
square = h * h
h.view(torch.float32).add_(1)
try:
    square.sum().backward()
except RuntimeError as error:
    print(error)
leaf = torch.ones(2).view(torch.float32).requires_grad_()
(leaf * 2).sum().backward()
print(leaf.grad)
