"""Padding as layers."""
import torch.nn.functional as F
from torch.nn.modules._sizes import several
from torch.nn.modules.module import Module


class _PadNd(Module):
    _mode = "constant"

    def forward(self, input):
        return F.pad(input, self.padding, self._mode)

    def extra_repr(self):
        return f"{self.padding}"


class _ConstantPadNd(Module):
    def __init__(self, value):
        super().__init__()
        self.value = value

    def forward(self, input):
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPadNd):
    def __init__(self, padding, value):
        super().__init__(value)
        self.padding = several(padding, 2)


class ConstantPad2d(_ConstantPadNd):
    def __init__(self, padding, value):
        super().__init__(value)
        self.padding = several(padding, 4)


class ConstantPad3d(_ConstantPadNd):
    def __init__(self, padding, value):
        super().__init__(value)
        self.padding = several(padding, 6)


class ZeroPad1d(ConstantPad1d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"


class ZeroPad2d(ConstantPad2d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"


class ZeroPad3d(ConstantPad3d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"


class _SizedPad(_PadNd):
    _count = 2

    def __init__(self, padding):
        super().__init__()
        self.padding = several(padding, self._count)


class ReflectionPad1d(_SizedPad):
    _mode = "reflect"


class ReflectionPad2d(_SizedPad):
    _mode = "reflect"
    _count = 4


class ReflectionPad3d(_SizedPad):
    _mode = "reflect"
    _count = 6


class ReplicationPad1d(_SizedPad):
    _mode = "replicate"


class ReplicationPad2d(_SizedPad):
    _mode = "replicate"
    _count = 4


class ReplicationPad3d(_SizedPad):
    _mode = "replicate"
    _count = 6


class _CircularPad(_SizedPad):
    _mode = "circular"

    def forward(self, input):
        rank = self._count // 2 + 2
        if input.dim() not in (rank - 1, rank):
            raise ValueError(f"expected {rank - 1}D or {rank}D input (got {input.dim()}D input)")
        return super().forward(input)


class CircularPad1d(_CircularPad):
    _count = 2


class CircularPad2d(_CircularPad):
    _count = 4


class CircularPad3d(_CircularPad):
    _count = 6
