"""Evaluation between epochs of training: dropout and batch normalisation differ, each mode has its versions, in
loops of their own and in one function for both."""
# tier2: main.loop#2.body 90% after 1
# tier2: main.loop#3.body 90% after 1
# tier2-failures: 12
# float-tolerance: 1e-4
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(6, 12, bias=False)
        self.norm = nn.BatchNorm1d(12)
        self.drop = nn.Dropout(0.3)
        self.fc2 = nn.Linear(12, 3)

    def forward(self, x):
        return self.fc2(self.drop(F.relu(self.norm(self.fc1(x)))))


def train(model, optimizer, batches):
    model.train()
    total = 0.0
    for x, y in batches:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(batches)


@torch.no_grad()
def evaluate(model, batches):
    model.eval()
    correct = count = 0
    for x, y in batches:
        prediction = model(x).argmax(1)
        correct += (prediction == y).sum().item()
        count += len(y)
    return correct / count


def run_epoch(model, batches, optimizer=None):
    training = optimizer is not None
    model.train(training)
    total = 0.0
    with torch.set_grad_enabled(training):
        for x, y in batches:
            loss = F.cross_entropy(model(x), y)
            if training:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            total += loss.item()
    return total / len(batches)


def main():
    torch.manual_seed(0)
    x, y = torch.randn(64, 6), torch.randint(0, 3, (64,))
    batches = [(x[i:i + 8], y[i:i + 8]) for i in range(0, 48, 8)]
    held_out = [(x[i:i + 8], y[i:i + 8]) for i in range(48, 64, 8)]
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        loss = train(model, optimizer, batches)
        print(epoch, f"{loss:.4f} {evaluate(model, held_out):.3f}")
    for epoch in range(10):
        loss = run_epoch(model, batches, optimizer)
        print(epoch, f"{loss:.4f} {run_epoch(model, held_out):.4f}")


main()
