"""Context managers in steps: what their exits see, and swallow."""
# tier2: <module>.loop.body 70% after 4
import contextlib
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 3)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
seen = []


class Watch:
    def __init__(self, swallow):
        self.swallow = swallow

    def __enter__(self):
        return self

    def __exit__(self, kind, value, places):
        seen.append("none" if kind is None else kind.__name__)
        self.last = value is None
        return self.swallow and kind is not None and issubclass(kind, (KeyError, ValueError))


@contextlib.contextmanager
def counted(name, counts={}):
    counts[name] = counts.get(name, 0) + 1
    try:
        yield counts[name]
    finally:
        counts[name] += 10


@contextlib.contextmanager
def frozen(module):
    for p in module.parameters():
        p.requires_grad_(False)
    yield module
    for p in module.parameters():
        p.requires_grad_(True)


@contextlib.contextmanager
def swallowing(kind):
    try:
        yield
    except kind as error:
        seen.append(type(error).__name__)


quiet, loud = Watch(True), Watch(False)


def step(x, i):
    with counted("forward") as n:
        loss = model(x).pow(2).mean()
    with quiet:
        loss = loss * 1.5
        {}["missing"]
        loss = loss * 100
    try:
        with loud, quiet:
            loss = loss * 0.5
            raise TypeError("of the step")
    except TypeError:
        loss = loss * 3
    with swallowing(ZeroDivisionError):
        loss = loss * 1.1
        if i == 30:
            raise ZeroDivisionError("of the step")
    with contextlib.suppress(KeyError, IndexError):
        [][0]
    with frozen(model) as m:
        still = m(x).sum()
    with contextlib.ExitStack() as stack:
        stack.enter_context(quiet)
        stack.enter_context(torch.no_grad())
        other = model(x).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item(), n, still.requires_grad, other.requires_grad, quiet.last, loud.last


for i in range(40):
    out = step(torch.randn(4, 3), i)
    if i % 5 == 0 or i > 30:
        print(i, f"{out[0]:.5f}", *out[1:])
print(seen[-12:], len(seen))
