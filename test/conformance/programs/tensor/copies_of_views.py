# Copies of views, copies that are written in part, and parts without their history.
import torch


def shown(tensor):
    return tensor.tolist(), tensor.stride(), tensor.dtype


x = torch.arange(12.0).view(3, 4)
for copy in (torch.alias_copy(x.t()), torch.as_strided_copy(x, (2, 2), (1, 4), 1), torch.diagonal_copy(x, 1),
             torch.expand_copy(x[:, :1], (3, 2)), torch.permute_copy(x, (1, 0)), torch.select_copy(x, 1, 2),
             torch.squeeze_copy(x[:1]), torch.squeeze_copy(x[:1], 0), torch.t_copy(x), torch.transpose_copy(x, 0, 1),
             torch.unfold_copy(x, 1, 2, 1), torch.unsqueeze_copy(x, 1), torch.view_copy(x, (4, 3)),
             torch.view_copy(x[:1], dtype=torch.int32)):
    print(shown(copy), copy._base is None, copy.data_ptr() != x.data_ptr())
for copies in (torch.split_copy(x, 2), torch.split_with_sizes_copy(x, [1, 3], 1), torch.unbind_copy(x, 1)):
    print(type(copies).__name__, [shown(copy) for copy in copies])
out = torch.empty(0)
print(torch.t_copy(x, out=out) is out, shown(out))
outs = [torch.empty(0), torch.empty(0)]
print(torch.split_with_sizes_copy(x, [1, 3], 1, out=outs), [shown(o) for o in outs])
try:
    torch.unbind_copy(x, out=outs)
except RuntimeError as error:
    print(error)

w = torch.arange(6.0, requires_grad=True)
loss = (torch.view_copy(w, (2, 3)) * torch.permute_copy(w.view(3, 2), (1, 0))).sum() + torch.unfold_copy(w, 0, 3, 1).sum()
print(torch.autograd.grad(loss, w)[0])

src = torch.tensor([1.0, 2.0], requires_grad=True)
y = torch.as_strided_scatter(w.view(2, 3), src, (2,), (2,), 1)
print(shown(y), torch.autograd.grad((y * y).sum(), src)[0])
print(shown(torch.as_strided_scatter(x[:, 1:], src.detach(), (2,), (2,))), shown(torch.view_copy(x.t(), (2, 6))))
try:
    torch.as_strided_scatter(x, torch.ones(3), (2,), (1,))
except RuntimeError as error:
    print(error)
print([shown(part) for part in torch.unsafe_split(x, 2)], [shown(part) for part in x.unsafe_chunk(3, 1)])
parts = torch.unsafe_split_with_sizes(x.clone(), [1, 2])
parts[0].zero_()
print(shown(parts[0]))
print(shown(torch._chunk_cat([x, torch.ones(2, 1)], 0, 2)))

# ---- fills
print(shown(torch.fill(x.t(), 2)), shown(torch.fill(x[:1].int(), torch.tensor(2.5))))
value = torch.tensor(3.0, requires_grad=True)
print([g.tolist() for g in torch.autograd.grad((torch.fill(w, value) * w).sum(), (w, value))])
z = torch.ones(3)
print(torch.fill_(z, 4) is z, z, torch.zero_(z) is z, z)
for size, order in (((2, 3, 4), (2, 0, 1)), ((2, 3), (1,)), ((2, 3), (1, 1)), ((2, 3), (1, 2))):
    try:
        print(torch.empty_permuted(size, order).stride())
    except RuntimeError as error:
        print(error)
made = z.double().new_empty_strided((2, 3), (1, 4))
print(made.stride(), made.dtype, tuple(torch.resize_as_(torch.ones(4), torch.ones(2, 2)).shape), (4 .__truediv__, x[:1].__rdiv__(2))[1])

# ---- numbers in parts
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
    m, e = torch.frexp(torch.tensor([1.0, 0.0, -3.0, 6e-8, 1e-40, 300.0, float("inf"), float("nan"), -0.0], dtype=dtype))
    print(m.tolist(), e, m.dtype)
result = torch.frexp(w)
print(type(result).__name__, result.exponent.tolist(), torch.autograd.grad(result.mantissa.sum(), w)[0])
try:
    torch.frexp(torch.arange(3))
except RuntimeError as error:
    print(error)
