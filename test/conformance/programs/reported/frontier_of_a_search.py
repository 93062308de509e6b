"""A condition on tensor contents that is read again after a write."""
import torch
adj = {0: [1, 2], 1: [3], 2: [3], 3: [4], 4: []}
d = torch.full((5,), float("inf"))
d[0] = 0
frontier, level = {0}, 0
while frontier:
    level += 1
    frontier = {m for n in frontier for m in adj[n] if d[m] == float("inf")}
    for m in frontier:
        d[m] = level
print(d, level)
