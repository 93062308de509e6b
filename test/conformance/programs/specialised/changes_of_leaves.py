"""Which leaves require gradients, what a leaf's memory is, the next item of an iterator from before: changes that a graph makes, or
that stand between steps that one holds."""
# tier2: adversaries.loop.body 8
# tier2: clipped.loop.body.part 10
# tier2: batches.loop.body.part 10
# tier2: frozen.loop.body 13
# tier2: phases.loop.body 75% after 4
# float-tolerance: 1e-4
import torch
import torch.nn as nn

torch.manual_seed(0)


def adversaries(steps):
    critic = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
    maker = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 3))
    of_critic = torch.optim.Adam(critic.parameters(), lr=0.01)
    of_maker = torch.optim.Adam(maker.parameters(), lr=0.01)
    real = torch.randn(6, 3)
    for i in range(steps):
        for p in critic.parameters():
            p.requires_grad = True
        fake = maker(torch.randn(6, 2)).detach()
        loss = critic(fake).mean() - critic(real).mean()
        of_critic.zero_grad()
        loss.backward()
        of_critic.step()
        for p in critic.parameters():
            p.requires_grad_(False)
        judged = -critic(maker(torch.randn(6, 2))).mean()
        of_maker.zero_grad()
        judged.backward()
        of_maker.step()
        print(i, f"{loss.item():.5f} {judged.item():.5f}", [p.requires_grad for p in critic.parameters()])


def clipped(steps):
    layer = nn.Linear(4, 4)
    kept = layer.weight.data
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.3)
    x = torch.randn(5, 4)
    for i in range(steps):
        loss = (layer(x) - 2).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        for p in layer.parameters():
            p.data = p.data.clamp(-0.4, 0.4)
        print(i, f"{loss.item():.5f}", kept.data_ptr() == layer.weight.data_ptr(), f"{kept.sum().item():.4f}")


def items(rows):
    while True:
        yield from rows.split(2)


def batches(steps):
    w = torch.zeros(3, requires_grad=True)
    ahead, rows = items(torch.randn(7, 3)), iter(range(100))
    for i in range(steps):
        x, number = next(ahead), next(rows)
        loss = ((x @ w - x.sum(1)) ** 2).mean() * (1 + 0.1 * number)
        loss.backward()
        with torch.no_grad():
            w -= 0.1 * w.grad
            w.grad = None
        print(i, len(x), f"{loss.item():.5f}")


def set_trained(model, wanted):
    for p in model.parameters():
        p.requires_grad = wanted


def frozen(steps):
    body, head = nn.Linear(3, 3), nn.Linear(3, 1)
    optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)
    x = torch.randn(4, 3)
    for i in range(steps):
        set_trained(body, i % 3 != 0)
        loss = (head(torch.tanh(body(x))) - 1).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(i, f"{loss.item():.5f}", body.weight.grad is None, f"{body.weight.sum().item():.5f}")


# The body is trained from some step on, and a leaf that is no parameter loses and gets its gradients.
def phases(steps):
    body, head = nn.Linear(3, 3), nn.Linear(3, 1)
    set_trained(body, False)
    optimizer = torch.optim.Adam([*body.parameters(), *head.parameters()], lr=0.05)
    shift = torch.zeros(3, requires_grad=True)
    x = torch.randn(4, 3)
    for i in range(steps):
        if i == steps // 2:
            for p in body.parameters():
                p.requires_grad = True
        loss = (head(torch.tanh(body(x + shift))) - 1).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        shift.requires_grad_(i % 10 < 7)
        if i % 5 == 4:
            grad = None if shift.grad is None else f"{shift.grad.sum().item():.4f}"
            print(i, f"{loss.item():.5f}", shift.requires_grad, grad, f"{body.weight.sum().item():.5f}", body.weight.requires_grad)


adversaries(14)
clipped(14)
batches(14)
frozen(14)
phases(60)
