"""Gradients of Fourier transforms: the adjoint of a transform is the one in the other direction, scaled alike."""
from torch import _C_ops as ops
from torch._gradients import gradient
from torch._gradients.shapes import wrapped


@gradient("_fft_c2c", of=("self",), name="FftC2CBackward0", holomorphic=False)
def c2c(grad, *, dim, normalization, forward):
    return ops._fft_c2c(grad, dim, normalization, not forward)


@gradient("_fft_r2c", of=("self",), saves=("self.shape",), name="FftR2CBackward0", holomorphic=False)
def r2c(grad, self_shape, *, dim, normalization, onesided):
    last = dim[-1]
    if onesided:  # the other side has no part in the result
        missing = self_shape[last] - grad.shape[last]
        behind = len(self_shape) - 1 - last if last >= 0 else -1 - last
        grad = ops.constant_pad_nd(grad, [0, 0] * behind + [0, missing], 0)
    return ops.real(ops._fft_c2c(grad, dim, normalization, False))


@gradient("_fft_c2r", of=("self",), name="FftC2RBackward0", holomorphic=False)
def c2r(grad, *, dim, normalization, last_dim_size):
    last = dim[-1]
    half = ops._fft_r2c(grad, dim, normalization, True)
    paired = (last_dim_size - 1) // 2  # elements that stand for their conjugates, too
    if paired > 0:
        # added to the transform, as which the sum lies
        others = [0, 0] * (half.dim() - 1 - wrapped(last, half.dim()))
        both = half.narrow(last, 1, paired)
        half = half + ops.constant_pad_nd(both, others + [1, half.shape[last] - 1 - paired], 0)
    return half
