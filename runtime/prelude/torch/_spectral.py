"""Short-time Fourier transforms."""
import torch
from torch._C_autograd import _name_node
from torch import _C_ops as _ops
from torch import fft as _fft


def _shown(tensor):
    return str(list(tensor.shape))


def _window_of(window, n_fft, win_length, like):
    """The window with zeros on both sides up to the length of a frame."""
    if window is None:
        dtype = like.real.dtype
        window = torch.ones(win_length, dtype=dtype, device=like.device)
    if win_length < n_fft:
        left = (n_fft - win_length) // 2
        window = torch.nn.functional.pad(window, [left, n_fft - win_length - left])
    return window


def stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", normalized=False,
         onesided=None, return_complex=None, align_to_window=None):
    if return_complex is None and not (input.is_complex() or window is not None and window.is_complex()):
        raise RuntimeError("stft requires the return_complex parameter be given for real inputs, and will further require that "
                           "return_complex=True in a future PyTorch release.")
    if center and align_to_window is not None:
        raise RuntimeError("stft align_to_window should only be set when center = false")
    if center:
        # Signals and batches of them are padded as signals of one channel.
        extra = 3 - input.dim()
        padded = input.reshape([1] * extra + list(input.shape))
        padded = torch.nn.functional.pad(padded, [n_fft // 2, n_fft // 2], pad_mode)
        input = padded.reshape(list(padded.shape)[extra:])
    hop = n_fft // 4 if hop_length is None else hop_length
    length = n_fft if win_length is None else win_length
    described = f"stft(torch.{torch._scalar_type_name(input.dtype)}Tensor{_shown(input)}, n_fft={n_fft}, hop_length={hop}, " \
                f"win_length={length}, window=" + \
                ("torch.Tensor{" + ", ".join(map(str, window.shape)) + "}" if window is not None else "None") + \
                f", normalized={int(normalized)}, onesided={'None' if onesided is None else int(onesided)}, " \
                f"return_complex={'None' if return_complex is None else int(return_complex)}, " \
                f"align_to_window={'None' if align_to_window is None else int(align_to_window)}) "
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(f"{described}: expected a tensor of floating point or complex values")
    if input.dim() not in (1, 2):
        raise RuntimeError(f"{described}: expected a 1D or 2D tensor")
    batch = input if input.dim() == 2 else input.unsqueeze(0)
    size = batch.shape[1]
    if n_fft <= 0 or n_fft > size:
        raise RuntimeError(f"{described}: expected 0 < n_fft < {size}, but got n_fft={n_fft}")
    if hop <= 0:
        raise RuntimeError(f"{described}: expected hop_length > 0, but got hop_length={hop}")
    if length <= 0 or length > n_fft:
        raise RuntimeError(f"{described}: expected 0 < win_length <= n_fft, but got win_length={length}")
    if window is not None and (window.dim() != 1 or window.shape[0] != length):
        raise RuntimeError(f"{described}: expected a 1D window tensor of size equal to win_length={length}, but got window with "
                           f"size {_shown(window)}")
    frames = batch.unfold(1, n_fft, hop)
    if window is not None or length < n_fft:
        frames = frames * _window_of(window, n_fft, length, batch)
    norm = "ortho" if normalized else None
    if frames.is_complex():
        if onesided:
            raise RuntimeError("Cannot have onesided output if window or input is complex")
        result = _fft.fft(frames, norm=norm)
    elif onesided is None or onesided:
        result = _fft.rfft(frames, norm=norm)
    else:
        result = _fft.fft(frames, norm=norm)
    result = _name_node(result.transpose(1, 2), "TransposeBackward1")
    if input.dim() == 1:
        result = _name_node(result.squeeze(0), "SqueezeBackward4")
    return result if return_complex is None or return_complex else torch.view_as_real(result)


def istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, length=None,
          return_complex=False):
    hop = n_fft // 4 if hop_length is None else hop_length
    window_length = n_fft if win_length is None else win_length
    if not input.is_complex():
        raise TypeError("istft requires a complex-valued input tensor matching the output from stft with return_complex=True.")
    described = f"istft(torch.{torch._scalar_type_name(input.dtype)}Tensor{_shown(input)}, n_fft={n_fft}, hop_length={hop}, " \
                f"win_length={window_length})"
    if input.numel() == 0:
        raise RuntimeError(f"{described}: input tensor cannot be empty.")
    if input.dim() not in (2, 3):
        raise RuntimeError(f"{described}: expected a tensor with 3 dimensions or 4 dimensions, but got {input.dim() + 1}")
    one_side = (input.shape[-2] != n_fft) if onesided is None else onesided
    expected = n_fft // 2 + 1 if one_side else n_fft
    if input.shape[-2] != expected:
        raise RuntimeError(f"{described}: expected the frequency dimension (3rd to the last) of the input tensor to match n_fft"
                           f"{' / 2 + 1' if one_side else ''} when onesided={one_side}, but got {input.shape[-2]}")
    if not 0 < hop <= window_length:
        raise RuntimeError(f"{described}: expected 0 < hop_length <= win_length")
    if not 0 < window_length <= n_fft:
        raise RuntimeError(f"{described}: expected 0 < win_length <= n_fft")
    if window is not None and (window.dim() != 1 or window.shape[0] != window_length):
        raise RuntimeError(f"{described}: Invalid window shape. window has to be 1D and length of `win_length`")
    weights = _window_of(window, n_fft, window_length, input)
    batch = input if input.dim() == 3 else input.unsqueeze(0)
    spectra = torch.view_as_complex(torch.view_as_real(batch.resolve_conj()).transpose(1, 2))
    norm = "ortho" if normalized else None
    if return_complex:
        if one_side:
            raise RuntimeError("Cannot have onesided output if window or input is complex")
        frames = _fft.ifft(spectra, norm=norm)
    elif one_side:
        frames = _fft.irfft(spectra, n_fft, norm=norm)
    else:
        frames = _fft.irfft(spectra.narrow(-1, 0, n_fft // 2 + 1), n_fft, norm=norm)
    count = frames.shape[1]
    total = n_fft + hop * (count - 1)
    signal = _overlapped(frames * weights, total, n_fft, hop)
    power = _overlapped((weights * weights).expand(1, count, n_fft), total, n_fft, hop)
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else total - n_fft // 2 if center else total
    wanted = end - start
    signal, power = signal[:, start:end], power[:, start:end]
    if not bool(power.abs().min() > 1e-11):
        raise RuntimeError(f"{described}: window overlap add min: 1")
    signal = signal / power
    if signal.shape[1] < wanted:
        signal = torch.nn.functional.pad(signal, [0, wanted - signal.shape[1]])
    return signal if input.dim() == 3 else signal.squeeze(0)


def _overlapped(frames, total, n_fft, hop):
    """The sum of frames, each `hop` elements behind the one before."""
    places = (torch.arange(frames.shape[1], device=frames.device).unsqueeze(1) * hop + torch.arange(n_fft, device=frames.device)).reshape(-1)
    sums = torch.zeros(frames.shape[0], total, dtype=frames.dtype, device=frames.device)
    return _ops.index_add(sums, 1, places, frames.reshape(frames.shape[0], -1))
