"""Fits y = 3a - 2b + 0.5 with one linear layer; a module is replaced and a rare branch is taken on the way."""
import torch
import torch.nn as nn
import torch.optim as optim


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 1)

    def forward(self, x):
        return self.fc(x)


def main():
    torch.manual_seed(0)
    x = torch.randn(64, 2)
    y = x @ torch.tensor([[3.0], [-2.0]]) + 0.5 + 0.01 * torch.randn(64, 1)

    model = Model()
    criterion = nn.MSELoss()
    optimizer = optim.SGD(model.parameters(), lr=0.2)

    for step in range(12):
        if step == 5:
            # Another layer under the same name: the optimizer must learn about it, too.
            model.fc = nn.Linear(2, 1)
            optimizer = optim.SGD(model.parameters(), lr=0.2)
        batch = x
        if step == 7:
            batch = 20.0 * x  # an outlier batch
        prediction = model(batch)
        loss = criterion(prediction, y)
        if loss.item() > 100.0:
            loss = loss * 0.01
            print(f"step {step}: loss scaled down")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step}: loss {loss.item():.4f}")

    weight = model.fc.weight.detach()
    print(f"weight {weight[0, 0].item():.4f} {weight[0, 1].item():.4f}, bias {model.fc.bias.item():.4f}")


if __name__ == "__main__":
    main()
