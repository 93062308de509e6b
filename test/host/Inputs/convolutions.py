"""A small network of convolutions: batches, forward, backward and update are one region."""
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 4, kernel_size=3, padding=1)
        self.conv2 = nn.Conv2d(4, 8, kernel_size=3)
        self.fc1 = nn.Linear(8 * 2 * 2, 12)
        self.fc2 = nn.Linear(12, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = torch.flatten(x, 1)
        return self.fc2(F.relu(self.fc1(x)))


torch.manual_seed(0)
model = Net()
optimizer = optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
all_images = torch.randn(40, 1, 12, 12)
all_labels = torch.randint(0, 10, (40,))


def train(steps):
    order = torch.randperm(40)
    total = 0.0
    for step in range(steps):
        start = step % 4 * 10
        index = order[start:start + 10]
        images = all_images[index]
        labels = all_labels[index]
        optimizer.zero_grad()
        output = model(images)
        loss = F.cross_entropy(output, labels)
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / steps


if __name__ == "__main__":
    train(12)
