"""A step of a loop in main: the layer is replaced at step 5, a rare branch is taken at step 7."""
# tier2: main.loop.body 8
# float-tolerance: 1e-4
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
    y = x @ torch.tensor([[3.0], [-2.0]]) + 0.5
    model = Model()
    optimizer = optim.SGD(model.parameters(), lr=0.2)
    for step in range(12):
        if step == 5:
            model.fc = nn.Linear(2, 1)
            optimizer = optim.SGD(model.parameters(), lr=0.2)
        batch = x
        if step == 7:
            batch = 20.0 * x
        difference = model(batch) - y
        loss = (difference * difference).mean()
        if loss.item() > 100.0:
            loss = loss * 0.01
            print(f"step {step}: loss scaled down")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step}: loss {loss.item():.4f}")
    print(model.fc.weight, model.fc.bias.grad)


main()
