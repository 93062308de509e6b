"""Layers and distances that PyTorch has as operations, made of others."""
import torch
from torch import _C_ops as ops
from torch._C_autograd import _name_node


def channel_shuffle(self, groups):
    shape = list(self.shape)
    if len(shape) <= 2:
        raise RuntimeError(f"channel_shuffle expects input with > 2 dims, but got input with sizes {shape}")
    if groups <= 0:
        raise RuntimeError(f"Number of groups to divide channels in must be positive. Value of groups:{groups}")
    channels = shape[1]
    if channels % groups != 0:
        raise RuntimeError(f"Number of channels must be divisible by groups. Got {channels} channels and {groups} groups.")
    result = self.reshape([shape[0], groups, channels // groups] + shape[2:]).transpose(1, 2).reshape(shape)
    # The result has memory of its own, also where the channels stay in their places.
    channels_last = len(shape) == 4 and self._suggests_channels_last()
    layout = torch.channels_last if channels_last else torch.contiguous_format
    stays = groups in (1, channels) or self.numel() == 0
    result = result.clone(memory_format=layout) if stays else result.contiguous(memory_format=layout)
    return _name_node(result, "ChannelShuffleBackward0")


def cosine_similarity(x1, x2, dim, eps):
    common = torch.promote_types(x1.dtype, x2.dtype)
    if not common.is_floating_point:
        raise RuntimeError(f"expected common dtype to be floating point, yet common dtype is {torch._scalar_type_name(common)}")
    x1, x2 = torch.broadcast_tensors(x1.to(common), x2.to(common))
    length1 = ops.linalg_vector_norm(x1, 2, dim, True)
    length2 = ops.linalg_vector_norm(x2, 2, dim, True)
    return ((x1 / length1.clamp_min(eps)) * (x2 / length2.clamp_min(eps))).sum(dim)


def pairwise_distance(x1, x2, p, eps, keepdim):
    return _name_node((x1 - x2 + eps).norm(p, -1, keepdim), "NormBackward1")


def bilinear(input1, input2, weight, bias):
    if input1.shape[:-1] != input2.shape[:-1]:
        raise RuntimeError(f"bilinear(): input batch dimensions do not match: {list(input1.shape)} and {list(input2.shape)}")
    for number, input in enumerate((input1, input2), 1):
        if input.shape[-1] != weight.shape[number]:
            raise RuntimeError(f"bilinear(): input{number} size does not match weight size: got {input.shape[-1]} but "
                               f"expected {weight.shape[number]}")
    types = [each.dtype for each in (input1, input2, weight, bias) if each is not None]
    if types.count(types[0]) != len(types) and not torch.is_autocast_enabled("cpu"):
        names = ", ".join(f"{name}: {torch._element_type_name(each)}" for name, each in zip(("input1", "input2", "weight", "bias"), types))
        raise RuntimeError(f"All tensors must have the same dtype, got {names}")
    pairs = input1.unsqueeze(-1) * input2.unsqueeze(-2)
    weight = weight.flatten(1).contiguous()
    name = "ViewBackward0" if bias is None else "AddBackward0"
    if not torch.is_autocast_enabled("cpu"):
        return _name_node(ops.linear(pairs.flatten(-2), weight, bias), name)
    with torch.autocast("cpu", enabled=False):  # of products here, of an operation of its own in PyTorch
        return _name_node(ops.linear(pairs.flatten(-2), weight, bias), name)


def pdist(self, p):
    """Distances of all pairs of rows."""
    if self.dim() != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {self.dim()}D")
    if self.dtype not in (torch.float32, torch.float64):
        raise RuntimeError("pdist only supports floating-point dtypes")
    if p < 0:
        raise RuntimeError("pdist only supports non-negative p values")
    count = self.shape[0]
    first, second = torch.triu_indices(count, count, 1, device=self.device)
    return _name_node(ops.take(ops.cdist(self, self, p), first * count + second), "PdistBackward0")


def prelu(self, weight):
    if self.dtype != weight.dtype:
        raise RuntimeError("prelu: Type promoting not supported. Got "
                           f"{torch._scalar_type_name(self.dtype)} and {torch._scalar_type_name(weight.dtype)}")
    if weight.dim() > 1:
        raise RuntimeError(f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.dim()}")
    if weight.numel() != 1:
        channels = self.shape[1] if self.dim() > 1 else 1
        if channels != weight.numel():
            raise RuntimeError("Mismatch of parameter numbers and input channel size. Found parameter numbers = "
                               f"{weight.numel()} and channel size = {channels}.")
        if self.dim() > 1:
            weight = weight.reshape([1, channels] + [1] * (self.dim() - 2))
    elif self.dim() == 0:
        weight = weight.reshape(())
    return ops._prelu_kernel(self, weight)


def selu(self):
    alpha = 1.6732632423543772848170429916717
    scale = 1.0507009873554804934193349852946
    return ops.elu(self, alpha, scale)
