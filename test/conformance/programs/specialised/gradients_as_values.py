"""Gradients as values in a step: a penalty on them, differentiated with the rest."""
# tier2: <module>.loop.body 80% after 3
# float-tolerance: 1e-4
import torch
from torch import nn
torch.manual_seed(0)
G = nn.Sequential(nn.Linear(4, 16), nn.LeakyReLU(0.2), nn.Linear(16, 2))
D = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
og = torch.optim.Adam(G.parameters(), lr=1e-3, betas=(0.0, 0.9))
od = torch.optim.Adam(D.parameters(), lr=1e-3, betas=(0.0, 0.9))


def gradient_penalty(real, fake):
    eps = torch.rand(real.size(0), 1)
    mix = (eps * real + (1 - eps) * fake).requires_grad_(True)
    out = D(mix)
    grad = torch.autograd.grad(outputs=out, inputs=mix, grad_outputs=torch.ones_like(out), create_graph=True, retain_graph=True)[0]
    return ((grad.norm(2, dim=1) - 1) ** 2).mean()


for it in range(12):
    for k in range(2):
        real = torch.randn(32, 2) * 0.5 + torch.tensor([1.0, -1.0])
        fake = G(torch.randn(32, 4)).detach()
        od.zero_grad()
        lossD = D(fake).mean() - D(real).mean() + 10 * gradient_penalty(real, fake)
        lossD.backward()
        od.step()
    og.zero_grad()
    lossG = -D(G(torch.randn(32, 4))).mean()
    lossG.backward()
    og.step()
    if it % 3 == 0:
        print(f"{it} {lossD.item():.4f} {lossG.item():.4f}")


# Chosen inputs, inner results among them, unused ones, and what was given to the results.
a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([3.0, 4.0], requires_grad=True)
c = torch.tensor([5.0, 6.0], requires_grad=True)


def chosen(k):
    x = a * b
    y = x.sin() * k + a
    gx, gb = torch.autograd.grad(y, (x, b), torch.full_like(y, k), retain_graph=True)
    ga, gc = torch.autograd.grad([y, x], [a, c], [torch.ones(2), torch.ones(2)], allow_unused=True)
    return gx, gb, ga, gc


for k in range(1, 7):
    gx, gb, ga, gc = chosen(float(k))
    print([f"{v:.4f}" for g in (gx, gb, ga) for v in g.tolist()], gc)
for k in range(6):
    y = (a * b * k).sum() + (a * a).sum()
    y.backward(inputs=[a])
    print(a.grad.tolist(), b.grad)
    a.grad = None
