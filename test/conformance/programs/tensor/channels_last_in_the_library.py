"""Convolutions, pooling and normalisation of images with their channels last, large enough for the library: values, strides, gradients."""
# float-tolerance: 2e-3
import torch
import torch.nn as nn
import torch.nn.functional as F


def show(name, t):
    t = t.detach().float()
    print(name, tuple(t.shape), t.stride(), f"{t.sum().item():.3f} {t.abs().sum().item():.3f} {t.flatten()[t.numel() // 3].item():.4f}")


def run(name, layer, x, dtype=torch.float32):
    layer.zero_grad()
    x = x.to(dtype).detach().requires_grad_()
    y = layer(x)
    y.backward(torch.linspace(-1, 1, y.numel()).view(y.shape).to(dtype))
    show(name, y)
    show(name + " input", x.grad)
    for own, p in layer.named_parameters():
        show(f"{name} {own}", p.grad)


torch.manual_seed(0)
last = torch.channels_last
x = torch.randn(6, 16, 24, 20)
for form, image in (("last", x.contiguous(memory_format=last)), ("first", x), ("cut", torch.randn(6, 16, 24, 40).contiguous(memory_format=last)[..., ::2]),
                    ("turned", torch.randn(6, 24, 20, 16).permute(0, 3, 1, 2))):
    run(f"conv {form}", nn.Conv2d(16, 32, 3, padding=1), image)
    run(f"strided {form}", nn.Conv2d(16, 24, 5, stride=2, padding=(2, 1), bias=False), image)
    run(f"dilated {form}", nn.Conv2d(16, 33, 3, dilation=2), image)
    run(f"groups {form}", nn.Conv2d(16, 32, 3, groups=4), image)
    run(f"depthwise {form}", nn.Conv2d(16, 32, 3, groups=16, padding=1), image)
    run(f"pointwise {form}", nn.Conv2d(16, 64, 1).to(memory_format=last), image)
    run(f"up {form}", nn.ConvTranspose2d(16, 32, 3, 2, 1, bias=False), image)
    run(f"max {form}", nn.MaxPool2d(3, 2, 1), image)
    run(f"max dilated {form}", nn.MaxPool2d((2, 3), (2, 1), (1, 1), (2, 1), ceil_mode=True), image)
    run(f"mean {form}", nn.AvgPool2d(3, 2, 1, count_include_pad=False), image)
    run(f"adaptive {form}", nn.AdaptiveAvgPool2d((5, 3)), image)
    run(f"whole {form}", nn.AdaptiveAvgPool2d(1), image)
    run(f"norm {form}", nn.BatchNorm2d(16), image)
    run(f"norm eval {form}", nn.BatchNorm2d(16).eval(), image)
run("one channel", nn.Conv2d(1, 32, 5), torch.randn(8, 1, 28, 28).contiguous(memory_format=last))
run("to one channel", nn.Conv2d(32, 1, 3), torch.randn(8, 32, 28, 28).contiguous(memory_format=last))
run("one image", nn.Conv2d(32, 64, 3), torch.randn(1, 32, 40, 40).contiguous(memory_format=last))
run("volume", nn.Conv3d(8, 16, 3, padding=1), torch.randn(2, 8, 10, 12, 14).contiguous(memory_format=torch.channels_last_3d))
run("double", nn.Conv2d(16, 32, 3).double(), x.contiguous(memory_format=last), torch.float64)
run("odd channels", nn.BatchNorm2d(19), torch.randn(4, 19, 9, 7).contiguous(memory_format=last))
run("many channels", nn.BatchNorm2d(100), torch.randn(3, 100, 11, 5).contiguous(memory_format=last))
far = nn.BatchNorm2d(17)
print(f"{far((torch.randn(40, 17, 9, 7) + 1000).contiguous(memory_format=last)).abs().sum().item():.1f} {far.running_var.sum().item():.3f}")
values, where = F.max_pool2d(x.contiguous(memory_format=last), 2, return_indices=True)
print(where.stride(), where.sum().item(), where[2, 3, 4, :6].tolist())
strange = torch.full((1, 20, 4, 4), float("-inf")).contiguous(memory_format=last)
strange[0, 3, 1, 1], strange[0, 19, 0, 0], strange[0, 19, 0, 1] = float("nan"), float("nan"), 2.0
values, where = F.max_pool2d(strange, 2, return_indices=True)
print(values[0, 3].tolist(), where[0, 3].tolist(), values[0, 19].tolist(), where[0, 19].tolist(), where[0, 0].tolist())
net = nn.Sequential(nn.Conv2d(3, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.Conv2d(32, 32, 3), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(32 * 49, 4)).to(memory_format=last)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
for turn in range(6):
    optimizer.zero_grad()
    loss = F.cross_entropy(net(torch.randn(8, 3, 16, 16).to(memory_format=last)), torch.randint(0, 4, (8,)))
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.4f}", net[0].weight.grad.stride(), net[3].weight.stride())
net.zero_grad()
y = net[:5](torch.randn(4, 3, 16, 16).to(memory_format=last).requires_grad_())
grads = torch.autograd.grad(y.square().sum(), list(net[3].parameters()), create_graph=True)
sum(g.square().sum() for g in grads).backward()
show("second", net[0].weight.grad)
for threads in (1, 2):
    torch.set_num_threads(threads)
    run(f"threads {threads}", nn.Sequential(nn.Conv2d(16, 64, 3, bias=False), nn.BatchNorm2d(64), nn.MaxPool2d(2)), torch.randn(2, 16, 40, 40).contiguous(memory_format=last))
