# Training steps with complex numbers, and steps of real numbers beside them.
import torch
import torch.nn as nn

torch.manual_seed(3)


class SpectralLayer(nn.Module):
    """Multiplies the lowest frequencies by complex weights, as Fourier neural operators do."""

    def __init__(self, channels, modes):
        super().__init__()
        self.modes = modes
        self.weight = nn.Parameter(torch.randn(channels, channels, modes, dtype=torch.cfloat) / channels)

    def forward(self, x):
        spectrum = torch.fft.rfft(x)
        out = torch.zeros_like(spectrum)
        out[:, :, :self.modes] = torch.einsum("bix,iox->box", spectrum[:, :, :self.modes], self.weight)
        return torch.fft.irfft(out, n=x.size(-1))


class Operator(nn.Module):
    def __init__(self):
        super().__init__()
        self.lift = nn.Linear(1, 4)
        self.spectral = SpectralLayer(4, 3)
        self.mix = nn.Conv1d(4, 4, 1)
        self.out = nn.Linear(4, 1)

    def forward(self, x):
        x = self.lift(x.unsqueeze(-1)).transpose(1, 2)
        x = torch.tanh(self.spectral(x) + self.mix(x))
        return self.out(x.transpose(1, 2)).squeeze(-1)


model = Operator()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
grid = torch.linspace(0, 6.2832, 17)[:-1]
for step in range(12):
    phase = torch.rand(5, 1)
    x = torch.sin(grid + phase)
    target = torch.cos(grid + phase)
    loss = (model(x) - target).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, f"{loss.item():.5f}", model.spectral.weight.dtype, f"{model.spectral.weight.grad.abs().sum().item():.4f}")

# A spectral loss around a network of real numbers.
net = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 8))
adam = torch.optim.Adam(net.parameters(), lr=0.01)
for step in range(12):
    x = torch.randn(4, 8)
    difference = torch.fft.rfft(net(x)) - torch.fft.rfft(x.flip(1))
    loss = (difference.abs() ** 2).mean()
    adam.zero_grad()
    loss.backward()
    adam.step()
    print(step, f"{loss.item():.5f}")

# Real steps after conjugated views have been made.
net = nn.Linear(4, 3)
sgd = torch.optim.SGD(net.parameters(), lr=0.1)
state = torch.view_as_complex(torch.arange(8.).reshape(4, 2))
for step in range(12):
    x = torch.full((2, 4), 0.1 * step)
    loss = nn.functional.cross_entropy(net(x), torch.tensor([0, 2]))
    sgd.zero_grad()
    loss.backward()
    sgd.step()
    print(step, f"{loss.item():.5f}")


def rotated(z, steps):
    for k in range(steps):
        z = z * (1j if k % 2 else 0.5) + z.conj()
    return z


for step in range(8):
    state = rotated(state, step % 3)
    size = state.abs().max()
    if size > 100:
        state = state / size
    print(step, [f"{v.real:.4f} {v.imag:.4f}" for v in state.tolist()], state.is_conj(), state.dtype)

# A dtype that changes to complex after the profile.
def energy(t):
    return (t * t.conj()).real.sum() if t.is_complex() else (t * t).sum()


for step in range(12):
    t = torch.full((3,), 2.0) if step < 7 else torch.full((3,), 1 + 1j)
    print(step, energy(t))
