# Gradients of pools have a history, although nothing of them hangs on the input; a penalty on the slope of a critic.
import torch
import torch.nn as nn

torch.manual_seed(0)
POOLS = [nn.MaxPool1d(2), nn.AvgPool1d(2), nn.MaxPool2d((1, 2)), nn.AvgPool2d((1, 2)), nn.AdaptiveAvgPool2d((2, 2)),
         nn.AdaptiveMaxPool2d((2, 2)), nn.AdaptiveAvgPool1d(1), nn.LPPool1d(2, 2)]
for pool in POOLS:
    x = torch.randn(2, 2, 4, requires_grad=True)
    gradient, = torch.autograd.grad(pool(x).sum(), x, create_graph=True)
    print(type(pool).__name__, gradient.requires_grad, end=" ")
    if gradient.requires_grad:
        gradient.square().sum().backward()
        print(x.grad is not None and bool(x.grad.abs().max() < 5))
    else:
        print()

for make in (nn.MaxPool2d, nn.AvgPool2d):
    torch.manual_seed(1)
    critic = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.Tanh(), make(2), nn.Flatten(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(critic.parameters(), lr=0.01)
    for step in range(12):
        real, false = torch.randn(3, 1, 4, 4) + 1, torch.randn(3, 1, 4, 4)
        part = torch.rand(3, 1, 1, 1)
        between = (part * real + (1 - part) * false).requires_grad_()
        slope, = torch.autograd.grad(critic(between).sum(), between, create_graph=True)
        penalty = (slope.flatten(1).norm(dim=1) - 1).square().mean()
        loss = critic(false).mean() - critic(real).mean() + 10 * penalty
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 4 == 3:
            print(f"{make.__name__} {step} {loss.item():.4f} {penalty.item():.4f}")
