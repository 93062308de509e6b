"""`requires_grad` changed within a step and put back: a discriminator that is frozen for the generator's step, a critic for
the policy's. Changes that stay are generic."""
# tier2: <module>.loop.body 90% after 1
# tier2: <module>.loop#1.body 90% after 1
# tier2: <module>.loop#2.body 90% after 1
# float-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
w = torch.ones(2, requires_grad=True)
l = (w * 2).sum()
w.requires_grad_(False)
l.backward()
print(w.grad)
w.requires_grad_(True)

G = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
D = nn.Sequential(nn.Linear(2, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
og = torch.optim.Adam(G.parameters(), lr=1e-3)
od = torch.optim.RMSprop(D.parameters(), lr=1e-3)


def gan(step):
    for p in D.parameters():
        p.requires_grad = True
    for _ in range(2):
        real = torch.randn(16, 2)
        with torch.no_grad():
            fake = G(torch.randn(16, 4))
        loss_d = D(fake).mean() - D(real).mean()
        od.zero_grad()
        loss_d.backward()
        od.step()
    for p in D.parameters():
        p.requires_grad = False
    loss_g = -D(G(torch.randn(16, 4))).mean()
    og.zero_grad()
    loss_g.backward()
    og.step()
    return loss_d.item(), loss_g.item()


for step in range(30):
    print("%.4f %.4f" % gan(step))

q = nn.Linear(3, 1)
pi = nn.Linear(2, 1)
oq, op = torch.optim.Adam(q.parameters()), torch.optim.Adam(pi.parameters())


def sac(step):
    s = torch.randn(8, 2)
    a = torch.randn(8, 1)
    lq = ((q(torch.cat([s, a], 1)) - 1) ** 2).mean()
    oq.zero_grad()
    lq.backward()
    oq.step()
    for p in q.parameters():
        p.requires_grad_(False)
    lp = -q(torch.cat([s, torch.tanh(pi(s))], 1)).mean()
    op.zero_grad()
    lp.backward()
    op.step()
    for p in q.parameters():
        p.requires_grad_(True)
    return lq.item(), lp.item()


for step in range(30):
    print("%.4f %.4f" % sac(step), q.weight.requires_grad)


def late(step):
    y = (q.weight * step).sum()
    q.weight.requires_grad_(False)
    before = q.weight.grad.sum().item()
    try:
        y.backward()
    finally:
        q.weight.requires_grad_(True)
    return q.weight.grad.sum().item() == before


for step in range(10):
    print(late(step))


def living(step):
    q.bias.requires_grad_(False)
    y = q(torch.ones(2, 3) * step)
    q.bias.requires_grad_(True)
    return y


for step in range(8):
    y = living(step)
    q.zero_grad()
    y.sum().backward()
    print(y.requires_grad, q.bias.grad, q.weight.grad)


def phase(step):
    pi.weight.requires_grad = step % 2 == 0
    loss = pi(torch.ones(3, 2)).sum()
    op.zero_grad()
    loss.backward()
    return pi.weight.grad is None, pi.bias.grad.item()


for step in range(12):
    print(*phase(step))
