"""Entries of a dict from before whose keys are tuples that the step makes stay out of graphs."""
# tier2: <module>.loop#1.body.part 80% after 4
# float-tolerance: 1e-4
import torch

torch.manual_seed(0)
layer = torch.nn.Linear(3, 3)
optimizer = torch.optim.SGD(layer.parameters(), 0.1)
table, seen = {(1, 2): 0.0, (0, "x"): 1.0}, {}


def known(n):
    loss = layer(torch.ones(2, 3)).square().sum() * (1 + table[0, "x"])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    table[(1, 2)] = loss.item()
    return table.get((1, 2))


for n in range(10):
    print(f"{known(n):.4f}", list(table))

for n in range(12):
    x = layer(torch.ones(2, 3)).sum()
    optimizer.zero_grad()
    x.backward()
    optimizer.step()
    seen[(n % 3, x.shape)] = n
    print(seen.get((n % 3, x.shape)), seen.get((7, 8), "none"), f"{x.item():.4f}")
print(seen)
