"""Sets that a step makes and that live on: as its answer, in an attribute, in a dict; the ones that only it looks at."""
# tier2: answers 85% after 4
# tier2: Seen.step 85% after 4
# tier2: numbered 0
import torch

torch.manual_seed(0)


def answers(x, n):
    y = x * 2
    return y.sum(), {1, n}, {"a", "b", "c"}, {(1, 2), (n, 3)}


def numbered(x):
    """Their order is that of another set."""
    return x + 1, {24, 16, 8, 0}


class Seen:
    def __init__(self):
        self.last = set()
        self.all = {}

    def step(self, x, i):
        y = (x + i).sum()
        found = {"sum", "mean", "sum"}
        found.add("last")
        self.last = found
        self.all["names"] = {len(found), 7}
        return y * len(found)


seen = Seen()
for i in range(24):
    total, numbers, rest, pairs = answers(torch.randn(3), 1 + i % 2)
    print(f"{total.item():.4f}", sorted(numbers), sorted(rest), sorted(pairs), type(numbers).__name__)
    numbers.add(9)
    kept = seen.last
    print(f"{seen.step(torch.randn(2), 2).item():.4f}", sorted(seen.last), sorted(seen.all["names"]), kept is seen.last)
    seen.last.discard("mean")
    more, some = numbered(torch.ones(2))
    print(more.tolist(), some)
