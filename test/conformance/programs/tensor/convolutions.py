# float-tolerance: 1e-4
# Convolution, pooling and interpolation with their gradients.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(2, 3, 8, 8, requires_grad=True)
w = torch.randn(4, 3, 3, 3, requires_grad=True)
b = torch.randn(4, requires_grad=True)
for options in ({}, {"padding": 1}, {"stride": 2, "padding": 1}, {"dilation": 2}):
    y = F.conv2d(x, w, b, **options)
    p = F.max_pool2d(F.relu(y), 2)
    a = F.avg_pool2d(y, 2)
    (p.sum() + (a * a).sum()).backward()
    print(options, tuple(y.shape), f"{y.sum().item():.4f}", tuple(p.shape), f"{a.mean().item():.5f}")
torch.save([x.grad, w.grad, b.grad], "gradients.pt")
print(F.max_pool2d(torch.arange(16.0).reshape(1, 1, 4, 4), 2, stride=1))
print(F.interpolate(torch.arange(4.0).reshape(1, 1, 2, 2), size=(3, 3), mode="bilinear", align_corners=False))
print(F.adaptive_avg_pool2d(torch.arange(16.0).reshape(1, 1, 4, 4), 2), torch.flatten(torch.zeros(2, 3, 4), 1).shape)
try:
    F.conv2d(torch.zeros(1, 2, 4, 4), w)
except RuntimeError as error:
    print(str(error).splitlines()[0])
for size in ((1, 1, 0, 0), (1, 1, 0, 2), (0, 1, 2, 2), (1, 1, 4, 4)):
    try:
        print(F.conv2d(torch.ones(1, 1, 3, 3), torch.ones(size)).shape)
    except RuntimeError as error:
        print(error)
for call in (lambda: F.conv1d(torch.ones(1, 1, 3), torch.ones(1, 1, 0)),
             lambda: F.conv3d(torch.ones(1, 1, 3, 3, 3), torch.ones(1, 1, 2, 0, 2)),
             lambda: F.conv_transpose2d(torch.ones(1, 1, 3, 3), torch.ones(1, 1, 0, 1))):
    try:
        print(call().shape)
    except RuntimeError as error:
        print(error)
