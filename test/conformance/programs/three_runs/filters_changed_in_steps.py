# Filters that a step changes decide about the warnings of that step: what was silent before it is shown, recorded or raised in it.
# stderr: last line the lines of some are others
import torch
import torch.nn.functional as F


def noisy(x):
    from warnings import warn
    warn("noisy")
    return x * 2


def raised(steps):
    from warnings import catch_warnings, simplefilter
    caught, total = 0, torch.zeros(3)
    for step in range(steps):
        y = noisy(torch.ones(3) * step)
        with catch_warnings():
            simplefilter("error")
            try:
                y = noisy(y) - 100
            except UserWarning:
                caught += 1
        total = total + noisy(y)
    return caught, total


def recorded(steps):
    import warnings
    counts = []
    for step in range(steps):
        x = torch.arange(6.).view(2, 3) + step
        y = F.softmax(x)
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            y = y + F.softmax(x)
        counts.append((len(seen), round((y + F.softmax(x)).sum().item(), 3)))
    return counts


for _ in range(3):
    print(raised(15))
    print(recorded(12))
