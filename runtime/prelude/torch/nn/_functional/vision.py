"""Images: resampling, sliding windows; distances."""
import math
from warnings import warn

import torch
from torch import _C_ops as ops
from torch._C_autograd import _name_node
from torch.nn._functional.pooling import _adaptive_average


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None,
                antialias=False):
    if mode in ("nearest", "area", "nearest-exact"):
        if align_corners is not None:
            raise ValueError("align_corners option can only be set with the interpolating modes: linear | bilinear | "
                             "bicubic | trilinear")
    elif align_corners is None:
        align_corners = False
    spatial = input.dim() - 2
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is not None:
        if isinstance(size, (list, tuple, torch.Size)):
            if len(size) != spatial:
                raise ValueError("Input and output must have the same number of spatial dimensions, but got input with "
                                 f"spatial dimensions of {list(input.shape[2:])} and output size of {size}. Please provide "
                                 "input tensor in (N, C, d1, d2, ...,dK) format and output size in (o1, o2, ...,oK) "
                                 "format.")
            output_size = [int(s) for s in size]
        else:
            output_size = [int(size)] * spatial
        scales = None
    elif scale_factor is not None:
        if isinstance(scale_factor, (list, tuple)):
            if len(scale_factor) != spatial:
                raise ValueError("Input and scale_factor must have the same number of spatial dimensions, but got input "
                                 f"with spatial dimensions of {list(input.shape[2:])} and scale_factor of shape "
                                 f"{scale_factor}. Please provide input tensor in (N, C, d1, d2, ...,dK) format and "
                                 "scale_factor in (s1, s2, ...,sK) format.")
            scales = [float(s) for s in scale_factor]
        else:
            scales = [float(scale_factor)] * spatial
        if not recompute_scale_factor and mode != "area" and any([not abs(s) < 2.0**63 for s in scales]):
            raise RuntimeError("value cannot be converted to type int64_t without overflow")
        output_size = [int(math.floor(float(input.shape[i + 2]) * scales[i])) for i in range(spatial)]
        if recompute_scale_factor:
            scales = None
    else:
        raise ValueError("either size or scale_factor should be defined")
    if recompute_scale_factor and size is not None:
        raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
    if antialias:
        from torch.nn._functional.antialias import resized
        return resized(input, output_size, mode, align_corners, scales)
    return _resampled(input, output_size, mode, align_corners, scales)


# By mode: the rank of its inputs, and the node.
_LINEAR = {"linear": (3, "UpsampleLinear1DBackward0"), "bilinear": (4, "UpsampleBilinear2DBackward0"),
           "trilinear": (5, "UpsampleTrilinear3DBackward0")}


def _resampled(input, output_size, mode, align_corners, scales):
    rank = input.dim()
    if mode == "nearest" and 3 <= rank <= 5:
        return _name_node(ops._upsample_nearest(input, output_size, scales, False), f"UpsampleNearest{rank - 2}DBackward0")
    if mode == "nearest-exact" and 3 <= rank <= 5:
        return _name_node(ops._upsample_nearest(input, output_size, scales, True), f"UpsampleNearestExact{rank - 2}DBackward0")
    if mode == "area" and 3 <= rank <= 5:
        return _adaptive_average(input, output_size, rank - 2)
    if mode in _LINEAR and 3 <= rank <= 5:
        wanted, node = _LINEAR[mode]
        if rank != wanted:
            raise NotImplementedError(f"Got {rank}D input, but {mode} mode needs {wanted}D input")
        return _name_node(ops._upsample_linear(input, output_size, align_corners, scales), node)
    if rank == 4 and mode == "bicubic":
        return ops._upsample_bicubic(input, output_size, align_corners, scales)
    raise NotImplementedError("Input Error: Only 3D, 4D and 5D input Tensors supported "
                              f"(got {rank}D) for the modes: nearest | linear | bilinear | bicubic | trilinear | "
                              f"lanczos | area | nearest-exact (got {mode})")


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    warn("`nn.functional.upsample` is deprecated. Use `nn.functional.interpolate` instead.", stacklevel=2)
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input, size=None, scale_factor=None):
    return interpolate(input, size, scale_factor, mode="nearest")


def upsample_bilinear(input, size=None, scale_factor=None):
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


_CORNERS = ("Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please specify "
            "align_corners=True if the old behavior is desired. See the documentation of grid_sample for details.")


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    modes = {"bilinear": 0, "nearest": 1, "bicubic": 2}
    paddings = {"zeros": 0, "border": 1, "reflection": 2}
    if mode not in modes:
        raise ValueError("nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: "
                         f"'{mode}'")
    if padding_mode not in paddings:
        raise ValueError("nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', "
                         f"but got: '{padding_mode}'")
    if align_corners is None:
        warn(_CORNERS, stacklevel=2)
        align_corners = False
    if input.dim() == 5:
        return _sampled_volume(input, grid, mode, padding_mode, align_corners)
    return ops.grid_sampler_2d(input, grid, modes[mode], paddings[padding_mode], align_corners)


