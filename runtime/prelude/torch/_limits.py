"""torch.finfo and torch.iinfo: the limits of element types."""
import torch

_integers = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)


def _require_dtype(function, type):
    if not isinstance(type, torch.dtype):
        raise TypeError(f"{function}(): argument 'type' (position 1) must be torch.dtype, not {type.__class__.__name__}")


class _Limits:
    @property
    def bits(self):
        return self._bits

    @property
    def max(self):
        return self._max

    @property
    def min(self):
        return self._min

    @property
    def dtype(self):
        return str(self._dtype)[len("torch."):]

    def __eq__(self, other):
        return isinstance(other, _Limits) and self._dtype == other._dtype

    __hash__ = object.__hash__


class finfo(_Limits):

    def __init__(self, type=None):
        if type is None:
            type = torch.get_default_dtype()
        _require_dtype("finfo", type)
        if type == torch.complex64:  # of its parts
            type = torch.float32
        elif type == torch.complex128:
            type = torch.float64
        if type == torch.float32:
            limits = (32, 3.4028234663852886e+38, 1.1920928955078125e-07, 1.1754943508222875e-38, 1e-06)
        elif type == torch.float64:
            limits = (64, 1.7976931348623157e+308, 2.220446049250313e-16, 2.2250738585072014e-308, 1e-15)
        elif type == torch.float16:
            limits = (16, 65504.0, 0.0009765625, 6.103515625e-05, 0.001)
        elif type == torch.bfloat16:
            limits = (16, 3.3895313892515355e+38, 0.0078125, 1.1754943508222875e-38, 0.01)
        else:
            raise TypeError("torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'")
        self._dtype = type
        self._bits, self._max, self._eps, self._tiny, self._resolution = limits
        self._min = -self._max

    @property
    def eps(self):
        return self._eps

    @property
    def tiny(self):
        return self._tiny

    @property
    def smallest_normal(self):
        return self._tiny

    @property
    def resolution(self):
        return self._resolution

    def __repr__(self):
        return (f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, eps={self.eps:g}, "
                f"smallest_normal={self.tiny:g}, tiny={self.tiny:g}, dtype={self.dtype})")


class iinfo(_Limits):

    def __init__(self, type=None):
        if type is None:
            raise TypeError('iinfo() missing 1 required positional arguments: "type"')
        _require_dtype("iinfo", type)
        if type == torch.bool:
            raise TypeError("torch.bool is not supported by torch.iinfo")
        if type not in _integers:
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        self._dtype = type
        self._bits = 8 * type.itemsize
        self._max = (1 << self._bits if type == torch.uint8 else 1 << self._bits - 1) - 1
        self._min = 0 if type == torch.uint8 else -self._max - 1

    def __repr__(self):
        return f"iinfo(min={float(self.min):g}, max={float(self.max):g}, dtype={self.dtype})"
