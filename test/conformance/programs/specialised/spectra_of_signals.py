# tier2: <module>.loop.body 80% after 5
"""Losses of spectra: short transforms with a window, and one of the whole signal."""
import torch
import torch.nn as nn

torch.set_default_dtype(torch.float64)
torch.manual_seed(5)
net = nn.Sequential(nn.Conv1d(1, 8, 9, padding=4), nn.Tanh(), nn.Conv1d(8, 1, 9, padding=4))
opt = torch.optim.Adam(net.parameters(), 3e-3)
window = torch.hann_window(32)
x = torch.randn(4, 1, 128)
y = torch.sin(torch.linspace(0, 30, 128)).expand(4, 1, 128) + 0.1 * x


def spectrum(s):
    f = torch.stft(s.squeeze(1), 32, hop_length=8, window=window, return_complex=True)
    return torch.log(f.abs() + 1e-3)


for step in range(24):
    out = net(x)
    loss = (spectrum(out) - spectrum(y)).abs().mean() + (out - y).pow(2).mean()
    f = torch.fft.rfft(out - y, norm="ortho")
    loss = loss + 0.01 * (f.real ** 2 + f.imag ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 8 == 7:
        print(step, f"{loss.item():.5f}")
