"""Arrays become tensors and tensors arrays, over one memory: numbers of numpy beside operators, views of views, writes on both
sides, before and after torch itself is needed in Python."""
import numpy as np
import torch

t, i = torch.arange(4.0), torch.arange(4)
for s in (np.float64(2.5), np.float32(0.1), np.int64(3), np.bool_(True), np.uint8(7), np.float16(0.5), np.longdouble(2.0)):
    for x, y in ((t, s), (s, t), (i, s), (s, i)):
        results = [x * y, x + y, x / y, x ** y, x < y, x == y, x >= y]
        print(type(s).__name__, [(r.dtype, r.tolist()) for r in results if isinstance(r, torch.Tensor)])
t += np.float64(2)
t *= np.float32(0.5)
print(t, t.dtype, (t > np.float32(1.2)).sum().item(), torch.where(t > np.float64(1), t, np.float64(0)).tolist())
a = np.arange(4.0)
x = torch.from_numpy(a)
x[0] = 7
print(a, x, torch.from_numpy(a).data_ptr() == x.data_ptr())
a[1] = -3
print(x, x.numpy() is a, np.shares_memory(x.numpy(), a), x.numpy().base is None)
y = x.view(2, 2)
b = y.numpy()
b[1, 1] = 100
print(x, a, y.t().numpy().strides, np.shares_memory(b, a))
part = torch.from_numpy(np.arange(12.0).reshape(3, 4)[1:, ::2])
part.add_(1)
print(part, part.stride(), part.storage_offset(), part[1:].numpy())
copied = torch.tensor(a)
copied[0] = 0
print(a, copied, torch.as_tensor(a).data_ptr() == x.data_ptr(), torch.tensor(np.array(3)), torch.as_tensor(np.float64(2)), torch.tensor(np.int8(4)))
for dtype in ("float32", "float16", "int64", "int32", "int16", "int8", "uint8", "bool", "complex64", "complex128"):
    each = torch.from_numpy(np.arange(3).astype(dtype))
    print(each, each.numpy().dtype, torch.tensor(np.arange(3).astype(dtype)).dtype, torch.ones(2, dtype=each.dtype).numpy())
print(torch.zeros(0, 3).numpy().shape, torch.from_numpy(np.zeros((0, 3))).shape, torch.tensor(1.5).numpy(), torch.zeros(2, 3).t().numpy().flags.c_contiguous)
print(torch.FloatTensor(np.arange(3.0)), torch.LongTensor(np.arange(3)), torch.Tensor(np.ones((2, 2))), torch.stack([torch.from_numpy(np.ones(2) * k) for k in range(2)]))
kept = [torch.full((2,), float(k)).numpy() for k in range(5)]
print([k.tolist() for k in kept])
w = torch.zeros(3)
v = w.numpy()
u = torch.from_numpy(v)
v[0] = 4
u[1] = 5
w[2] = 6
print(w, v, u)
for bad in (np.array(["a"]), np.zeros(2, dtype=np.uint16).astype(">f4"), np.array([None])):
    try:
        print(torch.from_numpy(bad))
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
for step in range(20):  # short lives
    o = torch.from_numpy(np.full(3, float(step)))
    q = (o * 2).numpy()
    q += 1
    assert q.tolist() == [2.0 * step + 1] * 3
print(np.mean(x), x.numpy().mean())  # torch is there from here on
x[2] = 55
b[0, 0] = -1
v[0] = 8
print(a, b, x, y, w, u)
z = torch.from_numpy(b)
z.add_(1)
w.add_(1)
print(a, b, x, v, u, np.add(w, u))


# ---- attributes of modules, lists of arrays and numbers, sizes: none of them needs torch in Python
class Holder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.order = np.argsort(np.array([3, 1, 2]))
        self.limit = np.float64(2)


holder = Holder()
print(holder.order, holder.limit, isinstance(holder.order, (torch.Tensor, torch.nn.Module)), list(holder.state_dict()))
print(torch.tensor([np.float32(1), np.float32(2.5)]), torch.tensor([[np.int64(1)], [np.int64(2)]]))
print(torch.tensor([np.ones(2), np.zeros(2)]).shape, torch.tensor([np.float64(1), 2.5]), torch.tensor([np.float32(1), np.float64(1)]))
try:
    torch.tensor([np.ones(2), np.ones(3)])
except ValueError as error:
    print(error)
print(torch.Size([np.int64(2), True]))
print(next(iter(torch.utils.data.DataLoader([(np.float32(1), np.int64(1)), (np.float32(2), np.int64(0))], batch_size=2))))
