# Maximum pooling: windows of every kind, indices, NaN and -inf, gradients.
import torch
import torch.nn.functional as F

torch.manual_seed(3)


def show(title, x, *args, **kwargs):
    values, indices = F.max_pool2d(x, *args, return_indices=True, **kwargs)
    print(title, tuple(values.shape), f"{values.double().sum().item():.5f}" if not values.isnan().any() else "nan")
    print(indices.flatten()[:12].tolist(), indices.sum().item())


x = torch.randn(2, 3, 9, 10)
for kernel, stride in ((2, 2), (3, 2), (2, 1), (3, 3), ((2, 3), (1, 2))):
    show(f"kernel {kernel} stride {stride}", x, kernel, stride)
show("padded", x, 3, 2, 1)
show("dilated", x, 2, 2, dilation=2)
show("ceil", x, 2, 2, ceil_mode=True)
show("no batch", x[0], 2)
show("double", x.double(), 2)
show("ints in place of floats", (x * 10).round(), 2)
show("channels last", x.to(memory_format=torch.channels_last), 2)

odd = x.clone()
odd[0, 0, 0, 0] = float("nan")
odd[0, 0, 3, 3] = float("nan")
odd[0, 1] = float("-inf")
odd[1, 2, 4, 4] = float("inf")
for kernel, stride in ((2, 2), (3, 2), (2, 1)):
    values, indices = F.max_pool2d(odd, kernel, stride, return_indices=True)
    print(values[0, 0].tolist())
    print(indices[0, :2].tolist())

ties = torch.ones(1, 1, 6, 6)
print(F.max_pool2d(ties, 2, return_indices=True)[1].tolist())
print(F.max_pool2d(ties, 3, 2, return_indices=True)[1].tolist())

for kernel, stride in ((2, 2), (3, 2), (2, 1)):
    leaf = x.clone().requires_grad_()
    pooled = F.max_pool2d(leaf, kernel, stride)
    (pooled * torch.arange(pooled.numel()).view(pooled.shape)).sum().backward()
    print(f"{leaf.grad.double().sum().item():.3f}", (leaf.grad != 0).sum().item())

# Windows that move by twos over rows of every width, with numbers that are none.
for kernel in (2, 3):
    for width in (3, 4, 5, 6, 9, 10, 11, 17, 33, 40):
        x = torch.randn(2, 3, 7, width)
        x[0, 1, 2, width // 2] = float("nan")
        y, i = F.max_pool2d(x, kernel, 2, return_indices=True)
        print(kernel, width, tuple(y.shape), i.sum().item(), i.flatten()[-1].item(), y.isnan().sum().item())
