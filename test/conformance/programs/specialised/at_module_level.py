"""Training at module level: what the loops write are globals of the module."""
# tier2: <module>.loop.body 18
# tier2: <module>.loop#2.body 11
# float-tolerance: 1e-4
import torch
from torch import nn

torch.manual_seed(5)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(16, 3)
y = x @ torch.tensor([1.0, -2.0, 0.5]) + 0.25
seen = 0
best = None
total = 0.0

for step in range(20):
    prediction = model(x).squeeze(1)
    loss = ((prediction - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    seen += len(x)
    value = loss.item()
    total += value
    scratch = value * 2
    del scratch

print(step, seen, f"{loss.item():.5f} {total:.4f}", prediction.shape, loss.requires_grad)
print([round(v, 4) for v in model.weight.flatten().tolist()], "scratch" in globals())


def count():
    global calls
    calls += 1
    return calls


calls = 0
w = torch.zeros(3, requires_grad=True)
for _ in range(12):
    loss = ((x @ w - y) ** 2).mean() * count()
    loss.backward()
    with torch.no_grad():
        w -= 0.01 * w.grad
        w.grad = None
print(calls, [round(v, 4) for v in w.tolist()], w.grad)

for round_ in range(8):
    if round_ == 5:
        model = nn.Linear(3, 1, bias=False)  # the same name, another object
    best = model(x).abs().max()
    if round_ == 6:
        del total
print(f"{best.item():.4f}", "total" in globals(), round_)
