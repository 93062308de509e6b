"""Dropout and noise in the step, a branch on the loss, a scheduler: the random numbers of a step that
is given up are drawn again."""
# tier2: main.loop.body 6
# float-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F

def main():
    torch.manual_seed(2)
    model = nn.Sequential(nn.Linear(10, 32), nn.ELU(), nn.Dropout(0.3), nn.Linear(32, 32), nn.LeakyReLU(0.1), nn.Linear(32, 5), nn.LogSoftmax(dim=1))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=0.01)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 5, 0.5)
    x = torch.randn(16, 10)
    y = torch.randint(0, 5, (16,))
    best = 100.0
    for i in range(30):
        noise = torch.randn(16, 10)
        loss = F.nll_loss(model(x + 0.01 * noise), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        if loss.item() < best:
            best = loss.item()
        print(i, f"{loss.item():.4f} {best:.4f}", optimizer.param_groups[0]["lr"])
    print(torch.rand(2))
main()
