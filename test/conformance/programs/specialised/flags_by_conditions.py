"""Bools that are computed, asked by `is`: a flag of torch's, and flags of the program."""
# tier2: <module>.loop.body 80% after 4
import torch

torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)


class State:
    n = 0
    hits = 0


def step(state, x):
    state.n += 1
    loss = (w * x).square().sum()
    (first,) = torch.autograd.grad(loss, w, retain_graph=state.n % 4 == 0)
    large = bool(loss > 2)
    if large is True:
        state.hits += 1
    small = (state.n > 10) is False
    note = None if large is None else large is not False
    with torch.no_grad():
        w.sub_(0.01 * first)
    return loss, small, note


state = State()
for i in range(40):
    loss, small, note = step(state, torch.full((3,), 0.5 + i % 3))
    if i % 8 == 0:
        print(i, f"{loss.item():.5f}", small, note, state.hits)
