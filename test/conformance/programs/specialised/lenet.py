"""LeNet with SGD and momentum: forward, backward and update are one region."""
# tier2: main.loop.body 11
# float-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

class LeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, kernel_size=5, padding=2)
        self.conv2 = nn.Conv2d(6, 16, kernel_size=5)
        self.fc1 = nn.Linear(16 * 5 * 5, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = torch.flatten(x, 1)
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return self.fc3(x)

def main():
    torch.manual_seed(0)
    model = LeNet()
    optimizer = optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    images = torch.randn(50, 1, 28, 28)
    labels = torch.randint(0, 10, (50,))
    for step in range(12):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.4f}")
main()
