"""Gradients of elementwise operations of more than two operands."""
from torch import _C_ops as ops
from torch._gradients import gradient


@gradient("where.self", of=("self",), saves=("condition",))
def where_self(grad, condition):
    return ops.where(condition, grad, 0.0)


@gradient("where.self", of=("other",), saves=("condition",))
def where_other(grad, condition):
    return ops.where(condition, 0.0, grad)


@gradient("where.ScalarOther", of=("self",), saves=("condition",), name="WhereBackward0", number="other")
def where_scalar_other(grad, condition):
    return ops.where(condition, grad, 0.0)


@gradient("where.ScalarSelf", of=("other",), saves=("condition",), name="WhereBackward0", number="self")
def where_scalar_self(grad, condition):
    return ops.where(condition, 0.0, grad)


@gradient("lerp.Scalar", of=("self",))
def lerp_scalar_self(grad, *, weight):
    return grad * (1 - weight)


@gradient("lerp.Scalar", of=("end",))
def lerp_scalar_end(grad, *, weight):
    return grad * weight


@gradient("lerp.Tensor", of=("self",), saves=("weight",), name="LerpBackward1")
def lerp_self(grad, weight):
    return grad * (1 - weight)


@gradient("lerp.Tensor", of=("end",), saves=("weight",), name="LerpBackward1")
def lerp_end(grad, weight):
    return grad * weight


@gradient("lerp.Tensor", of=("weight",), saves=("self", "end"), name="LerpBackward1")
def lerp_weight(grad, self, end):
    return grad * (end - self)


@gradient("addcmul", of=("self",))
def addcmul_self(grad):
    return grad


@gradient("addcmul", of=("tensor1",), saves=("tensor2",))
def addcmul_tensor1(grad, tensor2, *, value):
    return grad * (tensor2 * value)


@gradient("addcmul", of=("tensor2",), saves=("tensor1",))
def addcmul_tensor2(grad, tensor1, *, value):
    return grad * (tensor1 * value)


@gradient("addcdiv", of=("self",))
def addcdiv_self(grad):
    return grad


@gradient("addcdiv", of=("tensor1",), saves=("tensor2",))
def addcdiv_tensor1(grad, tensor2, *, value):
    return grad * (value / tensor2)


@gradient("addcdiv", of=("tensor2",), saves=("tensor1", "tensor2"))
def addcdiv_tensor2(grad, tensor1, tensor2, *, value):
    return -grad * ((value * tensor1 / tensor2) / tensor2)


# Nothing at the bounds, where they are numbers; a half of it, where they are tensors.
@gradient("clamp", of=("self",), saves=("self",), name="ClampBackward1")
def clamp(grad, self, *, min, max):
    if min is not None and max is not None:
        return ops.where((self > min).logical_and(self < max), grad, 0.0)
    if min is not None:
        return ops.where(self > min, grad, 0.0)
    return ops.where(self < max, grad, 0.0)


@gradient("clamp.Tensor", of=("self",), saves=("self", "min", "max"), name="ClampBackward0")
def clamp_tensor_self(grad, self, min, max):
    if max is None:
        return ops.where(self < min, 0.0, ops.where(self == min, grad / 2, grad))
    if min is None:
        return ops.where(self > max, 0.0, ops.where(self == max, grad / 2, grad))
    bound = (self == min).logical_or(self == max).logical_and(min < max)
    return ops.where((self < min).logical_or(self > max), 0.0, ops.where(bound, grad / 2, grad))


@gradient("clamp.Tensor", of=("min",), saves=("self", "min", "max"), name="ClampBackward0")
def clamp_tensor_min(grad, self, min, max):
    if max is None:
        return ops.where(self > min, 0.0, ops.where(self == min, grad / 2, grad))
    bound = ops.where((self == min).logical_and(min < max), grad / 2, 0.0)
    return ops.where((self < min).logical_and(min <= max), grad, bound)


@gradient("clamp.Tensor", of=("max",), saves=("self", "min", "max"), name="ClampBackward0")
def clamp_tensor_max(grad, self, min, max):
    if min is None:
        return ops.where(self < max, 0.0, ops.where(self == max, grad / 2, grad))
    bound = ops.where((self == max).logical_and(min < max), grad / 2, 0.0)
    return ops.where((self > max).logical_and(min <= max).logical_or(max < min), grad, bound)


@gradient("clamp_min", of=("self",), saves=("self",))
def clamp_min(grad, self, *, min):
    return ops.where(self > min, grad, 0.0)


@gradient("clamp_max", of=("self",), saves=("self",))
def clamp_max(grad, self, *, max):
    return ops.where(self < max, grad, 0.0)


@gradient("clamp_min.Tensor", of=("self",), saves=("self", "min"), name="ClampMinBackward1")
def clamp_min_tensor_self(grad, self, min):
    return ops.where(self < min, 0.0, ops.where(self == min, grad / 2, grad))


@gradient("clamp_min.Tensor", of=("min",), saves=("self", "min"), name="ClampMinBackward1")
def clamp_min_tensor_min(grad, self, min):
    return ops.where(self > min, 0.0, ops.where(self == min, grad / 2, grad))


@gradient("clamp_max.Tensor", of=("self",), saves=("self", "max"), name="ClampMaxBackward1")
def clamp_max_tensor_self(grad, self, max):
    return ops.where(self > max, 0.0, ops.where(self == max, grad / 2, grad))


@gradient("clamp_max.Tensor", of=("max",), saves=("self", "max"), name="ClampMaxBackward1")
def clamp_max_tensor_max(grad, self, max):
    return ops.where(self < max, 0.0, ops.where(self == max, grad / 2, grad))


@gradient("masked_fill.Scalar", of=("self",), saves=("mask",))
def masked_fill_scalar(grad, mask):
    return grad.masked_fill(mask, 0)


@gradient("masked_fill.Tensor", of=("self",), saves=("mask",), name="MaskedFillBackward1")
def masked_fill_self(grad, mask):
    return grad.masked_fill(mask, 0)


@gradient("masked_fill.Tensor", of=("value",), saves=("mask",), name="MaskedFillBackward1")
def masked_fill_value(grad, mask):
    return ops.where(mask, grad, 0.0).sum()
