"""Lists whose items are one tensor in some entries and several in others: a batch of transitions, of which one holds the state
that another leads to. Graphs that write to none of them hold for both; those that write, or ask which is which, do not."""
# tier2: train.loop#1.body.part 90% after 3
# tier2: <module>.loop#1.body 90% after 3
import random
import torch
import torch.nn as nn
import torch.nn.functional as F


def pair(a, b):
    return (a * b).sum() + (a + b).mean()


def first(items):
    return torch.stack(items).sum(0) * 2 + items[0]


def writes(items):
    items[0].mul_(2)
    return items[0] + items[1]


def adds(items):
    total = items[0] * 1
    items[2] += total
    return items[1] + items[0], total


def compares(items):
    if items[0] is items[1]:
        return items[0] * 2
    return items[0] + items[1] + 1


def finds(items, x):
    place = [i for i in range(len(items)) if items[i] is x]
    return items[place[0]] * (1 + len(place))


def keeps(items):
    return [items[1], items[0] + 1, items[0]]


def sloped(items):
    y = (items[0].detach().requires_grad_(True) * items[1]).sum()
    y.backward()
    return y.detach()


def grads(items, w):
    y = ((items[0] * w) ** 2).sum() + (items[1] * w).sum()
    return torch.autograd.grad(y, [w])[0]


def leaves(items):
    y = (items[0] * 3).sum() + (items[1] * 5).sum()
    return torch.autograd.grad(y, items, allow_unused=True)


def train():
    memory, state = [], torch.randn(1, 4)
    for i in range(60):
        after = state * 0.9 + torch.randn(1, 4) * 0.1
        memory.append((state, torch.tensor([[i % 2]]), after, torch.tensor([float(i % 3)])))
        state = after if i % 7 else torch.randn(1, 4)
    net, target = nn.Linear(4, 2), nn.Linear(4, 2)
    optimizer = torch.optim.Adam(net.parameters(), 1e-2)
    for step in range(40):
        batch = random.sample(memory, 8)
        states = torch.cat([b[0] for b in batch])
        actions = torch.cat([b[1] for b in batch])
        after = torch.cat([b[2] for b in batch])
        rewards = torch.cat([b[3] for b in batch])
        value = net(states).gather(1, actions).squeeze(1)
        with torch.no_grad():
            goal = rewards + 0.9 * target(after).max(1)[0]
        loss = F.smooth_l1_loss(value, goal)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 10 == 9:
            print(step, "%.5f" % loss.item())


torch.manual_seed(0)
random.seed(0)
train()
ts = [torch.full((3,), float(i)) for i in range(4)]
for i in range(20):
    a, b = ts[i % 4], ts[(i * i) % 4]
    print("%.3f" % pair(a, b).item(), first([a, b, ts[0]]).tolist())
for i in range(24):  # one object, a view of its memory, and another: not in the order that the first entries show
    x, z = torch.ones(3) * i, torch.zeros(3)
    y = [torch.ones(3), x, x.view(3), x[:], torch.ones(3)][i % 5 if i > 9 else 4]
    print(writes([x, y]).tolist(), x.tolist(), y.tolist())
    print([t.tolist() for t in adds([x, y, z if i % 4 or i < 12 else y])], x.tolist(), y.tolist(), z.tolist())
    print(compares([x, y]).tolist(), finds([x, y, z], y).tolist())
    kept = keeps([x, y])
    kept[0].add_(1)
    print([t.tolist() for t in kept], kept[0] is kept[2], x.tolist())
    print(sloped([x, y]).item(), x.requires_grad, y.requires_grad)
for i in range(16):
    w, v = torch.ones(3, requires_grad=True), torch.full((3,), 2.0, requires_grad=True)
    x = torch.ones(3) * i
    print(grads([x, x if i > 8 else x + 1], w).tolist())
    print([g if g is None else g.tolist() for g in leaves([w, w if i > 8 and i % 2 else v])])
same = torch.arange(3.0)
for i in range(16):  # the profile sees one object
    y = same if i < 8 else torch.ones(3) * i
    print(writes([same, y]).tolist(), first([same, y]).tolist(), compares([same, y]).tolist())
    same = same / 2


def two_results(p, q):
    r = p.exp()
    return r * q, r


def kept_results(items, store):
    h = items[0].tanh()
    store["h"], store["o"] = h, h * items[1] + items[2]


def after_first(d):
    it = iter(d.values())
    first = next(it, None)
    for v in it:
        first = first + v
    return first, list(it), sum(x.sum() for x in d.values())


for i in range(16):  # leaves that are one later, with histories that live on
    p, q = torch.full((3,), 0.5, requires_grad=True), torch.full((3,), 2.0, requires_grad=True)
    o, r = two_results(p, p if i > 8 and i % 2 else q)
    o.sum().backward()
    print(["%.4f" % v for v in p.grad.tolist()], q.grad is None)
    p.grad = q.grad = None
    store = {}
    kept_results([p, p if i % 3 == 2 else q, p if i > 10 else q], store)
    store["o"].sum().backward()
    print([None if t.grad is None else ["%.4f" % v for v in t.grad.tolist()] for t in (p, q)])
    d = {k: torch.ones(2) * (i % 5) for k in "abcd"[: 1 + i % 4]}
    print([t.tolist() if isinstance(t, torch.Tensor) else t for t in after_first(d)])
