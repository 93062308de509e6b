"""Convolution, BatchNorm with running statistics, ReLU in place, average pooling, dropout, AdamW."""
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU(inplace=True),
                                  nn.AvgPool2d(2))
        self.drop = nn.Dropout(0.25)
        self.head = nn.Linear(8 * 4 * 4, 5)

    def forward(self, x):
        x = self.body(x)
        x = x.view(x.size(0), -1)
        return self.head(self.drop(x))


def main():
    torch.manual_seed(3)
    net = Net()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.01)
    x, y = torch.randn(6, 3, 8, 8), torch.randint(0, 5, (6,))
    for step in range(8):
        net.train()
        optimizer.zero_grad(set_to_none=True)
        loss = criterion(net(x), y)
        loss.backward()
        optimizer.step()
        print(f"{step} {loss.item():.4f}")


main()
