// Kernels of ops/Convolution.def.
#include "janus/contract/inference/Windows.h"
#include "kernels/cpu/ElementTypes.h"
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

// The arithmetic of a convolution whose larger side is `input` (for a transposed one: its output).
ConvolutionShape shapeOf(DType dtype, IntView input, IntView weight, IntView output,
                         const ConvolutionOptions &o) {
  ConvolutionShape s = {};
  s.dtype = dtype;
  s.batch = input[0];
  s.inChannels = input[1];
  s.outChannels = weight[0];
  s.groups = o.groups;
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
    s.stride[i] = o.stride[k];
    s.padding[i] = o.padding[k];
    s.dilation[i] = o.dilation[k];
  }
  return s;
}

// Half types are computed in float, integers in the widest.
DType computeIn(DType t) {
  return isHalf(t) ? DType::F32 : isIntegral(t) ? DType::I64 : t;
}
void requireType(DType t, size_t spatial, const ConvolutionOptions &o) {
  bool isDilated = std::ranges::any_of(o.dilation, [](int64_t d) { return d != 1; });
  if (isFloating(t) || t == DType::I64 ||
      (isIntegral(t) && t != DType::Bool && !o.transposed && !isDilated))
    return;
  failDType(o.transposed
                ? spatial == 3 ? "slow_conv_transpose3d_out_cpu" : "slow_conv_transpose2d_out_cpu"
            : isDilated    ? "slow_conv_dilated<>"
            : spatial == 3 ? "compute_columns3d"
                           : "slow_conv2d_cpu",
            t);
}
Tensor dense(const Tensor &t, DType dtype) {
  return contiguousOf(convertedTo(t, dtype));
}
Tensor denseChannelsLast(const Tensor &t, DType dtype) {
  return channelsLastOf(convertedTo(t, dtype));
}

// True if the library takes images with their channels last as they are.
bool staysChannelsLast(bool isChannelsLast, const ConvolutionShape &s) {
  return isChannelsLast && s.spatial >= 2 && forLibrary(s);
}

// A transposed convolution adds its bias to the result, whatever type it has.
void checkTypes(const Tensor &input, const Tensor &weight, const Tensor &bias, bool transposed) {
  if (!transposed && bias.defined() && bias.dtype() != input.dtype())
    fail("Input type (%s) and bias type (%s) should be the same", elementTypeText(input.dtype()),
         elementTypeText(bias.dtype()));
  bool isReduced = input.dtype() == DType::F16 || input.dtype() == DType::BF16;
  if (isReduced && input.dtype() != weight.dtype() && (transposed || !bias.defined())) {
    auto nameOf = [](const Tensor &t) {
      std::string type = scalarTypeName(t.dtype());
      return t.dtype() == DType::BF16 || isComplex(t.dtype()) ? "CPU" + type + "Type"
                                                              : "torch." + type + "Tensor";
    };
    fail("Input type (%s) and weight type (%s) should be the same or input should be a MKLDNN "
         "tensor and weight is a dense tensor",
         nameOf(input).c_str(), nameOf(weight).c_str());
  }
  requireType(input.dtype(), weight.dtype());
}

Tensor convolution(const Tensor &input, const Tensor &weight, const Tensor &bias, IntView strides,
                   IntView paddings, IntView dilations, bool transposed, IntView outputPaddings,
                   int64_t groups) {
  RunTimeContext cx;
  ConvolutionOptions options = {strides, paddings, dilations, outputPaddings, transposed, groups};
  Dims in(input.sizes()), w(weight.sizes());
  infer::checkConvolution(cx, in, w, sizesIfDefined(bias), options);
  checkTypes(input, weight, bias, transposed);
  requireType(input.dtype(), w.size() - 2, options);
  Dims out = infer::convolution(cx, in, w, options);
  DType t = computeIn(input.dtype());
  Tensor y = dense(weight, t), b = bias.defined() ? dense(bias, t) : Tensor();
  const void *added = b.defined() ? b.raw() : nullptr;
  ConvolutionShape shape =
      transposed ? shapeOf(t, out, w, in, options) : shapeOf(t, in, w, out, options);
  bool isChannelsLast = hasChannelsLast(input, weight, options);
  // For a transposed convolution.
  auto addBias = [&](const Tensor &result) {
    if (!b.defined())
      return;
    Dims each(out.size(), 1);
    each[1] = out[1];
    ops::callValue<TensorOp::AddTensor_>(result, ops::call<TensorOp::View>(b, each), 1);
  };
  if (staysChannelsLast(isChannelsLast, shape)) {
    shape.channelsLast = true;
    Tensor x = denseChannelsLast(input, t), result = emptyChannelsLast(out, t, input.device());
    if (!transposed && onednn::convolve(shape, x.raw(), y.raw(), added, result.raw()))
      return convertedTo(result, input.dtype());
    if (transposed && onednn::convolveBackwardInput(shape, x.raw(), y.raw(), result.raw())) {
      addBias(result);
      return convertedTo(result, input.dtype());
    }
    shape.channelsLast = false;
  }
  Tensor x = dense(input, t), result = makeTensor(out, t, input.device());
  if (result.numel()) {
    if (!transposed) {
      convolve(shape, x.raw(), y.raw(), added, result.raw());
    } else {
      // The gradient of a convolution from `result` to `input`, with the same weight.
      convolveBackwardInput(shape, x.raw(), y.raw(), result.raw());
      addBias(result);
    }
  }
  result = convertedTo(result, input.dtype());
  return isChannelsLast ? withChannelsLast(result) : result;
}

