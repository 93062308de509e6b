// Kernels of ops/Convolution.def.
#include "janus/contract/inference/Windows.h"
#include "kernels/cpu/convolution/Convolution.h"
#include "kernels/cpu/convolution/ResultFormat.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/Names.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"

#include <algorithm>

namespace janus {
namespace {

// One number stands for all dimensions.
Dims spread(IntView values, size_t count, const char *name) {
  if (values.size() == 1)
    return Dims(count, values[0]);
  if (values.size() != count)
    fail("expected %s to be a single integer value or a list of %zu values to match the "
         "convolution dimensions, but got "
         "%s=%s",
         name, count, name, dimsText(values).c_str());
  return Dims(values);
}

ConvolutionOptions optionsOf(size_t spatial, IntView stride, IntView padding, IntView dilation,
                             bool transposed, IntView outputPadding, int64_t groups) {
  return {spread(stride, spatial, "stride"),
          spread(padding, spatial, "padding"),
          spread(dilation, spatial, "dilation"),
          spread(outputPadding, spatial, "output_padding"),
          transposed,
          groups};
}

// The arithmetic of a convolution whose larger side is `input` (for a transposed one: its output).
ConvolutionShape shapeOf(DType dtype, IntView input, IntView weight, IntView output,
                         const Dims &stride, const Dims &padding, const Dims &dilation,
                         int64_t groups) {
  ConvolutionShape s = {};
  s.dtype = dtype;
  s.batch = input[0];
  s.inChannels = input[1];
  s.outChannels = weight[0];
  s.groups = groups;
  s.spatial = static_cast<int>(weight.size()) - 2;
  for (int i = 0; i < 3; ++i) {
    int d = i - (3 - s.spatial);
    s.in[i] = s.out[i] = s.kernel[i] = s.stride[i] = s.dilation[i] = 1;
    if (d < 0)
      continue;
    auto k = static_cast<size_t>(d);
    s.in[i] = input[k + 2];
    s.out[i] = output[k + 2];
    s.kernel[i] = weight[k + 2];
    s.stride[i] = stride[k];
    s.padding[i] = padding[k];
    s.dilation[i] = dilation[k];
  }
  return s;
}

// Half types are computed in float, integers in the widest.
DType computeIn(DType t) {
  return t == DType::F16 || t == DType::BF16 ? DType::F32 : isIntegral(t) ? DType::I64 : t;
}
void requireType(DType t, size_t spatial, const Dims &dilation, bool transposed) {
  bool isDilated = std::ranges::any_of(dilation, [](int64_t d) { return d != 1; });
  if (isFloating(t) || t == DType::I64 ||
      (isIntegral(t) && t != DType::Bool && !transposed && !isDilated))
    return;
  failWith(jn_exc_NotImplementedError, "\"%s\" not implemented for '%s'",
           transposed
               ? spatial == 3 ? "slow_conv_transpose3d_out_cpu" : "slow_conv_transpose2d_out_cpu"
           : isDilated    ? "slow_conv_dilated<>"
           : spatial == 3 ? "compute_columns3d"
                          : "slow_conv2d_cpu",
           scalarTypeName(t));
}
Tensor dense(const Tensor &t, DType dtype) {
  return contiguousOf(convertedTo(t, dtype));
}

void checkArguments(const Tensor &input, const Tensor &weight, const Tensor &bias,
                    const Dims &stride, const Dims &padding, const Dims &dilation, bool transposed,
                    int64_t groups) {
  size_t rank = static_cast<size_t>(weight.dim());
  for (int64_t p : padding)
    if (p < 0)
      fail("negative padding is not supported");
  for (int64_t v : stride)
    if (v <= 0)
      fail("non-positive stride is not supported");
  for (int64_t v : dilation)
    if (v <= 0)
      fail("dilation should be greater than zero, but got %s", dimsText(dilation).c_str());
  if (groups <= 0)
    fail("non-positive groups is not supported");
  if (static_cast<size_t>(input.dim()) != rank)
    fail("Expected %zu-dimensional input for %zu-dimensional weight %s, but got %d-dimensional "
         "input of size %s instead",
         rank, rank, dimsText(weight.sizes()).c_str(), input.dim(),
         dimsText(input.sizes()).c_str());
  if (weight.size(0) < groups)
    fail("Given groups=%lld, expected weight to be at least %lld at dimension 0, but got weight of "
         "size %s instead",
         static_cast<long long>(groups), static_cast<long long>(groups),
         dimsText(weight.sizes()).c_str());
  if (weight.size(0) % groups != 0)
    fail("Given groups=%lld, expected weight to be divisible by %lld at dimension 0, but got "
         "weight of size [%s] instead",
         static_cast<long long>(groups), static_cast<long long>(groups),
         dimsText(weight.sizes()).c_str());
  int64_t outChannels = transposed ? weight.size(1) * groups : weight.size(0);
  if (bias.defined() && (bias.dim() != 1 || bias.size(0) != outChannels))
    fail("Given %sweight of size %s, expected bias to be 1-dimensional with %lld elements, but got "
         "bias of size %s instead",
         transposed ? "transposed=1, " : "", dimsText(weight.sizes()).c_str(),
         static_cast<long long>(outChannels), dimsText(bias.sizes()).c_str());
  if (input.dtype() != weight.dtype())
    fail("expected scalar type %s but found %s", scalarTypeName(input.dtype()),
         scalarTypeName(weight.dtype()));
  if (bias.defined() && bias.dtype() != weight.dtype())
    fail("Input type (%s) and bias type (%s) should be the same", elementTypeText(input.dtype()),
         elementTypeText(bias.dtype()));
}

// As torch says it, to which one dimension is the second of two.
void checkKernelSize(const Tensor &weight) {
  IntView kernel = weight.sizes().subspan(2);
  if (std::ranges::find(kernel, 0) == kernel.end())
    return;
  std::string text = "kernel size should be greater than zero, but got";
  if (kernel.size() == 3)
    text += ": " + std::to_string(kernel[0]) + " x " + std::to_string(kernel[1]) + " x " +
            std::to_string(kernel[2]) + " (TxHxW)";
  else
    text += " kernel_height: " + std::to_string(kernel.size() == 1 ? 1 : kernel[0]) +
            " kernel_width: " + std::to_string(kernel.back());
  fail("%s", text.c_str());
}

void checkReach(const Tensor &input, const Tensor &weight, const Dims &padding,
                const Dims &dilation) {
  bool fits = true;
  std::string padded, kernel;
  for (size_t i = 0; i < padding.size(); ++i) {
    int64_t size = input.sizes()[i + 2] + 2 * padding[i],
            reach = dilation[i] * (weight.sizes()[i + 2] - 1) + 1;
    fits &= size >= reach;
    padded += (i ? " x " : "") + std::to_string(size);
    kernel += (i ? " x " : "") + std::to_string(reach);
  }
  if (!fits)
    fail("Calculated padded input size per channel: (%s). Kernel size: (%s). Kernel size can't be "
         "greater than actual input "
         "size",
         padded.c_str(), kernel.c_str());
}

Tensor convolution(const Tensor &input, const Tensor &weight, const Tensor &bias, IntView strides,
                   IntView paddings, IntView dilations, bool transposed, IntView outputPaddings,
                   int64_t groups) {
  if (weight.dim() < 3)
    fail("weight should have at least three dimensions");
  auto spatial = static_cast<size_t>(weight.dim()) - 2;
  ConvolutionOptions options =
      optionsOf(spatial, strides, paddings, dilations, transposed, outputPaddings, groups);
  const Dims &stride = options.stride, &padding = options.padding, &dilation = options.dilation;
  checkArguments(input, weight, bias, stride, padding, dilation, transposed, groups);
  requireType(input.dtype(), spatial, dilation, transposed);
  RunTimeContext cx;
  Dims in(input.sizes()), w(weight.sizes());
  Dims out = transposed ? infer::convolutionTransposed(cx, in, w, stride, padding,
                                                       options.outputPadding, dilation, groups)
                        : infer::convolution(cx, in, w, stride, padding, dilation, groups);
  checkKernelSize(weight);
  if (!transposed)
    checkReach(input, weight, padding, dilation);
  DType t = computeIn(input.dtype());
  Tensor x = dense(input, t), y = dense(weight, t), b = bias.defined() ? dense(bias, t) : Tensor();
  Tensor result = makeTensor(out, t, input.device());
  if (result.numel()) {
    if (!transposed) {
      convolve(shapeOf(t, in, w, out, stride, padding, dilation, groups), x.raw(), y.raw(),
               b.defined() ? b.raw() : nullptr, result.raw());
    } else {
      // The gradient of a convolution from `result` to `input`, with the same weight.
      convolveBackwardInput(shapeOf(t, out, w, in, stride, padding, dilation, groups), x.raw(),
                            y.raw(), result.raw());
      if (b.defined()) {
        Dims shape(out.size(), 1);
        shape[1] = out[1];
        ops::callValue<TensorOp::AddTensor_>(result, ops::call<TensorOp::View>(b, shape), 1);
      }
    }
  }
  result = convertedTo(result, input.dtype());
  return hasChannelsLast(input, weight, options) ? withChannelsLast(result) : result;
}

Tensor backwardInput(const Tensor &grad, IntView inputSizes, const Tensor &input,
                     const Tensor &weight, IntView strides, IntView paddings, IntView dilations,
                     bool transposed, IntView outputPaddings, int64_t groups) {
  ConvolutionOptions options = optionsOf(static_cast<size_t>(weight.dim()) - 2, strides, paddings,
                                         dilations, transposed, outputPaddings, groups);
  const Dims &stride = options.stride, &padding = options.padding, &dilation = options.dilation;
  DType t = computeIn(grad.dtype());
  Tensor g = dense(grad, t), w = dense(weight, t),
         result = makeTensor(inputSizes, t, grad.device());
  if (result.numel() == 0)
    return convertedTo(result, grad.dtype());
  if (!transposed)
    convolveBackwardInput(
        shapeOf(t, inputSizes, w.sizes(), g.sizes(), stride, padding, dilation, groups), g.raw(),
        w.raw(), result.raw());
  else
    convolve(shapeOf(t, g.sizes(), w.sizes(), inputSizes, stride, padding, dilation, groups),
             g.raw(), w.raw(), nullptr, result.raw());
  result = convertedTo(result, grad.dtype());
  return hasChannelsLast(input, weight, options) ? withChannelsLast(result) : result;
}

Tensor backwardWeight(const Tensor &grad, const Tensor &input, IntView weightSizes,
                      const Tensor &weight, IntView strides, IntView paddings, IntView dilations,
                      bool transposed, IntView outputPaddings, int64_t groups) {
  ConvolutionOptions options = optionsOf(weightSizes.size() - 2, strides, paddings, dilations,
                                         transposed, outputPaddings, groups);
  const Dims &stride = options.stride, &padding = options.padding, &dilation = options.dilation;
  DType t = computeIn(grad.dtype());
  Tensor g = dense(grad, t), x = dense(input, t),
         result = makeTensor(weightSizes, t, grad.device());
  if (!transposed)
    convolveBackwardWeight(
        shapeOf(t, x.sizes(), weightSizes, g.sizes(), stride, padding, dilation, groups), g.raw(),
        x.raw(), result.raw());
  else
    convolveBackwardWeight(
        shapeOf(t, g.sizes(), weightSizes, x.sizes(), stride, padding, dilation, groups), x.raw(),
        g.raw(), result.raw());
  result = convertedTo(result, grad.dtype());
  return hasChannelsLast(input, weight, options)
             ? weightGradientWithChannelsLast(result, input, weight, options)
             : result;
}

}  // namespace

JANUS_KERNEL(Convolution, convolution)
JANUS_KERNEL(ConvolutionBackwardInput, backwardInput)
JANUS_KERNEL(ConvolutionBackwardWeight, backwardWeight)

}  // namespace janus
