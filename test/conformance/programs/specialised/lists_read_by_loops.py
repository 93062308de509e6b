"""Lists that the turns of a loop have made longer, read by later loops: item by item, from the end, by places and slices; numbers; the rows of `unbind`."""
# tier2: attention.loop#1.body 85% after 4
# tier2: returns.loop.body 85% after 4
# tier2: weighted.loop#1.body 85% after 4
# tier2: unbound.loop#1.body 85% after 4
# float-tolerance: 1e-5
import random

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)
random.seed(0)
torch.manual_seed(0)
STEPS = 48


def lengths(least, most):
    return [random.randint(least, most) for _ in range(STEPS)]


def show(name, k, *values):
    if k % 7 == 0 or k == STEPS - 1:
        print(name, k, *["%.6f" % float(v.sum()) if isinstance(v, torch.Tensor) else v for v in values])


def learn(optimizer, loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def optimizer_of(*modules):
    return torch.optim.SGD([p for m in modules for p in m.parameters()], 0.05)


def attention():
    enc, dec, out, score = nn.GRUCell(4, 8), nn.GRUCell(3, 8), nn.Linear(8, 3), nn.Linear(16, 1)
    optimizer = optimizer_of(enc, dec, out, score)
    data = [(torch.randn(n, 4), torch.randn(m, 3)) for n, m in zip(lengths(2, 9), lengths(2, 9))]
    for k, (source, target) in enumerate(data):
        h = torch.zeros(1, 8)
        states = []
        for i in range(source.size(0)):
            h = enc(source[i].unsqueeze(0), h)
            states.append(h)
        states = torch.cat(states)
        x, loss = torch.zeros(1, 3), 0.0
        for t in range(target.size(0)):
            weights = F.softmax(score(torch.cat([states, h.expand(states.size(0), 8)], 1)), 0)
            h = dec(x, h + (weights * states).sum(0, keepdim=True))
            y = out(h)
            loss = loss + F.mse_loss(y, target[t].unsqueeze(0))
            x = y.detach()
        learn(optimizer, loss)
        show("attention", k, loss)


def returns():
    policy = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(policy.parameters(), 0.01)
    for k, n in enumerate(lengths(3, 9)):
        state, chances, rewards = torch.zeros(4), [], []
        for t in range(n):
            chance = F.log_softmax(policy(state), -1)
            action = int(torch.multinomial(chance.exp(), 1))
            chances.append(chance[action])
            state = state * 0.9 + action - 0.5
            rewards.append(float(state.sum()))
        total, values = 0.0, []
        for reward in reversed(rewards):
            total = reward + 0.9 * total
            values.insert(0, total)
        values = torch.tensor(values)
        values = (values - values.mean()) / (values.std() + 1e-6)
        loss = -(torch.stack(chances) * values).sum()
        learn(optimizer, loss)
        show("returns", k, loss, len(rewards), sum(rewards))


def weighted():
    cell, weight = nn.RNNCell(3, 6), nn.Parameter(torch.randn(6) * 0.1)
    optimizer = torch.optim.SGD(list(cell.parameters()) + [weight], 0.05)
    data = [torch.randn(n, 3) for n in lengths(2, 9)]
    for k, x in enumerate(data):
        states, h = [], torch.zeros(1, 6)
        for t in range(x.size(0)):
            h = torch.tanh(cell(x[t].unsqueeze(0), h))
            states.append(h)
        total = torch.zeros(())
        for i, state in enumerate(states):
            total = total + (state[0] * weight).sum() ** 2 / (i + 1)
        for state in states[1:]:
            total = total + state.mean() * 0.1
        loss = total + (states[-1] - states[0]).pow(2).mean()
        learn(optimizer, loss)
        show("weighted", k, loss, len(states), weight)


def unbound():
    weight, bias = nn.Parameter(torch.randn(24, 10) * 0.2), nn.Parameter(torch.zeros(24))
    optimizer = torch.optim.SGD([weight, bias], 0.05)
    data = [torch.randn(3, n, 4) for n in lengths(2, 9)]
    for k, x in enumerate(data):
        h, c, hs, cs = x.new_zeros(3, 6), x.new_zeros(3, 6), [], []
        for row in x.unbind(1):
            i, f, g, o = F.linear(torch.cat([row, h], 1), weight, bias).chunk(4, 1)
            c = f.sigmoid() * c + i.sigmoid() * g.tanh()
            h = o.sigmoid() * c.tanh()
            hs.append(h)
            cs.append(c)
        a, b = torch.stack(hs, 1), torch.stack(cs)
        loss = a.pow(2).mean() + (b.transpose(0, 1) - a).abs().mean() + (h - a[:, -1]).sum() + c.mean()
        learn(optimizer, loss)
        show("unbound", k, loss, a, b)


for run in (attention, returns, weighted, unbound):
    run()
