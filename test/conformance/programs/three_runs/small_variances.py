"""Running variances far below eps, and of channels that do not vary: what the kernel computes, in steps too."""
import torch

torch.manual_seed(0)
for eps, factors in ((1.0, [1e-3, 3e-4, 0.0]), (1e-5, [1e-5, 0.0, 1.0]), (1e-3, [1e-2, 1e-4, 3.0])):
    norm = torch.nn.BatchNorm1d(3, eps=eps)
    x = torch.randn(64, 3) * torch.tensor(factors)
    for i in range(60):
        norm(x).sum().backward()
    print(["%.3e" % v for v in norm.running_var.tolist()], ["%.3e" % v for v in norm.running_mean.tolist()], int(norm.num_batches_tracked))
momentum = torch.nn.BatchNorm2d(2, momentum=0.5, affine=False)
image = torch.randn(4, 2, 3, 3, requires_grad=True)
for i in range(30):
    image.grad = None
    (momentum(image * 1e-2) * image).sum().backward()
print(["%.3e" % v for v in momentum.running_var.tolist()], "%.4f" % image.grad.abs().sum().item())
