# Tuples that iterators hand out again with other items, and new ones where an old one was.
# tier2: <module>.loop#4.body 4
# tier2: <module>.loop.body 90% after 3
import torch

w = torch.ones(2, requires_grad=True)
a, b, c = torch.tensor([1.0, 2.0]), torch.tensor([10.0, 20.0]), torch.tensor([100.0, 200.0])


def score(pair, scale):
    x, y = pair
    return (x * scale - y * w).sum()


def total(rows):
    out = []
    for row in rows:
        out.append(row[0] * row[1] * w)
    print(len(out))
    return torch.stack(out).sum()


for i, (x, y) in enumerate([(a, b), (b, c), (c, a), (b, a), (a, c), (c, b)] * 3):
    print(i, score((x, y), 2.0).item())
for i, x in enumerate([a, b, c] * 3):
    print(i, (x * w).sum().item())
for name, x in {"a": a, "b": b, "c": c}.items():
    print(name, (x * w).sum().item())
for k in range(6):
    print(total(zip([a, b, c, a], [c, a, b * k, c])).item())

# The loss of a policy: one product for each step of an episode.
for episode in range(4):
    kept = [(w * k).sum() for k in range(5)]
    terms = []
    for log_prob, reward in zip(kept, torch.tensor([1.0, 2.0, 3.0, 4.0, episode])):
        terms.append(-log_prob * reward)
    print([term.item() for term in terms])
    torch.stack(terms).sum().backward()
    print(w.grad.tolist())
    w.grad = None
