# LeNet's parameters when made, after 1 and after 10 steps; losses of 40 steps to four decimals.
# tier2: main.loop#1.body 95% after 4
# form-tier2: other the body of a loop or branch is a function there, with a root of its own
# allocations: main.loop#1.body none after 3
# compare: initial.pt ulp 1
# compare: after_1.pt relative 1e-5
# compare: after_10.pt relative 1e-5
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class LeNet(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, kernel_size=5, padding=2)
        self.conv2 = nn.Conv2d(6, 16, kernel_size=5)
        self.fc1 = nn.Linear(16 * 5 * 5, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = torch.flatten(x, 1)
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return self.fc3(x)


def digits(count):
    """Blocks of light whose place tells the class, in noise."""
    labels = torch.randint(0, 10, (count,))
    images = torch.randn(count, 1, 28, 28) * 0.3
    for i in range(count):
        row, column = divmod(labels[i].item(), 4)
        images[i, 0, 2 + 8 * row:8 + 8 * row, 2 + 6 * column:7 + 6 * column] += 1.0
    return images, labels


def main():
    torch.manual_seed(1)
    images, labels = digits(530)
    model = LeNet()
    optimizer = optim.SGD(model.parameters(), lr=0.02, momentum=0.9)
    torch.save(model.state_dict(), "initial.pt")
    step = 0
    for epoch in range(4):
        order = torch.randperm(len(images))
        for start in range(0, len(images), 50):
            index = order[start:start + 50]
            optimizer.zero_grad()
            loss = F.cross_entropy(model(images[index]), labels[index])
            loss.backward()
            optimizer.step()
            step += 1
            if step in (1, 10):
                torch.save(model.state_dict(), f"after_{step}.pt")
            print(f"step {step}: loss {loss.item():.4f}")


main()
