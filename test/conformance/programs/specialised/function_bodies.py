"""Bodies of functions: early returns, defaults, what is returned is a tensor, a number, a tuple, None
or an object that was there before."""
# tier2: main.loop.body 10
# float-tolerance: 1e-4
import torch
from torch import nn


class Scaler:
    def __init__(self, factor):
        self.factor = factor
        self.calls = 0

    def __call__(self, x):
        self.calls += 1
        return x * self.factor


def predict(model, x, threshold=0.5):
    with torch.no_grad():
        p = torch.sigmoid(model(x))
    if threshold is None:
        return None
    return p


def summary(x):
    if x.sum().item() > 1000:
        return "large", x
    return x.mean().item(), x.max().item()


def update(values, x):
    values["last"] = x.sum()
    return values


def main():
    torch.manual_seed(4)
    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    scale = Scaler(2.0)
    values = {}
    for i in range(10):
        x = torch.randn(5, 3)
        if i == 7:
            x = x + 1000
        y = predict(model, scale(x)) if i != 8 else predict(model, x, None)
        print(i, y if y is None else f"{y.mean().item():.4f}", scale.calls)
        a, b = summary(x)
        print(a if isinstance(a, str) else f"{a:.3f} {b:.3f}")
        print(update(values, x) is values, f"{values['last'].item():.3f}")


main()
