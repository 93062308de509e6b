"""Updates in place whose gradient needs what was there before or what came out: the network of a
GAN whose discriminator has a leaky rectifier in place, each activation in place, and results that
are written again before backward asks for them, which raises."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(4, 16))

    def forward(self, z):
        return self.model(z)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(16, 8), nn.LeakyReLU(0.2, inplace=True), nn.Linear(8, 1))

    def forward(self, image):
        return self.model(image.view(image.shape[0], -1))


generator, discriminator = Generator(), Discriminator()
ours = torch.optim.SGD(generator.parameters(), lr=0.05)
theirs = torch.optim.SGD(discriminator.parameters(), lr=0.05)
for i in range(24):
    real = torch.rand(8, 1, 4, 4)
    z = torch.full((8, 4), 0.5)
    fake = generator(z).detach()
    loss = torch.mean(discriminator(fake)) - torch.mean(discriminator(real))
    theirs.zero_grad()
    loss.backward()
    theirs.step()
    if i % 4 == 0:
        made = -torch.mean(discriminator(generator(z)))
        ours.zero_grad()
        made.backward()
        ours.step()
        print(i, f"{made.item():.4f} {loss.item():.4f}")

w = torch.linspace(-1.0, 1.0, 6).requires_grad_(True)
x = torch.linspace(0.2, 1.4, 6)

for step in range(5):
    w.grad = None
    F.leaky_relu(w * x, 0.3, inplace=True).sum().backward()
print("leaky", [round(v, 4) for v in w.grad.tolist()])
for step in range(5):
    w.grad = None
    F.relu(w * x, inplace=True).sum().backward()
print("rectified", [round(v, 4) for v in w.grad.tolist()])
for step in range(5):
    w.grad = None
    F.elu(w * x, 1.5, inplace=True).sum().backward()
print("exponential", [round(v, 4) for v in w.grad.tolist()])
for step in range(5):
    w.grad = None
    F.hardtanh(w * x, -0.5, 0.5, inplace=True).sum().backward()
print("bounded", [round(v, 4) for v in w.grad.tolist()])
for step in range(5):
    w.grad = None
    (w * x).pow_(3).sum().backward()
print("powers", [round(v, 4) for v in w.grad.tolist()])
for step in range(5):
    w.grad = None
    (w * x).clamp_(-0.4, 0.6).sum().backward()
print("clamped", [round(v, 4) for v in w.grad.tolist()])
for step in range(5):
    w.grad = None
    (w * x).sigmoid_().sum().backward()
print("squashed", [round(v, 4) for v in w.grad.tolist()])
for step in range(5):
    w.grad = None
    (w * x).abs_().add_(1.0).sqrt_().sum().backward()
print("roots", [round(v, 4) for v in w.grad.tolist()])
for step in range(5):
    w.grad = None
    (w * x).mul_(x).div_(x + 1.0).sum().backward()
print("products", [round(v, 4) for v in w.grad.tolist()])
for step in range(5):
    w.grad = None
    (w * x).mul_(2.0).exp_().sum().backward()
print("twice", [round(v, 4) for v in w.grad.tolist()])
for step in range(5):
    w.grad = None
    (w * x)[1:].pow_(2).sum().backward()
print("shown", [round(v, 4) for v in w.grad.tolist()])
for step in range(5):
    w.grad = None
    said = "nothing"
    try:
        F.relu(w * x, inplace=True).mul_(2.0).sum().backward()
    except RuntimeError as error:
        said = str(error)[:60]
print("rectified_and_scaled", said, w.grad is None)
for step in range(5):
    w.grad = None
    said = "nothing"
    try:
        (w * x).tanh_().add_(1.0).sum().backward()
    except RuntimeError as error:
        said = str(error)[:60]
print("squashed_and_moved", said, w.grad is None)
for step in range(5):
    w.grad = None
    said = "nothing"
    try:
        F.leaky_relu(w * x, 0.3, inplace=True).mul_(2.0).sum().backward()
    except RuntimeError as error:
        said = str(error)[:60]
print("leaky_and_scaled", said, w.grad is None)
for step in range(5):
    w.grad = None
    said = "nothing"
    try:
        (w * x).pow_(2).add_(1.0).sum().backward()
    except RuntimeError as error:
        said = str(error)[:60]
print("powers_and_moved", said, w.grad is None)


def forward_part(h):
    return F.leaky_relu(h * x, 0.1, inplace=True).pow(2).sum()


for step in range(8):
    w.grad = None
    loss = forward_part(w)
    loss.backward()
    if step % 3 == 0:
        print(step, f"{loss.item():.4f}", [round(v, 4) for v in w.grad.tolist()])

for step in range(6):
    h = (w * x).pow_(3)
    (g,) = torch.autograd.grad(h.sum(), w, create_graph=True)
    (gg,) = torch.autograd.grad(g.sum(), w)
print([round(v, 4) for v in gg.tolist()])