Tensor backwardInput(const Tensor &grad, IntView inputSizes, const Tensor &input,
                     const Tensor &weight, IntView strides, IntView paddings, IntView dilations,
                     bool transposed, IntView outputPaddings, int64_t groups) {
  RunTimeContext cx;
  ConvolutionOptions options = {strides, paddings, dilations, outputPaddings, transposed, groups};
  infer::spreadOptions(cx, options, static_cast<size_t>(weight.dim()) - 2);
  DType t = computeIn(grad.dtype());
  Tensor w = dense(weight, t);
  ConvolutionShape shape = transposed ? shapeOf(t, grad.sizes(), w.sizes(), inputSizes, options)
                                      : shapeOf(t, inputSizes, w.sizes(), grad.sizes(), options);
  bool isChannelsLast = hasChannelsLast(input, weight, options);
  if (staysChannelsLast(isChannelsLast, shape)) {
    shape.channelsLast = true;
    Tensor g = denseChannelsLast(grad, t), result = emptyChannelsLast(inputSizes, t, grad.device());
    if (transposed ? onednn::convolve(shape, g.raw(), w.raw(), nullptr, result.raw())
                   : onednn::convolveBackwardInput(shape, g.raw(), w.raw(), result.raw()))
      return convertedTo(result, grad.dtype());
    shape.channelsLast = false;
  }
  Tensor g = dense(grad, t), result = makeTensor(inputSizes, t, grad.device());
  if (result.numel() == 0)
    return convertedTo(result, grad.dtype());
  if (!transposed)
    convolveBackwardInput(shape, g.raw(), w.raw(), result.raw());
  else
    convolve(shape, g.raw(), w.raw(), nullptr, result.raw());
  result = convertedTo(result, grad.dtype());
  return isChannelsLast ? withChannelsLast(result) : result;
}

Tensor backwardWeight(const Tensor &grad, const Tensor &input, IntView weightSizes,
                      const Tensor &weight, IntView strides, IntView paddings, IntView dilations,
                      bool transposed, IntView outputPaddings, int64_t groups, bool contiguous) {
  RunTimeContext cx;
  ConvolutionOptions options = {strides, paddings, dilations, outputPaddings, transposed, groups};
  infer::spreadOptions(cx, options, weightSizes.size() - 2);
  DType t = computeIn(grad.dtype());
  ConvolutionShape shape = transposed
                               ? shapeOf(t, grad.sizes(), weightSizes, input.sizes(), options)
                               : shapeOf(t, input.sizes(), weightSizes, grad.sizes(), options);
  Tensor result = makeTensor(weightSizes, t, grad.device());
  bool isChannelsLast = hasChannelsLast(input, weight, options), isDone = false;
  const Tensor &larger = transposed ? grad : input, &smaller = transposed ? input : grad;
  if (staysChannelsLast(isChannelsLast, shape)) {
    shape.channelsLast = true;
    isDone = onednn::convolveBackwardWeight(shape, denseChannelsLast(smaller, t).raw(),
                                            denseChannelsLast(larger, t).raw(), result.raw());
    shape.channelsLast = false;
  }
  if (!isDone)
    convolveBackwardWeight(shape, dense(smaller, t).raw(), dense(larger, t).raw(), result.raw());
  result = convertedTo(result, grad.dtype());
  return isChannelsLast && !contiguous
             ? weightGradientWithChannelsLast(result, input, weight, options)
             : result;
}

}  // namespace

JANUS_KERNEL(Convolution, convolution)
JANUS_KERNEL(ConvolutionBackwardInput, backwardInput)
JANUS_KERNEL(ConvolutionBackwardWeight, backwardWeight)

}  // namespace janus
