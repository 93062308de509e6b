# tier2: main.loop.body 7
"""Functions of torch are replaced between two steps: by another native one, by the program's own."""
import torch


def doubled(x):
    return x * 2


def main():
    torch.manual_seed(0)
    original = torch.relu
    w = torch.randn(4, 3, requires_grad=True)
    x = torch.randn(8, 4)
    for i in range(16):
        if i == 8:
            torch.relu = torch.sigmoid
        if i == 10:
            torch.relu = doubled
        if i == 12:
            torch.relu = original
        loss = torch.relu(x @ w).sum()
        loss.backward()
        with torch.no_grad():
            w -= 0.01 * w.grad
            w.grad = None
        print(i, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
