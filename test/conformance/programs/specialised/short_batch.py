"""Epochs whose last batch is short, the first of which prints more: the profile has seen both, so both
have versions. The first two steps make the optimizer's state."""
# tier2: main.loop#1.body 56
# form-tier2: other the body of a loop or branch is a function there, with a root of its own
# float-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(3)
    inputs, targets = torch.randn(58, 6), torch.randint(0, 3, (58,))
    model = nn.Sequential(nn.Linear(6, 9), nn.ReLU(), nn.Linear(9, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(1, 5):
        torch.manual_seed(epoch)
        order = torch.randperm(len(inputs))
        total = 0.0
        steps = 0
        for start in range(0, len(inputs), 4):
            index = order[start:start + 4]
            optimizer.zero_grad()
            loss = F.cross_entropy(model(inputs[index]), targets[index])
            loss.backward()
            optimizer.step()
            total += loss.item()
            steps += 1
            if epoch == 1 and steps % 5 == 0:
                print(f"epoch {epoch} step {steps}: loss {loss.item():.4f}")
        print(f"epoch {epoch}: {total / steps:.4f}")


main()
