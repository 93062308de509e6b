"""A network for handwritten digits and how it learns: plain PyTorch, compiled for the C++ program beside it."""
import layers
import torch
import torch.nn as nn


class Digits(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        torch.manual_seed(0)
        self.features = layers.block(64, hidden)
        self.head = nn.Linear(hidden, 10)

    def forward(self, x):
        return self.head(self.features(x))

    def classify(self, x):
        with torch.no_grad():
            return self(x).argmax(dim=1)


class Trainer:
    def __init__(self, net, lr=0.05):
        self.net = net
        self.loss = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.SGD(net.parameters(), lr=lr, momentum=0.9)

    def step(self, x, labels):
        self.optimizer.zero_grad()
        loss = self.loss(self.net(x), labels)
        loss.backward()
        self.optimizer.step()
        return loss.item()


if __name__ == "__main__":
    from safetensors.torch import save_file
    save_file(Digits().state_dict(), "weights.safetensors")
