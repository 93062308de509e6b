"""Layers whose sizes come from their first input."""
import torch
from torch.nn.modules.batchnorm import BatchNorm1d, BatchNorm2d, BatchNorm3d
from torch.nn.modules.conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from torch.nn.modules.instancenorm import InstanceNorm1d, InstanceNorm2d, InstanceNorm3d
from torch.nn.modules.linear import Linear
from torch.nn.parameter import Parameter, UninitializedBuffer, UninitializedParameter, is_lazy


class LazyModuleMixin:
    """Until the first call, what depends on the input has no shape; then the module is one of `cls_to_become`."""
    cls_to_become = None

    def has_uninitialized_params(self):
        return any(is_lazy(t) for held in (self._parameters, self._buffers) for t in held.values())

    def _load_from_state_dict(self, state_dict, prefix, *rest):
        """What has no shape takes that of what is loaded for it."""
        for held in (self._parameters, self._buffers):
            for name, tensor in held.items():
                given = state_dict.get(prefix + name)
                if is_lazy(tensor) and given is not None and not is_lazy(given):
                    held[name] = _shaped(tensor, *given.shape)
        super()._load_from_state_dict(state_dict, prefix, *rest)

    def _become(self, input):
        if self.has_uninitialized_params():
            self.initialize_parameters(input)
            self.reset_parameters()
        if self.cls_to_become is not None:
            self.__class__ = self.cls_to_become

    def forward(self, input, *args, **kwargs):
        self._become(input)
        return self(input, *args, **kwargs)


def _uninitialized(device, dtype):
    return UninitializedParameter(torch.empty(0, device=device, dtype=dtype))


def _shaped(tensor, *sizes):
    made = torch.empty(sizes, device=tensor.device, dtype=tensor.dtype)
    return Parameter(made) if isinstance(tensor, Parameter) else made


class LazyLinear(LazyModuleMixin, Linear):
    cls_to_become = Linear

    def _become(self, input):
        super()._become(input)
        self.in_features = input.shape[-1]

    def __init__(self, out_features, bias=True, device=None, dtype=None):
        super().__init__(0, 0, False)
        self.weight = _uninitialized(device, dtype)
        self.out_features = out_features
        self.bias = _uninitialized(device, dtype) if bias else None

    def reset_parameters(self):
        if self.in_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input):
        self.in_features = input.shape[-1]
        self.weight = _shaped(self.weight, self.out_features, self.in_features)
        if self.bias is not None:
            self.bias = _shaped(self.bias, self.out_features)


class _LazyConv(LazyModuleMixin):
    def __init__(self, out_channels, kernel_size, stride=1, padding=0, *args, **kwargs):
        bias = kwargs.pop("bias", True)
        device, dtype = kwargs.get("device"), kwargs.get("dtype")
        super().__init__(0, 0, kernel_size, stride, padding, *args, bias=False, **kwargs)
        self.weight = _uninitialized(device, dtype)
        self.out_channels = out_channels
        self.bias = _uninitialized(device, dtype) if bias else None

    def reset_parameters(self):
        if self.in_channels != 0:
            super().reset_parameters()

    def initialize_parameters(self, input):
        rank = len(self.kernel_size)
        if input.dim() not in (rank + 1, rank + 2):
            raise RuntimeError(f"Expected {rank + 1}D (unbatched) or {rank + 2}D (batched) input to "
                               f"{self.__class__.__name__}, but got input of size: {input.shape}")
        self.in_channels = input.shape[-rank - 1]
        if self.in_channels % self.groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        first, second = self.out_channels, self.in_channels // self.groups
        if self.transposed:
            first, second = self.in_channels, self.out_channels // self.groups
        self.weight = _shaped(self.weight, first, second, *self.kernel_size)
        if self.bias is not None:
            self.bias = _shaped(self.bias, self.out_channels)


class LazyConv1d(_LazyConv, Conv1d):
    cls_to_become = Conv1d


class LazyConv2d(_LazyConv, Conv2d):
    cls_to_become = Conv2d


class LazyConv3d(_LazyConv, Conv3d):
    cls_to_become = Conv3d


class LazyConvTranspose1d(_LazyConv, ConvTranspose1d):
    cls_to_become = ConvTranspose1d


class LazyConvTranspose2d(_LazyConv, ConvTranspose2d):
    cls_to_become = ConvTranspose2d


class LazyConvTranspose3d(_LazyConv, ConvTranspose3d):
    cls_to_become = ConvTranspose3d


class _LazyNorm(LazyModuleMixin):
    def __init__(self, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *, bias=True):
        super().__init__(0, eps, momentum, affine, track_running_stats, device=device, bias=bias)
        if affine:
            self.weight = _uninitialized(device, dtype)
            self.bias = _uninitialized(device, dtype) if bias else None
        if track_running_stats:
            for name in ("running_mean", "running_var"):
                self._buffers[name] = torch.empty(0, device=device, dtype=dtype).as_subclass(UninitializedBuffer)

    def reset_parameters(self):
        if self.num_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input):
        self.num_features = input.shape[1]
        if self.affine:
            self.weight = _shaped(self.weight, self.num_features)
            self.bias = None if self.bias is None else _shaped(self.bias, self.num_features)
        if self.track_running_stats:
            self.running_mean = _shaped(self.running_mean, self.num_features)
            self.running_var = _shaped(self.running_var, self.num_features)


class LazyBatchNorm1d(_LazyNorm, BatchNorm1d):
    cls_to_become = BatchNorm1d


class LazyBatchNorm2d(_LazyNorm, BatchNorm2d):
    cls_to_become = BatchNorm2d


class LazyBatchNorm3d(_LazyNorm, BatchNorm3d):
    cls_to_become = BatchNorm3d


class _LazyInstanceNorm(_LazyNorm):
    def initialize_parameters(self, input):
        channels = input.dim() - self._without_batch()
        super().initialize_parameters(input.unsqueeze(0) if channels == 0 else input)


class LazyInstanceNorm1d(_LazyInstanceNorm, InstanceNorm1d):
    cls_to_become = InstanceNorm1d


class LazyInstanceNorm2d(_LazyInstanceNorm, InstanceNorm2d):
    cls_to_become = InstanceNorm2d


class LazyInstanceNorm3d(_LazyInstanceNorm, InstanceNorm3d):
    cls_to_become = InstanceNorm3d