def _sampled_volume(input, grid, mode, padding_mode, align_corners):
    if grid.dim() != 5 or grid.shape[-1] != 3 or grid.shape[0] != input.shape[0]:
        raise RuntimeError("grid_sampler(): expected grid to have size 3 in last dimension and the batch size of input, but got "
                           f"input with sizes {list(input.shape)} and grid with sizes {list(grid.shape)}")
    if input.dtype != grid.dtype:
        raise RuntimeError(f"grid_sampler(): expected input and grid to have same dtype, but input has {input.dtype} and grid has "
                           f"{grid.dtype}")
    samples, channels, sizes = input.shape[0], input.shape[1], list(input.shape[2:])
    for d, size in enumerate(sizes):
        if size == 0:
            raise RuntimeError("grid_sampler(): expected input to have non-empty spatial dimensions, but input has sizes "
                               f"{list(input.shape)} with dimension {d + 2} being empty")
    places = [_unnormalised(grid[..., 2 - d].reshape(samples, -1), sizes[d], align_corners) for d in range(3)]
    if mode != "bicubic":
        places = [_brought_inside(place, size, padding_mode, align_corners) for place, size in zip(places, sizes)]
    flat = input.reshape(samples, channels, -1)
    if mode == "nearest":
        result = _corner(flat, sizes, [place.round() for place in places])
        if grid.requires_grad:  # a gradient of 0
            still = places[0].clamp(0, sizes[0] - 1).nan_to_num().round()
            result = result * (still - still.detach() + 1).unsqueeze(1)
    else:
        neighbours = []
        for place, size in zip(places, sizes):
            below = place.detach().floor()
            if mode == "bilinear":
                neighbours.append([(below, below + 1 - place), (below + 1, place - below)])
            else:
                neighbours.append([(_brought_inside(below + number - 1, size, padding_mode, align_corners), weight)
                                   for number, weight in enumerate(_cubic_weights(place - below))])
        result = None
        for z, z_weight in neighbours[0]:
            for y, y_weight in neighbours[1]:
                for x, x_weight in neighbours[2]:
                    part = _corner(flat, sizes, [z, y, x]) * (z_weight * y_weight * x_weight).unsqueeze(1)
                    result = part if result is None else result + part
    return _name_node(result.reshape([samples, channels] + list(grid.shape[1:4])), "GridSampler3DBackward0")


def _unnormalised(x, size, align_corners):
    """Coordinates in [-1, 1] as positions of elements."""
    return (x + 1) / 2 * (size - 1) if align_corners else ((x + 1) * size - 1) / 2


def _cubic_weights(t, a=-0.75):
    """Those of the four neighbours of what lies `t` behind the second."""
    def near(x):
        return ((a + 2) * x - (a + 3)) * x * x + 1

    def far(x):
        return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return far(t + 1), near(t), near(1 - t), far(2 - t)


def _brought_inside(x, size, padding_mode, align_corners):
    if padding_mode == "reflection":
        low, span = (0.0, size - 1.0) if align_corners else (-0.5, float(size))
        if span == 0:
            x = x * 0
        else:
            away = (x - low).abs()
            turns = (away.detach() / span).floor()
            rest = away - turns * span
            x = torch.where(turns % 2 == 0, rest + low, span - rest + low)
    if padding_mode == "zeros":  # a place that no integer can name lies outside
        return torch.where(x.abs() < 1e9, x, -100.0)
    return torch.where(x.isnan(), size - 1.0, x).clamp(0, size - 1)


def _corner(flat, sizes, at):
    """Elements at whole positions, 0 outside."""
    inside, index = None, 0
    for size, place in zip(sizes, at):
        here = (place >= 0).logical_and(place < size)
        inside = here if inside is None else inside.logical_and(here)
        index = index * size + place.detach().clamp(0, size - 1).nan_to_num().long()
    found = flat.gather(2, index.unsqueeze(1).expand(-1, flat.shape[1], -1))
    return torch.where(inside.unsqueeze(1), found, 0.0)


def _check_grid(theta, size):
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) not in (4, 5):
        raise NotImplementedError("affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. "
                                  f"Got size {size}.")
    spatial = len(size) - 2
    if theta.dim() != 3 or tuple(theta.shape[1:]) != (spatial, spatial + 1):
        raise ValueError(f"Expected a batch of {spatial}D affine matrices of shape Nx{spatial}x{spatial + 1} for size {size}. "
                         f"Got {theta.shape}.")
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")


def affine_grid(theta, size, align_corners=None):
    if align_corners is None:
        warn(_CORNERS, stacklevel=2)
        align_corners = False
    _check_grid(theta, size)
    count, height, width = size[0], size[-2], size[-1]
    xs = torch.linspace(-1, 1, width, dtype=theta.dtype, device=theta.device)
    ys = torch.linspace(-1, 1, height, dtype=theta.dtype, device=theta.device)
    if not align_corners:
        xs = xs * ((width - 1) / width)
        ys = ys * ((height - 1) / height)
    if len(size) == 5:
        depth = size[2]
        zs = torch.linspace(-1, 1, depth, dtype=theta.dtype, device=theta.device)
        if not align_corners:
            zs = zs * ((depth - 1) / depth)
        shape = (depth, height, width)
        axes = [xs.expand(shape), ys.unsqueeze(-1).expand(shape), zs.unsqueeze(-1).unsqueeze(-1).expand(shape)]
        base = torch.stack(axes + [torch.ones(shape, dtype=theta.dtype, device=theta.device)], dim=-1)
        grid = base.view(1, -1, 4).expand(count, -1, 4).bmm(theta.transpose(1, 2))
        return _name_node(grid.view(count, depth, height, width, 3), "AffineGridGeneratorBackward0")
    base = torch.stack([xs.expand(height, width), ys.unsqueeze(-1).expand(height, width),
                        torch.ones(height, width, dtype=theta.dtype, device=theta.device)], dim=-1)
    grid = base.view(1, height * width, 3).expand(count, height * width, 3).bmm(theta.transpose(1, 2))
    return _name_node(grid.view(count, height, width, 2), "AffineGridGeneratorBackward0")


def _pair(value):
    return [value, value] if isinstance(value, int) else list(value)


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    return ops.im2col(input, _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride))


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    return ops.col2im(input, _pair(output_size), _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride))
