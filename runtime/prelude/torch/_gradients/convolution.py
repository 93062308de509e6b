"""Gradients of convolutions. All forms come down to two operations: the gradient for the input and for the weight."""
from torch import _C_ops as ops
from torch._gradients import gradient


def sum_of_channels(grad, spatial):
    """The gradient of the bias: the sum over all but the channels."""
    if grad.dim() == spatial + 1:
        return grad.sum(list(range(1, spatial + 1)))
    return grad.sum([0] + list(range(2, spatial + 2)))


def input_gradient(grad, input_shape, weight, stride, padding, dilation, transposed, output_padding, groups):
    spatial = weight.dim() - 2
    if len(input_shape) == spatial + 1:
        return ops.convolution_backward_input(grad.unsqueeze(0), [1] + list(input_shape), weight, stride, padding,
                                              dilation, transposed, output_padding, groups).squeeze(0)
    return ops.convolution_backward_input(grad, input_shape, weight, stride, padding, dilation, transposed,
                                          output_padding, groups)


def weight_gradient(grad, input, weight_shape, stride, padding, dilation, transposed, output_padding, groups):
    if input.dim() == len(weight_shape) - 1:
        grad = grad.unsqueeze(0)
        input = input.unsqueeze(0)
    return ops.convolution_backward_weight(grad, input, weight_shape, stride, padding, dilation, transposed,
                                           output_padding, groups)


@gradient("conv1d", of=("input",), saves=("input.shape", "weight"), name="ConvolutionBackward0")
def conv1d_input(grad, input_shape, weight, *, stride, padding, dilation, groups):
    return input_gradient(grad, input_shape, weight, stride, padding, dilation, False, [0], groups)


@gradient("conv1d", of=("weight",), saves=("input", "weight.shape"), name="ConvolutionBackward0")
def conv1d_weight(grad, input, weight_shape, *, stride, padding, dilation, groups):
    return weight_gradient(grad, input, weight_shape, stride, padding, dilation, False, [0], groups)


@gradient("conv1d", of=("bias",), name="ConvolutionBackward0")
def conv1d_bias(grad):
    return sum_of_channels(grad, 1)


@gradient("conv2d", of=("input",), saves=("input.shape", "weight"), name="ConvolutionBackward0")
def conv2d_input(grad, input_shape, weight, *, stride, padding, dilation, groups):
    return input_gradient(grad, input_shape, weight, stride, padding, dilation, False, [0, 0], groups)


@gradient("conv2d", of=("weight",), saves=("input", "weight.shape"), name="ConvolutionBackward0")
def conv2d_weight(grad, input, weight_shape, *, stride, padding, dilation, groups):
    return weight_gradient(grad, input, weight_shape, stride, padding, dilation, False, [0, 0], groups)


@gradient("conv2d", of=("bias",), name="ConvolutionBackward0")
def conv2d_bias(grad):
    return sum_of_channels(grad, 2)


@gradient("conv3d", of=("input",), saves=("input.shape", "weight"), name="ConvolutionBackward0")
def conv3d_input(grad, input_shape, weight, *, stride, padding, dilation, groups):
    return input_gradient(grad, input_shape, weight, stride, padding, dilation, False, [0, 0, 0], groups)


@gradient("conv3d", of=("weight",), saves=("input", "weight.shape"), name="ConvolutionBackward0")
def conv3d_weight(grad, input, weight_shape, *, stride, padding, dilation, groups):
    return weight_gradient(grad, input, weight_shape, stride, padding, dilation, False, [0, 0, 0], groups)


@gradient("conv3d", of=("bias",), name="ConvolutionBackward0")
def conv3d_bias(grad):
    return sum_of_channels(grad, 3)


