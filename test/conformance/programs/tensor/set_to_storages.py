"""`Tensor.set_` with storages, offsets, sizes and strides: memory is shared, and grows where it is too small."""
import warnings

import torch

warnings.simplefilter("ignore")
b = torch.arange(6.0)
s = b.untyped_storage()


def show(*args, **named):
    t = named.pop("on", None)
    t = torch.zeros(2) if t is None else t
    try:
        t.set_(*args, **named)
        print(t.tolist(), t.stride(), t.storage_offset(), t.data_ptr() - b.data_ptr() if t.numel() else None)
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, str(error).split("\n")[0])


# ---- what is taken
show()
show(b)
show(s)
show(b.storage())
show(s, 1, (2, 2))
show(s, 1, [2, 2], (1, 0))
show(s, 2, ())
show(s, 0, (0, 3))
show(b[2:], 1, (2,), (1,))
show(b[::2])
show(source=s)
show(source=s, storage_offset=1, size=(2,), stride=(2,))
show(s, 3, (4,), on=torch.zeros(1, dtype=torch.uint8))

# ---- what is not
show(3)
show(None)
show(b, b)
show(s, 1)
show(s, 1, 2)
show(torch.arange(4))
show(torch.arange(4).storage())
show(b[::2], 1, (2,), (1,))
show(s, -1, (2,))
show(s, 0, (2,), (-1,))
show(s, 0, (-2,))
show(s, 0, (2, 2), (1,))

# ---- it is the same memory, and its counter
a = torch.zeros(2)
before = a._version
a.set_(s, 1, (3,), (2,))
a.mul_(10)
print(a._version - before, b.tolist(), a.untyped_storage().nbytes())

# ---- storages grow for all who share them
c = torch.arange(3.0)
d = torch.zeros(1).set_(c.untyped_storage(), 1, (8,))
print(d.shape, d[:2].tolist(), c.untyped_storage().nbytes(), c.tolist())
d.fill_(4)
print(c.tolist())

# ---- leaves
p = torch.zeros(3, requires_grad=True)
show(s, 0, (3,), on=p)
with torch.no_grad():
    show(s, 0, (3,), on=p)


# ---- in a step
def step(w, i):
    w.set_(s, i % 3, (2,), (2,))
    w.mul_(0.5).add_(i)
    return w.sum().item()


w = torch.zeros(1)
for i in range(12):
    print(step(w, i), w.storage_offset(), b.sum().item())
