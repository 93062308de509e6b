"""`continue`, `break` and `return` in loops whose bodies hold statements that no graph can have, so that the statements before,
between and behind them are roots of their own: a way out of one of these leaves the whole body."""
# float-tolerance: 1e-6
import torch


def ways(n):
    """A list that becomes longer stays out; what stands before it may go on with the next turn."""
    t, kept, seen = torch.tensor([0.5, -1.0, 2.0]), [], 0
    for i in range(n):
        t = (t * 0.5).tanh().roll(1).abs() + 1
        if t[2] <= 1.5:
            continue
        kept.append(t)
        seen += len(kept)
    return seen, t.tolist()


def always(n):
    t, kept = torch.tensor([0.5, -1.0, 2.0]), [1, 2, 3]
    for i in range(n):
        kept.append(i)
        kept.reverse()
        t = (t * 0.5).tanh().roll(1) + 1
        if t.abs().sum() >= 0:
            continue
        print("never", len(kept))
    return len(kept), t.tolist()


def in_the_midst(n):
    t, kept, turns = torch.zeros(2), [], 0
    for i in range(n):
        kept.append(i)
        t = t * 0.9 + i % 5
        if i % 4 == 2:
            if t.sum() > 20:
                continue
            t = t + 1
        turns += len(kept)
        kept.append(-i)
        t = t + turns % 3
    return turns, len(kept), t.tolist()


def at_the_end(n):
    t, kept = torch.zeros(2), []
    for i in range(n):
        kept.append(len(kept))
        t = t * 0.9 + i % 5
        if t[0] > 9:
            continue
        t = t * 1.1 + kept[-1] % 2
    return len(kept), t.tolist()


def ends(n):
    t, kept = torch.zeros(2), []
    for i in range(n):
        t = t + 0.25
        if t[0] > 13:
            break
        kept.append(i)
        t = t + len(kept) % 2
    else:
        print("to the end")
    return len(kept), t.tolist()


def returns(n):
    t, kept = torch.zeros(2), []
    for i in range(n):
        t = t + 0.5
        if t[0] > 17 and i > 20:
            return "in the loop", len(kept), t.tolist()
        kept.append(i)
        t = t + len(kept) % 2
    return "behind it", len(kept), t.tolist()


def in_a_handler(n):
    t, kept, failed = torch.ones(2), [], 0
    for i in range(n):
        try:
            t = t * 1.5 - i % 3
            if t[1] > 40:
                raise ValueError(i)
        except ValueError:
            t = t * 0
            failed += 1
            continue
        kept.append(i)
        t = t + len(kept) % 2
    return failed, len(kept), t.tolist()


def with_two_loops(n):
    t, kept = torch.zeros(2), []
    for i in range(n):
        for k in range(3):
            t = t + 0.5
            if t[0] % 2 >= 1:
                continue
            t = t + 0.25
        while t[1] > 30:
            t = t - 7
            if t[1] < 12:
                break
        kept.append(i)
        t = t + len(kept) % 2
    return len(kept), t.tolist()


for run in (ways, always, in_the_midst, at_the_end, ends, returns, in_a_handler, with_two_loops):
    print(run.__name__, run(48), run(5))
