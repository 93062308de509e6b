"""Steps whose guard fails, or whose objects are written, as often as the host wants."""
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)
        self.factor = 1.0

    def forward(self, x):
        return torch.relu(self.fc(x)) * self.factor


class Trainer:
    def __init__(self):
        torch.manual_seed(0)
        self.net = Net()
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=1e-5, momentum=0.9)
        self.high = 0

    def step(self, x, limit):
        loss = (self.net(x) ** 2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        if loss.item() > limit:
            self.high += 1
        return loss

    def weights(self):
        return sum(p.sum().item() for p in self.net.parameters())


if __name__ == "__main__":
    trainer = Trainer()
    for i in range(10):
        trainer.step(torch.ones(8, 4), 1e9)
