"""Entries of a dict from before whose keys are tuples that the step makes: of texts and numbers in graphs, others outside."""
# tier2: <module>.loop.body 80% after 4
# tier2: <module>.loop#2.body 80% after 4
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


class Pair:
    pass


pairs, counts, nested = {}, {(Pair, 1): 5.0, (1, 2): 7.0}, {}
for n in range(12):
    x = layer(torch.ones(2, 3)).sum()
    optimizer.zero_grad()
    x.backward()
    optimizer.step()
    pairs["a", 1 + n % 2] = pairs.get(("a", 1 + n % 2), 0) + x.item()
    nested["b", (1, -2.5), None] = counts[Pair, 1] * counts[(1, 2)]
    if (3, 4) in counts:
        del counts[3, 4]
    else:
        counts[3, 4] = 0.5
    print([(k, round(v, 4)) for k, v in pairs.items()], nested, list(counts.values()), list(counts)[1:])
