"""A convolutional network for images of any size, in batches of any size: what follows from the windows, and what is averaged away."""
# tier2: step 90% after 4
# versions: step 2
# float-tolerance: 1e-3
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(1, 4, 3, padding=1)
        self.second = nn.Conv2d(4, 6, 3, stride=2)
        self.norm = nn.BatchNorm2d(6)
        self.out = nn.Linear(6, 3)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.first(x)), 2)
        x = F.relu(self.norm(self.second(x)))
        return self.out(x.mean((2, 3)))


def step(model, optimizer, x, y):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(6)
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for turn in range(40):
        rows, height, width = (4, 12, 12) if turn < 6 else (3 + turn % 4, 10 + turn % 7, 11 + turn % 5)
        x, y = torch.randn(rows, 1, height, width), torch.randint(0, 3, (rows,))
        print(turn, f"{step(model, optimizer, x, y):.4f}")


main()
