# float-tolerance: 2e-5
# tier2: <module>.loop#3.body 80% after 5
# tier2: <module>.loop#4.body 80% after 5
"""Complex parameters and buffers that steps update: optimizers, modules, histories that live on."""
import math

import torch
import torch.nn as nn

torch.manual_seed(4)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(6, 6, dtype=torch.cfloat) / 3)
        self.bias = nn.Parameter(torch.zeros(6, dtype=torch.cfloat))
        self.register_buffer("seen", torch.zeros(6, dtype=torch.cfloat))
        self.scale = 0.5j

    def forward(self, x):
        y = x @ self.weight.T + self.bias
        with torch.no_grad():
            self.seen.mul_(0.9).add_(y.mean(0), alpha=0.1)
        return y * self.scale


def train(name, make):
    torch.manual_seed(4)
    net = Layer()
    opt = make(net.parameters())
    losses = []
    for step in range(14):
        x = torch.randn(5, 6, dtype=torch.cfloat)
        y = net(x)
        target = torch.fft.fft(x, norm="ortho")
        loss = (y - target).abs().pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    print(name, " ".join(f"{v:.5f}" for v in losses[::3]), f"{net.seen.abs().sum().item():.5f}", f"{net.weight.sum().item():.4f}")


train("sgd", lambda p: torch.optim.SGD(p, 0.1))
train("momentum", lambda p: torch.optim.SGD(p, 0.05, momentum=0.9, nesterov=True, weight_decay=0.01))
train("adam", lambda p: torch.optim.Adam(p, 0.02))
train("adamw", lambda p: torch.optim.AdamW(p, 0.02, amsgrad=True))
train("rmsprop", lambda p: torch.optim.RMSprop(p, 0.01, centered=True))
train("adagrad", lambda p: torch.optim.Adagrad(p, 0.05))

h = torch.zeros(3, dtype=torch.cfloat)
w = torch.tensor([0.9j, 0.5 + 0.5j, -0.8 + 0j], requires_grad=True)
kept = []
for step in range(16):
    h = h * w + step
    if step % 4 == 3:
        kept.append(h)
        h = h.detach()
total = sum((k.abs().sum() for k in kept))
total.backward()
print(f"{total.item():.4f}", [f"{v:.3f}" for v in torch.view_as_real(w.grad).flatten().tolist()])
for step in range(8):
    z = torch.polar(torch.ones(3), torch.arange(3.0) * step)
    z.requires_grad_(True)
    (z * z.conj()).real.sum().backward()
    if step % 4 == 3:
        print(z.grad)

class LRU(nn.Module):
    def __init__(self, n, d):
        super().__init__()
        u1, u2 = torch.rand(n), torch.rand(n)
        self.nu = nn.Parameter(torch.log(-0.5 * torch.log(u1 * 0.8 + 0.1)))
        self.theta = nn.Parameter(torch.log(math.pi * u2))
        self.b = nn.Parameter(torch.randn(n, d, dtype=torch.cfloat) / math.sqrt(2 * d))
        self.c = nn.Parameter(torch.complex(torch.randn(d, n), torch.randn(d, n)) / math.sqrt(n))

    def forward(self, u):
        lam = torch.exp(-torch.exp(self.nu) + 1j * torch.exp(self.theta))
        h = torch.zeros(u.shape[0], self.b.shape[0], dtype=torch.cfloat)
        out = []
        for t in range(u.shape[1]):
            h = lam * h + u[:, t].to(torch.cfloat) @ self.b.T
            out.append((h @ self.c.T).real)
        return torch.stack(out, 1)


m = LRU(8, 4)
opt = torch.optim.SGD(m.parameters(), lr=0.05, momentum=0.9)
x = torch.randn(16, 10, 4)
y = x.cumsum(1) * 0.3
for step in range(24):
    loss = ((m(x) - y) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 8 == 7:
        print(step, f"{loss.item():.5f}", f"{m.c.abs().sum().item():.4f}")

torch.manual_seed(2)
n, m = 12, 60
A = torch.randn(m, n, dtype=torch.cdouble)
truth = torch.randn(n, dtype=torch.cdouble)
b = (A @ truth).abs() ** 2
z = torch.randn(n, dtype=torch.cdouble, requires_grad=True)
for step in range(32):
    y = A @ z
    p = (y * y.conj()).real
    loss = ((p - b) ** 2).mean()
    if z.grad is not None:
        z.grad.zero_()
    loss.backward()
    with torch.no_grad():
        z -= 2e-4 * z.grad
    if step % 16 == 15:
        print(step, f"{loss.item():.6f}", f"{z.angle().sum().item():.6f}", f"{torch.linalg.vector_norm(z).item():.6f}")
