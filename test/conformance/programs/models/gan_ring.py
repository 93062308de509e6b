"""A GAN on a ring of Gaussians: two networks, two optimizers, losses stored on an object."""
# tier2: Trainer.step 90% after 3
import math
import torch
from torch import nn, optim


def mlp(*sizes, act=nn.ReLU, last=None):
    layers = []
    for i, (a, b) in enumerate(zip(sizes, sizes[1:])):
        layers.append(nn.Linear(a, b))
        if i < len(sizes) - 2:
            layers.append(act())
    if last is not None:
        layers.append(last)
    return nn.Sequential(*layers)


class Trainer:
    def __init__(self):
        self.g = mlp(4, 32, 32, 2)
        self.d = mlp(2, 32, 32, 1, act=lambda: nn.LeakyReLU(0.2))
        self.og = optim.Adam(self.g.parameters(), lr=1e-3, betas=(0.5, 0.999))
        self.od = optim.Adam(self.d.parameters(), lr=1e-3, betas=(0.5, 0.999))
        self.criterion = nn.BCEWithLogitsLoss()
        self.history = {"d": [], "g": []}

    def real(self, n):
        k = torch.randint(0, 8, (n,))
        angle = k.float() * (2 * math.pi / 8)
        return torch.stack([angle.cos(), angle.sin()], 1) * 2 + torch.randn(n, 2) * 0.05

    def step(self, n=64):
        real = self.real(n)
        fake = self.g(torch.randn(n, 4))
        self.od.zero_grad()
        d_loss = self.criterion(self.d(real), torch.ones(n, 1)) + self.criterion(
            self.d(fake.detach()), torch.zeros(n, 1))
        d_loss.backward()
        self.od.step()
        self.og.zero_grad()
        g_loss = self.criterion(self.d(fake), torch.ones(n, 1))
        g_loss.backward()
        self.og.step()
        self.history["d"].append(d_loss.item())
        self.history["g"].append(g_loss.item())


torch.manual_seed(7)
t = Trainer()
print(t.g)
print(t.d)
for i in range(60):
    t.step()
    if i % 10 == 9:
        print(i, f"{t.history['d'][-1]:.3f} {sum(t.history['g'][-10:]) / 10:.3f}")
with torch.no_grad():
    s = t.g(torch.randn(500, 4))
    print(s.mean(0), s.std(0))
