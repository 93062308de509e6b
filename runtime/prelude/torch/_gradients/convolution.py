"""Gradients of convolutions. Two operations compute them: one for the input, one for the weight. Both know input and
weight: in what format the gradient is depends on how these lie."""
from torch import _C_ops as ops
from torch._gradients import gradient


@gradient("convolution", of=("input",), saves=("input.shape", "input", "weight"))
def convolution_input(grad, input_shape, input, weight, *, stride, padding, dilation, transposed, output_padding, groups):
    return ops.convolution_backward_input(grad, input_shape, input, weight, stride, padding, dilation, transposed,
                                          output_padding, groups)


@gradient("convolution", of=("weight",), saves=("input", "weight.shape", "weight"))
def convolution_weight(grad, input, weight_shape, weight, *, stride, padding, dilation, transposed, output_padding, groups):
    return ops.convolution_backward_weight(grad, input, weight_shape, weight, stride, padding, dilation, transposed,
                                           output_padding, groups)


@gradient("convolution", of=("bias",))
def convolution_bias(grad):
    return grad.sum([0] + list(range(2, grad.dim())))


# ---- gradients of gradients
@gradient("convolution_backward_input", of=("grad_output",), saves=("weight",))
def backward_input_grad(grad, weight, *, stride, padding, dilation, transposed, output_padding, groups):
    return ops.convolution(grad, weight, None, stride, padding, dilation, transposed, output_padding, groups)


@gradient("convolution_backward_input", of=("weight",), saves=("grad_output", "weight.shape", "weight"))
def backward_input_weight(grad, grad_output, weight_shape, weight, *, stride, padding, dilation, transposed, output_padding,
                          groups):
    return ops.convolution_backward_weight(grad_output, grad, weight_shape, weight, stride, padding, dilation, transposed,
                                           output_padding, groups)


@gradient("convolution_backward_weight", of=("grad_output",), saves=("input",))
def backward_weight_grad(grad, input, *, stride, padding, dilation, transposed, output_padding, groups):
    return ops.convolution(input, grad, None, stride, padding, dilation, transposed, output_padding, groups)


@gradient("convolution_backward_weight", of=("input",), saves=("grad_output", "input.shape", "input"))
def backward_weight_input(grad, grad_output, input_shape, input, *, stride, padding, dilation, transposed, output_padding,
                          groups):
    return ops.convolution_backward_input(grad_output, input_shape, input, grad, stride, padding, dilation, transposed,
                                          output_padding, groups)


@gradient("im2col", of=("self",), saves=("self.shape",), name="Im2ColBackward0")
def im2col(grad, self_shape, *, kernel_size, dilation, padding, stride):
    return ops.col2im(grad, self_shape[-2:], kernel_size, dilation, padding, stride)


@gradient("col2im", of=("self",), name="Col2ImBackward0")
def col2im(grad, *, kernel_size, dilation, padding, stride):
    return ops.im2col(grad, kernel_size, dilation, padding, stride)
