"""Batches cut out of a permutation: where they begin changes, their size does not."""
import torch
import torch.nn as nn
# root: main.loop.body


def main():
    torch.manual_seed(8)
    model = nn.Linear(3, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    x, y = torch.randn(60, 3), torch.randint(0, 2, (60,))
    order = torch.randperm(60)
    for start in range(0, 60, 10):
        index = order[start:start + 10]
        images, labels = x[index], y[index]
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
        print(f"{start} {loss.item():.4f} {x[start // 10, 0].item():.4f}")


main()