# ---- padding given as a word
def same_pads(weight_shape, dilation):
    """Zeros before and after each spatial dimension that keep its size."""
    before = []
    after = []
    for i in range(len(weight_shape) - 2):
        d = dilation[i] if i < len(dilation) else dilation[0]
        total = d * (weight_shape[2 + i] - 1)
        before.append(total // 2)
        after.append(total - total // 2)
    return before, after


def word_input_gradient(grad, input_shape, weight, stride, padding, dilation, groups):
    spatial = weight.dim() - 2
    none = [0] * spatial
    if padding == "valid":
        return input_gradient(grad, input_shape, weight, stride, none, dilation, False, none, groups)
    before, after = same_pads(weight.shape, dilation)
    if before == after:
        return input_gradient(grad, input_shape, weight, stride, before, dilation, False, none, groups)
    shape = list(input_shape)
    for i in range(spatial):
        shape[len(shape) - spatial + i] += after[i] - before[i]
    whole = input_gradient(grad, shape, weight, stride, before, dilation, False, none, groups)
    for i in range(spatial):
        d = len(shape) - spatial + i
        whole = whole.narrow(d, 0, input_shape[d])
    return whole


def word_weight_gradient(grad, input, weight_shape, stride, padding, dilation, groups):
    spatial = len(weight_shape) - 2
    none = [0] * spatial
    if padding == "valid":
        return weight_gradient(grad, input, weight_shape, stride, none, dilation, False, none, groups)
    before, after = same_pads(weight_shape, dilation)
    if before != after:
        pad = []
        for i in range(spatial - 1, -1, -1):
            pad.append(0)
            pad.append(after[i] - before[i])
        input = ops.constant_pad_nd(input, pad, 0)
    return weight_gradient(grad, input, weight_shape, stride, before, dilation, False, none, groups)


@gradient("conv1d.padding", of=("input",), saves=("input.shape", "weight"), name="ConvolutionBackward0")
def conv1d_word_input(grad, input_shape, weight, *, stride, padding, dilation, groups):
    return word_input_gradient(grad, input_shape, weight, stride, padding, dilation, groups)


@gradient("conv1d.padding", of=("weight",), saves=("input", "weight.shape"), name="ConvolutionBackward0")
def conv1d_word_weight(grad, input, weight_shape, *, stride, padding, dilation, groups):
    return word_weight_gradient(grad, input, weight_shape, stride, padding, dilation, groups)


@gradient("conv1d.padding", of=("bias",), name="ConvolutionBackward0")
def conv1d_word_bias(grad):
    return sum_of_channels(grad, 1)


@gradient("conv2d.padding", of=("input",), saves=("input.shape", "weight"), name="ConvolutionBackward0")
def conv2d_word_input(grad, input_shape, weight, *, stride, padding, dilation, groups):
    return word_input_gradient(grad, input_shape, weight, stride, padding, dilation, groups)


@gradient("conv2d.padding", of=("weight",), saves=("input", "weight.shape"), name="ConvolutionBackward0")
def conv2d_word_weight(grad, input, weight_shape, *, stride, padding, dilation, groups):
    return word_weight_gradient(grad, input, weight_shape, stride, padding, dilation, groups)


@gradient("conv2d.padding", of=("bias",), name="ConvolutionBackward0")
def conv2d_word_bias(grad):
    return sum_of_channels(grad, 2)


@gradient("conv3d.padding", of=("input",), saves=("input.shape", "weight"), name="ConvolutionBackward0")
def conv3d_word_input(grad, input_shape, weight, *, stride, padding, dilation, groups):
    return word_input_gradient(grad, input_shape, weight, stride, padding, dilation, groups)


@gradient("conv3d.padding", of=("weight",), saves=("input", "weight.shape"), name="ConvolutionBackward0")
def conv3d_word_weight(grad, input, weight_shape, *, stride, padding, dilation, groups):
    return word_weight_gradient(grad, input, weight_shape, stride, padding, dilation, groups)


@gradient("conv3d.padding", of=("bias",), name="ConvolutionBackward0")
def conv3d_word_bias(grad):
    return sum_of_channels(grad, 3)


# ---- transposed
@gradient("conv_transpose1d", of=("input",), saves=("input.shape", "weight"), name="ConvolutionBackward0")
def conv_transpose1d_input(grad, input_shape, weight, *, stride, padding, output_padding, groups, dilation):
    return input_gradient(grad, input_shape, weight, stride, padding, dilation, True, output_padding, groups)


@gradient("conv_transpose1d", of=("weight",), saves=("input", "weight.shape"), name="ConvolutionBackward0")
def conv_transpose1d_weight(grad, input, weight_shape, *, stride, padding, output_padding, groups, dilation):
    return weight_gradient(grad, input, weight_shape, stride, padding, dilation, True, output_padding, groups)


@gradient("conv_transpose1d", of=("bias",), name="ConvolutionBackward0")
def conv_transpose1d_bias(grad):
    return sum_of_channels(grad, 1)


@gradient("conv_transpose2d.input", of=("input",), saves=("input.shape", "weight"), name="ConvolutionBackward0")
def conv_transpose2d_input(grad, input_shape, weight, *, stride, padding, output_padding, groups, dilation):
    return input_gradient(grad, input_shape, weight, stride, padding, dilation, True, output_padding, groups)


@gradient("conv_transpose2d.input", of=("weight",), saves=("input", "weight.shape"), name="ConvolutionBackward0")
def conv_transpose2d_weight(grad, input, weight_shape, *, stride, padding, output_padding, groups, dilation):
    return weight_gradient(grad, input, weight_shape, stride, padding, dilation, True, output_padding, groups)


@gradient("conv_transpose2d.input", of=("bias",), name="ConvolutionBackward0")
def conv_transpose2d_bias(grad):
    return sum_of_channels(grad, 2)


@gradient("conv_transpose3d.input", of=("input",), saves=("input.shape", "weight"), name="ConvolutionBackward0")
def conv_transpose3d_input(grad, input_shape, weight, *, stride, padding, output_padding, groups, dilation):
    return input_gradient(grad, input_shape, weight, stride, padding, dilation, True, output_padding, groups)


@gradient("conv_transpose3d.input", of=("weight",), saves=("input", "weight.shape"), name="ConvolutionBackward0")
def conv_transpose3d_weight(grad, input, weight_shape, *, stride, padding, output_padding, groups, dilation):
    return weight_gradient(grad, input, weight_shape, stride, padding, dilation, True, output_padding, groups)


@gradient("conv_transpose3d.input", of=("bias",), name="ConvolutionBackward0")
def conv_transpose3d_bias(grad):
    return sum_of_channels(grad, 3)


# ---- the general form and the gradients of gradients
@gradient("convolution", of=("input",), saves=("input.shape", "weight"))
def convolution_input(grad, input_shape, weight, *, stride, padding, dilation, transposed, output_padding, groups):
    return input_gradient(grad, input_shape, weight, stride, padding, dilation, transposed, output_padding, groups)


@gradient("convolution", of=("weight",), saves=("input", "weight.shape"))
def convolution_weight(grad, input, weight_shape, *, stride, padding, dilation, transposed, output_padding, groups):
    return weight_gradient(grad, input, weight_shape, stride, padding, dilation, transposed, output_padding, groups)


@gradient("convolution", of=("bias",))
def convolution_bias(grad, *, stride):
    return sum_of_channels(grad, len(stride))


@gradient("convolution_backward_input", of=("grad_output",), saves=("weight",))
def backward_input_grad(grad, weight, *, stride, padding, dilation, transposed, output_padding, groups):
    return ops.convolution(grad, weight, None, stride, padding, dilation, transposed, output_padding, groups)


@gradient("convolution_backward_input", of=("weight",), saves=("grad_output", "weight.shape"))
def backward_input_weight(grad, grad_output, weight_shape, *, stride, padding, dilation, transposed, output_padding,
                          groups):
    return ops.convolution_backward_weight(grad_output, grad, weight_shape, stride, padding, dilation, transposed,
                                           output_padding, groups)


@gradient("convolution_backward_weight", of=("grad_output",), saves=("input",))
def backward_weight_grad(grad, input, *, stride, padding, dilation, transposed, output_padding, groups):
    return ops.convolution(input, grad, None, stride, padding, dilation, transposed, output_padding, groups)


@gradient("convolution_backward_weight", of=("input",), saves=("grad_output", "input.shape"))
def backward_weight_input(grad, grad_output, input_shape, *, stride, padding, dilation, transposed, output_padding,
                          groups):
    return ops.convolution_backward_input(grad_output, input_shape, grad, stride, padding, dilation, transposed,
                                          output_padding, groups)


@gradient("im2col", of=("self",), saves=("self.shape",))
def im2col(grad, self_shape, *, kernel_size, dilation, padding, stride):
    return ops.col2im(grad, self_shape[-2:], kernel_size, dilation, padding, stride)


@gradient("col2im", of=("self",))
def col2im(grad, *, kernel_size, dilation, padding, stride):
    return ops.im2col(grad, kernel_size, dilation, padding, stride)
