"""Adam with two groups, gradient clipping, a loop over a ModuleList, a residual, a running total."""
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(6, 12)
        self.blocks = nn.ModuleList([nn.Linear(12, 12) for _ in range(3)])
        self.last = nn.Linear(12, 2)

    def forward(self, x):
        x = torch.relu(self.first(x))
        for block in self.blocks:
            x = x + torch.relu(block(x))
        return self.last(x)


def main():
    torch.manual_seed(2)
    net = Net()
    optimizer = torch.optim.Adam([{"params": net.blocks.parameters(), "lr": 0.01},
                                  {"params": list(net.first.parameters()) + list(net.last.parameters())}],
                                 lr=0.002, weight_decay=0.01)
    x, y = torch.randn(10, 6), torch.randint(0, 2, (10,))
    total = 0.0
    for step in range(8):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(net(x), y)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        optimizer.step()
        total += loss.item()
        print(f"{step} {total:.4f}")


main()
