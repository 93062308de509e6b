"""Convolution, normalisation, pooling and momentum in one region."""
# tier2: main.loop.body 9
# float-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F

def main():
    torch.manual_seed(2)
    model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8, track_running_stats=False), nn.ReLU(), nn.MaxPool2d(3, 2), nn.Flatten(), nn.LayerNorm(8 * 49), nn.Linear(8 * 49, 5))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    x = torch.randn(8, 3, 16, 16)
    y = torch.randint(0, 5, (8,))
    for i in range(10):
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(i, f"{loss.item():.4f}")
    for name, p in model.named_parameters():
        print(name, f"{p.detach().double().abs().sum().item():.2f}", p.grad.shape)
main()
