"""Stores to places that a list which becomes longer or shorter has only in some turns."""
import torch


def in_front(turns):
    first, log = torch.tensor([0.5, -1.0, 2.0]), []
    for i in range(turns):
        log.append(i)
        first.add_(1)
        try:
            log[3] = 7
        except IndexError as error:
            print(i, error)
    return log[:5], first.tolist()


def from_behind(turns):
    t, log = torch.zeros(2), [0, 1, 2, 3, 4, 5]
    for i in range(turns):
        t = t + 0.5
        if i % 3 == 1:
            log.pop()
        if not log:
            log = [9] * 6
        try:
            log[-4] = i
        except IndexError:
            t = t - 10
    return log, t.tolist()


def by_contents(turns):
    t, log, missed = torch.tensor([0.5, 1.0]), [0], 0
    for i in range(turns):
        t = (t * 1.7) % 3
        if t[0] > 1.5:
            log.append(t)
        try:
            log[5] = i
        except IndexError:
            missed += 1
        for k in range(2):
            try:
                log[8 + k] += 1
            except (IndexError, TypeError):
                missed += 100
    return [x if isinstance(x, int) else x.tolist() for x in log[:9]], missed


for run in (in_front, from_behind, by_contents):
    print(run.__name__, run(49))
