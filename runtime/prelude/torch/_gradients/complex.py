"""Gradients of complex numbers and their parts."""
from torch import _C_ops as ops
from torch._gradients import gradient


@gradient("view_as_real", of=("self",))
def view_as_real(grad):
    return ops.view_as_complex(grad.contiguous())


@gradient("view_as_complex", of=("self",), holomorphic=False)
def view_as_complex(grad):
    return ops.view_as_real(ops.resolve_conj(grad))


@gradient("_conj", of=("self",), name="ConjBackward0", holomorphic=False)
def conj(grad):
    return ops.conj(grad)


@gradient("_conj_physical", of=("self",), name="ConjPhysicalBackward0", holomorphic=False)
def conj_physical(grad):
    return ops._conj_physical(grad)


@gradient("complex", of=("real", "imag"), name="ComplexBackward0", holomorphic=False)
def complex(grad):
    return ops.real(grad), ops.imag(grad)


@gradient("angle", of=("self",), saves=("self",))
def angle(grad, self):
    if not self.is_complex():
        return ops.zeros_like(self)
    size = ops.abs(self)
    slope = ops.complex(-ops.imag(self) / (size * size), ops.real(self) / (size * size))
    return ops.where(self == 0, ops.zeros_like(slope), grad * slope)
