"""Batches of many sizes whose sizes are numbers of the program, too: in means, views, products and new tensors. One version serves
all sizes but the first one's; a batch of one goes its own way where it would be broadcast."""
# tier2: step 90% after 3
# tier2: summary 90% after 3
# versions: step 2
# float-tolerance: 1e-4
import torch
import torch.nn as nn


def step(model, optimizer, x, y):
    n = x.size(0)
    optimizer.zero_grad()
    difference = model(x.view(n, -1)).reshape(n) - y
    loss = (difference * difference).sum() / n + 0.001 * len(x) + x.numel() * 1e-4
    loss.backward()
    optimizer.step()
    return loss.item() * n


@torch.no_grad()
def summary(x):
    rows, columns = x.shape[0], x.shape[1] * x.shape[2]
    flat = x.view(rows, columns)
    halves = flat[:, :columns // 2]
    weights = torch.arange(rows) * 2 + 1
    scale = torch.full((rows, 1), 1.0 / rows)
    joined = torch.cat([halves * scale, torch.zeros(rows, columns - columns // 2)], 1)
    return float((joined * weights.unsqueeze(1)).sum()), rows * columns - len(flat)


def main():
    torch.manual_seed(1)
    model = nn.Sequential(nn.Flatten(), nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    for turn in range(60):
        rows = 8 if turn < 8 else 2 + turn * 7 % 13
        x = torch.randn(rows, 2, 3)
        y = x.sum((1, 2))
        print(turn, rows, f"{step(model, optimizer, x, y):.2f}")
        value, count = summary(x)
        print(f"  {value:.3f} {count}")


main()
