# tier2: epochs.loop#1.body 70% after 8
# `total += loss` where `total` has a history from the turns before: it goes on with each turn, until
# somebody walks it.
import torch
from torch import nn

torch.manual_seed(5)
net = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
seen = []


def epochs(count, sizes):
    for epoch in range(count):
        total = 0
        hits = 0
        for n in sizes:
            x = torch.randn(n, 3)
            y = net(x)
            loss = (y - x[:, :1]).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss / len(sizes)
            hits += (y.detach() > 0).float().mean() / len(sizes)
        print(epoch, f"{total:.4f} {hits:.3f}", total.requires_grad, total.grad_fn is not None, total._version)
    try:
        total.backward()
    except RuntimeError as e:
        print(str(e)[:50])


def turn(total, w, x):
    total += (w * w * x).sum()


def product(total, w, x):
    total *= w * x
    total += x


def walked(function, turns, shared=None):
    w = torch.tensor([0.5, 1.5], requires_grad=True)
    total = (w * 2).sum() if function is turn else w * 1
    view = total.detach() if shared == "view" else total.view(-1) if shared == "history" else None
    if shared == "base":
        base, total = total, total.view(-1)
    if shared == "retained":
        total.retain_grad()
    if shared == "hook":
        total.register_hook(lambda g: seen.append(g.tolist()))
    old = total * total if shared == "saved" else None
    for t in range(turns):
        function(total, w, torch.tensor([1.0, 0.9]))
    print(function.__name__, [round(v, 3) for v in total.reshape(-1).tolist()], total._version)
    try:
        (total.sum() if old is None else old.sum()).backward(retain_graph=shared == "history")
        print([round(v, 3) for v in w.grad.tolist()])
    except RuntimeError as e:
        print(str(e).split(":")[0])
    if view is not None:
        print([round(v, 3) for v in view.reshape(-1).tolist()], view.grad_fn is None)
    if shared == "history":
        w.grad = None
        view.sum().backward()
        print([round(v, 3) for v in w.grad.tolist()])
    if shared == "retained":
        print(total.grad is None)


def switched(total, w, x, often):
    if often:
        total += (w * x).sum()
    return total * 1


epochs(4, [5] * 12)
epochs(2, [5, 5, 7, 5, 7, 7] * 2)
for turns in 2, 9, 12:
    walked(turn, turns)
    walked(product, turns)
for shared in "view", "history", "base", "retained", "hook", "saved":
    walked(turn, 4, shared)
    walked(product, 4, shared)
print(seen)
w = torch.tensor([0.5, 1.5], requires_grad=True)
total = w.sum()
for t in range(16):
    last = switched(total, w, torch.tensor([1.0, 2.0]), t % 3 == 0)
last.backward()
print(w.grad.tolist(), f"{total.item():.3f}")
