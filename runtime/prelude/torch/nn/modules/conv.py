"""Convolutions."""
import torch.nn.functional as F
from torch.nn.modules._sizes import several
from torch.nn.modules._weights import add_parameters, fill_by_inputs
from torch.nn.modules.module import Module


class _ConvNd(Module):
    __constants__ = ["stride", "padding", "dilation", "groups", "padding_mode", "output_padding", "in_channels",
                     "out_channels", "kernel_size"]

    def __init__(self, in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding,
                 groups, bias, padding_mode, device=None, dtype=None):
        super().__init__()
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups != 0:
            raise ValueError("out_channels must be divisible by groups")
        if isinstance(padding, str):
            if padding not in ("same", "valid"):
                raise ValueError(f"Invalid padding string {padding!r}, should be one of {{'same', 'valid'}}")
            if padding == "same" and any([s != 1 for s in stride]):
                raise ValueError("padding='same' is not supported for strided convolutions")
        modes = {"zeros", "reflect", "replicate", "circular"}
        if padding_mode not in modes:
            raise ValueError(f"padding_mode must be one of {modes}, but got padding_mode='{padding_mode}'")
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding
        self.dilation = dilation
        self.transposed = transposed
        self.output_padding = output_padding
        self.groups = groups
        self.padding_mode = padding_mode
        self._reversed_padding_repeated_twice = self._pads()
        if transposed:
            shape = (in_channels, out_channels // groups) + kernel_size
        else:
            shape = (out_channels, in_channels // groups) + kernel_size
        add_parameters(self, {"weight": shape, "bias": (out_channels,) if bias else None}, device, dtype)
        self.reset_parameters()

    def _pads(self):
        """Padding before and after each dimension, last dimension first, as F.pad wants it."""
        if self.padding == "valid":
            return [0, 0] * len(self.kernel_size)
        if self.padding != "same":
            return [n for n in reversed(self.padding) for side in range(2)]
        pads = []
        for size, dilation in zip(reversed(self.kernel_size), reversed(self.dilation)):
            total = dilation * (size - 1)
            pads += [total // 2, total - total // 2]
        return pads

    def reset_parameters(self):
        fill_by_inputs(self)

    def extra_repr(self):
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        for name, usual in (("padding", 0), ("dilation", 1), ("output_padding", 0), ("groups", 1)):
            value = getattr(self, name)
            if value != (usual if name == "groups" else (usual,) * len(value)):
                text += f", {name}={value}"
        bias = "" if self.bias is not None else ", bias=False"
        mode = "" if self.padding_mode == "zeros" else f", padding_mode={self.padding_mode}"
        return text + bias + mode

    def _output_padding(self, input, output_size, count):
        """What an explicit output size asks for in a transposed convolution."""
        if output_size is None:
            return self.output_padding
        has_batch = input.dim() == count + 2
        if len(output_size) == count + (2 if has_batch else 1):
            output_size = output_size[len(output_size) - count:]
        if len(output_size) != count:
            raise ValueError(f"ConvTranspose{count}D: for {input.dim()}D input, output_size must have {count} or "
                             f"{count + (2 if has_batch else 1)} elements (got {len(output_size)})")
        least = []
        for d in range(count):
            size = input.size(d + (2 if has_batch else 1))
            least.append((size - 1) * self.stride[d] - 2 * self.padding[d] + self.dilation[d] * (self.kernel_size[d] - 1) + 1)
        extra = [output_size[d] - least[d] for d in range(count)]
        if any([not 0 <= extra[d] < self.stride[d] for d in range(count)]):
            most = [least[d] + self.stride[d] - 1 for d in range(count)]
            raise ValueError(f"requested an output size of {output_size}, but valid sizes range from {least} to {most} (for an "
                             f"input of {input.size()[2:]})")
        return extra


class Conv1d(_ConvNd):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        super().__init__(in_channels, out_channels, several(kernel_size, 1), several(stride, 1),
                         padding if isinstance(padding, str) else several(padding, 1), several(dilation, 1), False, (0,),
                         groups, bias, padding_mode, device, dtype)

    def forward(self, input):
        if self.padding_mode != "zeros":
            input = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            return F.conv1d(input, self.weight, self.bias, self.stride, (0,), self.dilation, self.groups)
        return F.conv1d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


class Conv2d(_ConvNd):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        super().__init__(in_channels, out_channels, several(kernel_size, 2), several(stride, 2),
                         padding if isinstance(padding, str) else several(padding, 2), several(dilation, 2), False,
                         (0, 0), groups, bias, padding_mode, device, dtype)

    def forward(self, input):
        if self.padding_mode != "zeros":
            input = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            return F.conv2d(input, self.weight, self.bias, self.stride, (0, 0), self.dilation, self.groups)
        return F.conv2d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


class Conv3d(_ConvNd):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        super().__init__(in_channels, out_channels, several(kernel_size, 3), several(stride, 3),
                         padding if isinstance(padding, str) else several(padding, 3), several(dilation, 3), False,
                         (0, 0, 0), groups, bias, padding_mode, device, dtype)

    def forward(self, input):
        if self.padding_mode != "zeros":
            input = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            return F.conv3d(input, self.weight, self.bias, self.stride, (0, 0, 0), self.dilation, self.groups)
        return F.conv3d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


def _only_zeros(self, padding_mode):
    if padding_mode != "zeros":
        raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')


class _ConvTransposeNd(_ConvNd):
    pass


class ConvTranspose1d(_ConvTransposeNd):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True,
                 dilation=1, padding_mode="zeros", device=None, dtype=None):
        _only_zeros(self, padding_mode)
        super().__init__(in_channels, out_channels, several(kernel_size, 1), several(stride, 1), several(padding, 1),
                         several(dilation, 1), True, several(output_padding, 1), groups, bias, padding_mode, device,
                         dtype)

    def forward(self, input, output_size=None):
        extra = self._output_padding(input, output_size, 1)
        return F.conv_transpose1d(input, self.weight, self.bias, self.stride, self.padding, extra, self.groups,
                                  self.dilation)


class ConvTranspose2d(_ConvTransposeNd):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True,
                 dilation=1, padding_mode="zeros", device=None, dtype=None):
        _only_zeros(self, padding_mode)
        super().__init__(in_channels, out_channels, several(kernel_size, 2), several(stride, 2), several(padding, 2),
                         several(dilation, 2), True, several(output_padding, 2), groups, bias, padding_mode, device,
                         dtype)

    def forward(self, input, output_size=None):
        extra = self._output_padding(input, output_size, 2)
        return F.conv_transpose2d(input, self.weight, self.bias, self.stride, self.padding, extra, self.groups,
                                  self.dilation)


class ConvTranspose3d(_ConvTransposeNd):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True,
                 dilation=1, padding_mode="zeros", device=None, dtype=None):
        _only_zeros(self, padding_mode)
        super().__init__(in_channels, out_channels, several(kernel_size, 3), several(stride, 3), several(padding, 3),
                         several(dilation, 3), True, several(output_padding, 3), groups, bias, padding_mode, device,
                         dtype)

    def forward(self, input, output_size=None):
        extra = self._output_padding(input, output_size, 3)
        return F.conv_transpose3d(input, self.weight, self.bias, self.stride, self.padding, extra, self.groups,
                                  self.dilation)


def __getattr__(name):
    if name.startswith("LazyConv"):  # torch has it in this module, too
        from torch.nn.modules import lazy
        return getattr(lazy, name)
    raise AttributeError(f"module 'torch.nn.modules.conv' has no attribute '{name}'")
