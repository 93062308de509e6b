"""Texts that classes of the program make of their instances, orders of tuples and texts, moved keys."""
# tier2: <module>.loop.body 70% after 4
import collections
import enum
import heapq
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 3)
opt = torch.optim.SGD(model.parameters(), lr=0.1)


class Phase(enum.Enum):
    WARM = "warm"
    MAIN = "main"


class Bits(enum.Flag):
    A = 1
    B = 2


class Meter:
    def __init__(self, name):
        self.name, self.sum, self.count = name, 0.0, 0

    def update(self, value):
        self.sum += value
        self.count += 1

    def __str__(self):
        return f"{self.name} {self.sum / max(1, self.count):.4f} ({self.count})"

    def __repr__(self):
        return f"Meter({self.name!r})"

    def __format__(self, spec):
        return format(self.sum, spec) if spec else str(self)


class Plain:
    def __repr__(self):
        return "Plain!"


BOTH = Bits.A | Bits.B
meter, plain = Meter("loss"), Plain()
cache = collections.OrderedDict((k, torch.zeros(3)) for k in "abc")


def step(x, i):
    out = model(x)
    loss = out.pow(2).mean()
    queue = []
    for k in range(4):
        heapq.heappush(queue, ((k * 7 + 3) % 5, "xyzw"[k], k))
    order = [heapq.heappop(queue)[2] for _ in range(4)]
    names = ["b", "a", "c"]
    names.sort(reverse=True)
    pairs = sorted([(2, "b"), (1, "z"), (2, "a")], key=lambda p: p[0], reverse=True)
    loss = loss + sum(out[j].sum() * (n + 1) for n, j in enumerate(order)) * 0.01
    opt.zero_grad()
    loss.backward()
    opt.step()
    meter.update(loss.item())
    key = "b"
    cache[key] = out.detach().mean(0)
    cache.move_to_end(key)
    phase = Phase["WARM"] if i == 20 else Phase("main")
    bits = BOTH
    values = vars(meter)
    return f"{meter} {meter!s} {meter!r} {meter:.2f} {plain} {str(plain)}", order, names, pairs, phase, bits, \
        f"{phase.name} {phase.value} {phase}", values["count"], ("a", 1) < ("a", 2.5) <= ("b",), "ab" < "b"


for i in range(40):
    out = step(torch.randn(4, 3), i)
    if i % 5 == 0:
        print(i, *out)
print(list(cache))
