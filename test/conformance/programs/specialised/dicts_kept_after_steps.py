"""An OrderedDict or a defaultdict that a step makes lives on after it, with its attributes and its factory."""
# tier2: <module>.loop.body 75% after 4
# float-tolerance: 1e-4
from collections import OrderedDict, defaultdict

import torch

torch.manual_seed(0)
weight = torch.randn(3, requires_grad=True)
optimizer = torch.optim.SGD([weight], lr=0.1)


class Record:
    pass


record = Record()


def train(x, i):
    optimizer.zero_grad()
    loss = ((x @ weight) ** 2).mean()
    loss.backward()
    optimizer.step()
    record.state = OrderedDict([("weight", weight.detach().clone()), ("loss", loss.item())])
    record.state["x"] = x
    record.state.step = i
    record.losses = defaultdict(list)
    record.losses["all"].append(loss.item())
    record.counts = defaultdict(int, {"seen": 1})
    record.counts["seen"] += i
    return record.state


last = None
for i in range(60):
    state = train(torch.randn(4 + i % 2, 3), i)
    assert state is not last
    last = state
    if i % 12 == 11:
        print(type(state), list(state), "%.4f" % state["loss"], state.step, vars(state), state is record.state)
        print(record.losses["all"][0] == state["loss"], record.losses["none"], record.losses.default_factory)
        print(record.counts, record.counts["other"], dict(record.counts))
        state.move_to_end("weight")
        print(list(state), state == OrderedDict(state), state == dict(state), state.popitem(last=False)[0])
