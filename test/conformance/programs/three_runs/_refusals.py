"""The driver of programs whose calls are refused after some that are not: each call with its result, then with nobody to use it."""
import torch

cases = []


def case(good, *bad):
    def add(f):
        cases.append((f, good, bad))
        return f
    return add


def text(r):
    if isinstance(r, torch.Tensor):
        return r.dtype, r.shape, r.tolist()
    return [text(x) for x in r] if isinstance(r, (tuple, list)) else r


def used(f, a, words):
    try:
        return text(f(a))
    except Exception as e:
        return f"{type(e).__name__} {e}" if words else type(e).__name__


def dropped(f, a):
    f(a)
    return 1


def run(f, good, bad, words):
    said = []
    values = [good] * 8 + list(bad) + [good] + list(bad)
    for a in values:
        said.append(used(f, a, words))
    for a in values:
        try:
            said.append(dropped(f, a))
        except Exception as e:
            said.append(type(e).__name__)
    return said


def check(words):
    """`words`: torch's texts are compared, too."""
    for f, good, bad in cases:
        said = run(f, good, bad, words)
        print(f.__name__, said[0], said[8:8 + len(bad)], said[9 + len(bad):9 + 2 * len(bad)], said[9 + 2 * len(bad):])
