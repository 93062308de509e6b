"""Maxima of windows whose distances are drawn. Graham, "Fractional Max-Pooling" (2014)."""
import torch
from torch._C_autograd import _name_node
from torch.nn._functional.pooling import _several


def _starts(sample, size, kernel, count):
    """First places of the windows along one dimension, for each plane; the last one lies at the end."""
    if count == 1:
        return torch.full((*sample.shape, 1), size - kernel, dtype=torch.int64, device=sample.device)
    step = torch.tensor((size - kernel) / (count - 1), dtype=sample.dtype, device=sample.device)
    number = torch.arange(count - 1, dtype=sample.dtype, device=sample.device)
    sample = sample.unsqueeze(-1)
    places = ((number + sample) * step).long() - (sample * step).long()
    return torch.cat([places, torch.full_like(places[..., :1], size - kernel)], -1)


def _sizes(name, input, output_size, output_ratio, count):
    if output_size is None and output_ratio is None:
        raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
    if output_size is not None:
        return _several(output_size, count)
    if not isinstance(output_ratio, (int, float)) and len(output_ratio) > count:
        raise ValueError(f"{name} requires output_ratio to either be a single Int or tuple of Ints.")
    ratios = [output_ratio] * count if isinstance(output_ratio, (int, float)) else list(output_ratio)
    return [int(input.shape[i - count] * ratios[i]) for i in range(count)]


def _check(name, input, kernel, sizes, samples, count):
    if samples.dtype != input.dtype:
        raise RuntimeError("Expect _random_samples to have the same dtype as input")
    dims = ("time", "height", "width")[3 - count:]
    if input.dim() not in (count + 1, count + 2):
        kind = "3D or 4D" if count == 2 else "4D or 5D"
        raise RuntimeError(f"{name}(): Expected {kind} tensor, but got: {list(input.shape)}")
    for i in range(count):
        size = input.shape[i - count]
        if sizes[i] + kernel[i] - 1 > size:
            raise RuntimeError(f"{name}(): pool {dims[i]} {kernel[i]} too large relative to input {dims[i]} {size}")


def _with_indices(name, input, kernel_size, output_size, output_ratio, samples, count):
    kernel = _several(kernel_size, count)
    sizes = _sizes(name, input, output_size, output_ratio, count)
    batched = input.dim() == count + 2
    if samples is None:
        planes = input.shape[-count - 1]
        samples = torch.rand(input.shape[0] if batched else 1, planes, count, dtype=input.dtype, device=input.device)
    _check(name, input, kernel, sizes, samples, count)
    planes = input.unsqueeze(0) if input.dim() == count + 1 else input
    lead = planes.shape[:2]
    order = (1, 0) if count == 2 else (0, 1, 2)  # the first sample of planes is of the width
    places = torch.zeros((*lead, *[1] * (2 * count)), dtype=torch.int64, device=input.device)
    for i in range(count):
        starts = _starts(samples[:lead[0], :, order[i]], planes.shape[i + 2], kernel[i], sizes[i])
        window = starts.unsqueeze(-1) + torch.arange(kernel[i], device=input.device)
        shape = [1] * (2 * count)
        shape[i], shape[count + i] = sizes[i], kernel[i]
        places = places * planes.shape[i + 2] + window.view(*lead, *shape)
    window = 1
    for size in kernel:
        window *= size
    places = places.reshape(*lead, *sizes, window)
    flat = planes.flatten(2)
    values = flat.detach().gather(2, places.flatten(2)).view(places.shape)
    indices = places.gather(-1, values.argmax(-1, keepdim=True)).squeeze(-1)
    result = flat.gather(2, indices.flatten(2)).view(indices.shape)
    if not batched:
        result, indices = result.squeeze(0), indices.squeeze(0)
    return _name_node(result, f"FractionalMaxPool{count}DBackward0"), indices


def fractional_max_pool2d_with_indices(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                                       _random_samples=None):
    return _with_indices("fractional_max_pool2d", input, kernel_size, output_size, output_ratio, _random_samples, 2)


def fractional_max_pool3d_with_indices(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                                       _random_samples=None):
    return _with_indices("fractional_max_pool3d", input, kernel_size, output_size, output_ratio, _random_samples, 3)


def fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    both = fractional_max_pool2d_with_indices(input, kernel_size, output_size, output_ratio, True, _random_samples)
    return both if return_indices else both[0]


def fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    both = fractional_max_pool3d_with_indices(input, kernel_size, output_size, output_ratio, True, _random_samples)
    return both if return_indices else both[0]
