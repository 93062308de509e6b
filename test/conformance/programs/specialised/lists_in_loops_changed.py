"""Lists that the turns of loops make longer, in programs that change items, ask which tensor one is, change the lists in other ways, or let them live on:
these loops are unrolled, or run generic."""
# float-tolerance: 1e-5
import random

import torch
import torch.nn as nn

torch.set_default_dtype(torch.float64)
random.seed(0)
torch.manual_seed(0)
layer = nn.Linear(4, 4)
kept = []


def added_to_later(x, n):
    h, outs = torch.zeros(4), []
    for t in range(n):
        h = torch.tanh(layer(x[t]) + h)
        outs.append(h)
        h += 1
    return torch.stack(outs).sum().item(), h.sum().item()


def views(x, n):
    outs = []
    for t in range(n):
        outs.append(x[t])
    before = torch.stack(outs).sum().item()
    x.mul_(2)
    return before, torch.stack(outs).sum().item()


def identity(x, n):
    outs, a = [], torch.zeros(4)
    for t in range(n):
        a = a + x[t]
        outs.append(a)
    outs[-1].add_(5)
    return outs[-1] is a, outs[0] is outs[0], a.sum().item(), torch.stack(outs).sum().item()


def other_names(x, n):
    outs = []
    same = outs
    for t in range(n):
        outs.append(x[t] * 2)
        same.append(x[t])
    same.pop()
    return len(outs), len(same), sum(same).sum().item()


def other_changes(x, n):
    outs = []
    for t in range(n):
        outs.append(x[t] + 1)
    outs.reverse()
    first = outs[0].sum().item()
    del outs[0]
    outs.append(x[0])
    outs[0] = x[0] * 3
    return first, len(outs), torch.stack(outs).sum().item(), x[0] in [1.0] if n > 99 else None


def other_shapes(x, n):
    outs = []
    for t in range(n):
        outs.append(x[:t + 1].sum(0) if t % 2 else x[:t + 1])
    return [tuple(o.shape) for o in outs][-1], len(outs)


def lives_on(x, n):
    outs = []
    for t in range(n):
        outs.append(x[t] * 2)
    kept.append(outs)
    return outs, {"all": outs}


def last_one(x, n):
    outs = [x[0]]
    for t in range(1, n):
        outs.append(torch.tanh(outs[-1] + x[t]))
    return torch.stack(outs).sum().item(), outs[-1].sum().item(), len(outs)


def raises(x, n):
    outs = []
    try:
        for t in range(n):
            outs.append(x[t] / (1 if t < 7 else 0))
            if t > 6:
                raise ValueError(f"turn {t}")
    except ValueError as error:
        return str(error), len(outs)
    return outs[n], len(outs)


def nested(x, n):
    rows = []
    for i in range(n):
        row = []
        for k in range(i + 1):
            row.append(x[k] * i)
        rows.append(torch.stack(row).sum(0))
    return torch.stack(rows).sum().item()


def returns_early(x, n):
    outs = []
    for t in range(n):
        outs.append(x[t].sum().item())
        if outs[-1] > 4:
            return t, outs
    return None, outs


def numbers_change(x, n):
    outs = []
    for t in range(n):
        outs.append(t if t < 5 else t * 0.5)
    return sum(outs), outs[-1], type(outs[-1]).__name__


def words(value):
    if isinstance(value, torch.Tensor):
        return "%.6f" % value.sum().item()
    if isinstance(value, (list, tuple)):
        return "[" + " ".join(words(each) for each in value) + "]"
    if isinstance(value, dict):
        return words(list(value.items()))
    return "%.6f" % value if isinstance(value, float) else str(value)


with torch.no_grad():
    for run in (added_to_later, views, identity, other_names, other_changes, other_shapes, lives_on, last_one, raises, nested, returns_early, numbers_change):
        for k in range(40):
            n = random.randint(2, 7) if k < 30 else random.randint(6, 9)
            try:
                result = run(torch.randn(9, 4), n)
            except Exception as error:
                result = f"{type(error).__name__}: {error}"
            if k % 6 == 0 or k > 36:
                print(run.__name__, k, words(result))
print(len(kept), words(kept[0]), kept[3][0] is kept[3][0])
