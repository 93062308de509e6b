"""Sizes that come in forty ways, by turns, a batch of one, and two that do not fit: what is laid out for a size comes again."""
# tier2: step 90% after 4
# versions: step 3
# float-tolerance: 1e-4
import torch
import torch.nn as nn


def step(model, optimizer, x, y):
    optimizer.zero_grad()
    error = (model(x) - y).pow(2).mean()
    error.backward()
    optimizer.step()
    return error.item()


def main():
    torch.manual_seed(5)
    model = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for turn in range(400):
        rows = 16 if turn < 6 else 2 + turn * 17 % 40
        if turn % 97 == 96:
            rows = 1
        error = step(model, optimizer, torch.randn(rows, 4), torch.randn(rows, 2))
        if turn % 20 == 0 or rows == 1:
            print(turn, rows, f"{error:.4f}")
    for rows, others in [(6, 5), (3, 8)]:
        try:
            step(model, optimizer, torch.randn(rows, 4), torch.randn(others, 2))
        except RuntimeError as error:
            print("RuntimeError", str(error).split("\n")[0])
    print(f"{step(model, optimizer, torch.randn(9, 4), torch.randn(9, 2)):.4f}")


main()
