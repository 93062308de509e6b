"""A training step in a function that runs in Python: parameters, gradients, the optimizer's state, random
numbers, modes, globals and cells are those of the compiled program around it."""
# janusc: --fallback=python
import random
import torch
import torch.nn as nn
import torch.nn.functional as F

steps = 0
history = {}

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 8)
        self.drop = nn.Dropout(0.25)
        self.last = nn.Linear(8, 3)

    def forward(self, x):
        return self.last(self.drop(F.relu(self.first(x))))

def make_step(model, optimizer):
    best = None
    count = 0

    def step(x, y):
        nonlocal best, count
        global steps
        steps += eval("1")
        optimizer.zero_grad()
        out = model(x)
        loss = F.cross_entropy(out, y)
        loss.backward()
        with torch.no_grad():
            norm = sum(p.grad.pow(2).sum() for p in model.parameters()) ** 0.5
            for p in model.parameters():
                p.grad.mul_(1 / max(1.0, float(norm)))
        optimizer.step()
        count += 1
        if best is None or loss.item() < best:
            best = loss.item()
        history[steps] = [round(loss.item(), 4), random.randint(0, 9), x.shape]
        return loss, {"out": out, "same": x}

    def report():
        return f"{count} steps, best {best:.4f}"

    return step, report

def main():
    torch.manual_seed(1)
    random.seed(2)
    model = Net()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    step, report = make_step(model, optimizer)
    x, y = torch.randn(6, 4), torch.randint(0, 3, (6,))
    weight = model.first.weight
    for i in range(4):
        loss, parts = step(x, y)
        print(i, f"{loss.item():.4f}", parts["same"] is x, parts["out"].requires_grad, torch.rand(1).item() > 0,
              random.random() < 1)
    print(report(), steps)
    for key, value in history.items():
        print(key, value, isinstance(value[2], torch.Size))
    print(weight is model.first.weight, weight.grad is not None, len(optimizer.state))
    print(optimizer.state[weight]["step"], f"{weight.abs().sum().item():.4f}", f"{torch.rand(1).item():.6f}")
    print(torch.is_grad_enabled(), model.training)

main()
