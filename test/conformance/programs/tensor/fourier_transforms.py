# torch.fft and the short-time transforms: values, sizes, scaling, gradients, errors.
import torch

torch.manual_seed(1)
x = torch.randn(3, 6, dtype=torch.float64)
z = torch.randn(2, 3, 4, dtype=torch.complex128)


def rounded(value):
    value = value.detach()
    parts = torch.view_as_real(value.resolve_conj()) if value.is_complex() else value
    return parts.double().round(decimals=6) + 0.0


def show(name, value):
    print(name, value.shape, value.dtype, value.stride(), value.is_conj())
    print(rounded(value))


for name in ("fft", "ifft", "rfft", "ihfft"):
    function = getattr(torch.fft, name)
    for n in (None, 4, 9):
        for norm in (None, "ortho", "forward"):
            show(f"{name} {n} {norm}", function(x, n, norm=norm))
    show(f"{name} dim 0", function(x, dim=0))
for name in ("fft", "ifft", "irfft", "hfft"):
    function = getattr(torch.fft, name)
    for n in (None, 3, 7):
        show(f"{name} of complex {n}", function(z, n, norm="ortho"))
    show(f"{name} of complex, dim 1", function(z, dim=1))
for name in ("fft2", "ifft2", "irfft2", "hfft2", "fftn", "ifftn", "irfftn", "hfftn"):
    function = getattr(torch.fft, name)
    show(name, function(z))
    show(name + " s", function(z, s=(3, 5)))
    show(name + " dim", function(z, dim=(0, 2), norm="ortho"))
for name in ("rfft2", "rfftn", "ihfft2", "ihfftn"):
    function = getattr(torch.fft, name)
    show(name, function(x))
    show(name + " s", function(x, s=(4, 4), norm="forward"))
show("transposed", torch.fft.fft(z.transpose(0, 2)))
show("float", torch.fft.rfft(torch.arange(7.)))
show("integers", torch.fft.fft(torch.arange(4)))
show("shift", torch.fft.fftshift(torch.arange(7)))
show("shift back", torch.fft.ifftshift(torch.fft.fftshift(torch.arange(12).reshape(3, 4), dim=1), dim=1))
print(torch.fft.fftfreq(7, 0.5), torch.fft.rfftfreq(8), torch.fft.fftfreq(4, dtype=torch.float64))

# Gradients.
for name in ("fft", "ifft", "rfft", "ihfft", "fft2", "rfft2", "fftn"):
    leaf = torch.randn(3, 5, dtype=torch.float64, requires_grad=True)
    weight = torch.randn(3, 5, dtype=torch.float64)
    result = getattr(torch.fft, name)(leaf)
    loss = (result.abs().pow(2) * weight[:, :result.shape[1]]).sum() + result.real.sum() - result.imag.pow(3).sum()
    loss.backward()
    print(name, round(loss.item(), 8), rounded(leaf.grad))
for name in ("fft", "irfft", "hfft", "irfft2", "ifftn", "hfftn"):
    for size in (4, 5):
        leaf = torch.randn(3, size, dtype=torch.complex128, requires_grad=True)
        result = getattr(torch.fft, name)(leaf)
        (result.abs().pow(3)).sum().backward()
        print(name, size, rounded(leaf.grad))

signal = torch.randn(2, 40, dtype=torch.float64, requires_grad=True)
window = torch.hann_window(8, dtype=torch.float64)
spectrum = torch.stft(signal, 8, 4, window=window, return_complex=True)
show("stft", spectrum.detach())
back = torch.istft(spectrum, 8, 4, window=window, length=40)
print("back", torch.allclose(back, signal), back.shape)
(spectrum.abs().sum() + back.pow(2).sum()).backward()
print(rounded(signal.grad))
show("stft both sides", torch.stft(signal.detach()[0], 8, center=False, onesided=False, normalized=True, return_complex=True))
show("method", signal.detach().stft(10, hop_length=3, win_length=6, window=window[:6], return_complex=False))

for bad in (lambda: torch.fft.fft(x, 0), lambda: torch.fft.fft(x, norm="other"), lambda: torch.fft.rfft(z), lambda: torch.fft.fft(x, dim=2),
            lambda: torch.fft.fftn(x, dim=(0, 0)), lambda: torch.fft.fftn(x, s=(2,), dim=(0, 1)), lambda: torch.fft.fft(x.half()),
            lambda: torch.stft(x, 4), lambda: torch.stft(x[0], 4, hop_length=0, return_complex=True, center=False),
            lambda: torch.fft.irfft(torch.ones(1, dtype=torch.complex64))):
    try:
        print("no error", bad())
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])

# The plans of the last transforms are kept: more kinds than there is room for, again and again, and memory that is aligned otherwise.
line = torch.arange(400.0).sin()
for _ in range(2):
    for size in range(2, 50):
        for start in (0, 1, 2, 3):
            part = line[start:start + size]
            doubled = torch.stack([part.double(), part.double().flip(0)], -1)
            there = torch.fft.rfft(part), torch.fft.fft(part + 0j), torch.fft.fft2(doubled + 0j), torch.fft.rfft(doubled, dim=0)
            back = torch.fft.irfft(there[0], size), torch.fft.ifft(there[1]), torch.fft.ifft2(there[2]), torch.fft.irfft(there[3], size, dim=0)
            for found, wanted in zip(back, (part, part, doubled, doubled)):
                assert (found - wanted).abs().max() < 1e-5, (size, start)
            assert (there[1][:size // 2 + 1] - there[0]).abs().max() < 1e-4
            assert (there[3][0] - doubled.sum(0)).abs().max() < 1e-9
print("kept plans")
