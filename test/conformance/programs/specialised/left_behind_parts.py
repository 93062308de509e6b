"""`continue` in the part of a loop's body that stands before a `break`: entries that go on do not leave the loop."""
import torch

x = torch.tensor([1., 2.])
for it in range(40):
    limit = 0.0 if it < 25 else 1.5
    found = None
    for i in range(2):
        if x[i].item() <= limit:
            continue
        found = i
        break
    if it in (0, 24, 25, 39):
        print(it, found, i)


def pick(model, batches):
    chosen = None
    for k, batch in enumerate(batches):
        loss = model(batch).pow(2).mean()
        if not torch.isfinite(loss):
            continue
        chosen = k
        break
    return chosen


torch.manual_seed(0)
model = torch.nn.Linear(2, 2)
bad, good = torch.full((3, 2), float("nan")), torch.ones(3, 2)
for it in range(60):
    chosen = pick(model, [good, good, good] if it < 30 else [bad, good, good])
    if it in (0, 29, 30, 59):
        print(it, chosen)
