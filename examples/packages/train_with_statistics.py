"""Training with packages that stay in Python: numpy's statistics, and a package that janusc has never seen.

    python3 train_with_statistics.py
    janusc run train_with_statistics.py          the same lines; the step is native

`curves` is a folder without an `__init__.py`, so that it is not compiled along (docs/python-packages.md).
"""
import numpy as np
import torch
import torch.nn as nn

from curves.smoothing import Smoother

EPOCHS, STEPS = 5, 40


def main():
    torch.manual_seed(1)
    draws = np.random.default_rng(1)  # an object of numpy's that is kept
    model = nn.Sequential(nn.Linear(6, 24), nn.Tanh(), nn.Linear(24, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    smoother = Smoother(0.9)
    weights = torch.from_numpy(draws.normal(size=6).astype(np.float32))
    for epoch in range(EPOCHS):
        losses = []
        for step in range(STEPS):
            inputs = torch.from_numpy(draws.normal(size=(32, 6)).astype(np.float32))
            targets = torch.sin(inputs @ weights).unsqueeze(1)
            loss = nn.functional.mse_loss(model(inputs), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
            smoother.add(losses[-1])
        quartiles = np.percentile(losses, [25, 50, 75])
        print(f"epoch {epoch}: mean {np.mean(losses):.4f}, quartiles {np.round(quartiles, 4)}, {smoother}")
    best = smoother.best(key=lambda point: point.value)
    print(f"smoothest at step {best.step}: {best.value:.4f}")


if __name__ == "__main__":
    main()
