// Kernels of ops/Convolution.def: torch's argument rules around the two engines. A transposed
// convolution is the gradient of the plain one for its input, and the other way round.
#include "janus/contract/inference/Windows.h"
#include "kernels/cpu/convolution/DirectConvolution.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/onednn/OneDnn.h"
#include "tensor/Boxing.h"
#include "tensor/Names.h"
#include "tensor/Ops.h"
#include "tensor/RunTimeInference.h"

namespace janus {
namespace {

// One number stands for all spatial dimensions.
Dims spread(IntView values, size_t spatial, const char *name) {
  if (values.size() == spatial)
    return Dims(values);
  if (values.size() == 1) {
    Dims result;
    for (size_t i = 0; i < spatial; ++i)
      result.push_back(values[0]);
    return result;
  }
  fail("expected %s to be a single integer value or a list of %zu values to match the convolution "
       "dimensions, but got "
       "%s=%s",
       name, spatial, name, dimsText(values).c_str());
}

void run(ConvolutionPart part, const ConvolutionShape &s, const Tensor &input, const Tensor &weight,
         const Tensor &bias, const Tensor &output) {
  for (const Dims *dims : {&s.input, &s.weight, &s.output})
    for (int64_t size : *dims)
      if (size == 0) {
        const Tensor &target = part == ConvolutionPart::Forward         ? output
                               : part == ConvolutionPart::BackwardInput ? input
                                                                        : weight;
        return fillWith(target, Scalar(0));
      }
  if (input.dtype() == DType::F32 && onednn::available())
    return runConvolution(part, s, input, weight, bias, output);
  directConvolution(part, s, input, weight, bias, output);
}

struct Geometry {
  Dims stride, padding, dilation, outputPadding;
  int64_t groups;
};

// The plain convolution behind the call; of a transposed one, input and output change places.
ConvolutionShape shapeOf(const Dims &input, const Dims &weight, const Dims &output,
                         const Geometry &g, bool transposed) {
  ConvolutionShape s;
  s.input = transposed ? output : input;
  s.output = transposed ? input : output;
  s.weight = weight;
  s.stride = g.stride;
  s.padding = g.padding;
  s.dilation = g.dilation;
  s.groups = g.groups;
  return s;
}

Tensor convolution(const Tensor &input, const Tensor &weight, const Tensor &bias, IntView stride,
                   IntView padding, IntView dilation, bool transposed, IntView outputPadding,
                   int64_t groups) {
  if (weight.dim() < 3)
    fail("weight should have at least three dimensions");
  size_t spatial = static_cast<size_t>(weight.dim()) - 2;
  Geometry g{spread(stride, spatial, "stride"), spread(padding, spatial, "padding"),
             spread(dilation, spatial, "dilation"),
             spread(outputPadding, spatial, "output_padding"), groups};
  if (groups <= 0)
    fail("non-positive groups is not supported");
  for (size_t i = 0; i < spatial; ++i) {
    if (g.stride[i] <= 0)
      fail("non-positive stride is not supported");
    if (g.padding[i] < 0)
      fail("negative padding is not supported");
    if (g.dilation[i] <= 0)
      fail("dilation should be greater than zero");
  }
  if (input.dim() != weight.dim() && input.dim() != weight.dim() - 1)
    fail("Expected %zuD (unbatched) or %zuD (batched) input to conv%s%zud, but got input of size: "
         "%s",
         spatial + 1, spatial + 2, transposed ? "_transpose" : "", spatial,
         dimsText(input.sizes()).c_str());
  if (input.dtype() != weight.dtype())
    fail("Input type (%s) and weight type (%s) should be the same", info(input.dtype()).legacy,
         info(weight.dtype()).legacy);
  if (bias.defined() && bias.dtype() != input.dtype())
    fail("Input type (%s) and bias type (%s) should be the same", info(input.dtype()).legacy,
         info(bias.dtype()).legacy);
  bool batched = input.dim() == weight.dim();
  Tensor x = contiguousOf(input), w = contiguousOf(weight);
  Dims inputSizes(x.sizes());
  if (!batched)
    inputSizes.insert(0, 1);
  RunTimeContext cx(input.dtype());
  if (!transposed && weight.size(0) % groups != 0)
    fail("Given groups=%lld, expected weight to be divisible by %lld at dimension 0, but got "
         "weight of size %s instead",
         static_cast<long long>(groups), static_cast<long long>(groups),
         dimsText(weight.sizes()).c_str());
  Dims sizes = transposed
                   ? infer::convolutionTransposed(cx, inputSizes, Dims(w.sizes()), g.stride,
                                                  g.padding, g.outputPadding, g.dilation, groups)
                   : infer::convolution(cx, inputSizes, Dims(w.sizes()), g.stride, g.padding,
                                        g.dilation, groups);
  for (size_t i = 2; i < sizes.size(); ++i)
    if (sizes[i] <= 0) {
      Dims padded, kernel;
      for (size_t k = 0; k < spatial; ++k) {
        padded.push_back(inputSizes[k + 2] + 2 * g.padding[k]);
        kernel.push_back(g.dilation[k] * (w.size(static_cast<int>(k) + 2) - 1) + 1);
      }
      auto joined = [](const Dims &dims) {
        std::string text;
        for (size_t k = 0; k < dims.size(); ++k)
          text += (k ? " x " : "") + std::to_string(dims[k]);
        return text;
      };
      fail("Calculated padded input size per channel: (%s). Kernel size: (%s). Kernel size can't "
           "be greater than actual "
           "input size",
           joined(padded).c_str(), joined(kernel).c_str());
    }
  Tensor out = makeTensor(sizes, input.dtype());
  ConvolutionShape s = shapeOf(inputSizes, Dims(w.sizes()), sizes, g, transposed);
  Tensor b = bias.defined() ? contiguousOf(bias) : bias;
  if (transposed) {
    run(ConvolutionPart::BackwardInput, s, out, w, Tensor(), x);
    if (b.defined()) {
      Dims view;
      for (size_t i = 0; i < sizes.size(); ++i)
        view.push_back(i == 1 ? b.numel() : 1);
      Tensor shaped = makeView(b, view, contiguousStrides(view), b->offset);
      copyInto(out, ops::call<OpId::AddTensor>(out, shaped, 1));
    }
  } else {
    run(ConvolutionPart::Forward, s, x, w, b, out);
  }
  if (batched)
    return out;
  Dims unbatched(IntView(sizes.data() + 1, sizes.size() - 1));
  return makeView(out, unbatched, contiguousStrides(unbatched), 0);
}

// Gradients: sizes with a batch dimension, as the forward call used them.
struct Batched {
  Tensor tensor;
  Dims sizes;
  Batched(const Tensor &t, int rank) : tensor(contiguousOf(t)), sizes(t.sizes()) {
    if (t.dim() < rank)
      sizes.insert(0, 1);
  }
};

Geometry geometryOf(IntView stride, IntView padding, IntView dilation, IntView outputPadding,
                    int64_t groups, size_t spatial) {
  return {spread(stride, spatial, "stride"), spread(padding, spatial, "padding"),
          spread(dilation, spatial, "dilation"), spread(outputPadding, spatial, "output_padding"),
          groups};
}

Tensor backwardInput(const Tensor &gradOutput, IntView inputSizes, const Tensor &weight,
                     IntView stride, IntView padding, IntView dilation, bool transposed,
                     IntView outputPadding, int64_t groups) {
  Geometry g = geometryOf(stride, padding, dilation, outputPadding, groups,
                          static_cast<size_t>(weight.dim()) - 2);
  Batched grad(gradOutput, weight.dim());
  Tensor w = contiguousOf(weight);
  Dims sizes(inputSizes);
  if (static_cast<int>(sizes.size()) < weight.dim())
    sizes.insert(0, 1);
  Tensor out = makeTensor(inputSizes, gradOutput.dtype());
  ConvolutionShape s = shapeOf(sizes, Dims(w.sizes()), grad.sizes, g, transposed);
  if (transposed)
    run(ConvolutionPart::Forward, s, grad.tensor, w, Tensor(), out);
  else
    run(ConvolutionPart::BackwardInput, s, out, w, Tensor(), grad.tensor);
  return out;
}

Tensor backwardWeight(const Tensor &gradOutput, const Tensor &input, IntView weightSizes,
                      IntView stride, IntView padding, IntView dilation, bool transposed,
                      IntView outputPadding, int64_t groups) {
  int rank = static_cast<int>(weightSizes.size());
  Geometry g = geometryOf(stride, padding, dilation, outputPadding, groups, weightSizes.size() - 2);
  Batched grad(gradOutput, rank), x(input, rank);
  Tensor out = makeTensor(weightSizes, gradOutput.dtype());
  ConvolutionShape s = shapeOf(x.sizes, Dims(weightSizes), grad.sizes, g, transposed);
  if (transposed)
    run(ConvolutionPart::BackwardWeight, s, grad.tensor, out, Tensor(), x.tensor);
  else
    run(ConvolutionPart::BackwardWeight, s, x.tensor, out, Tensor(), grad.tensor);
  return out;
}

// ---- conv1d, conv2d, conv3d: recorded as `convolution`
Tensor conv(const Tensor &input, const Tensor &weight, const Tensor &bias, IntView stride,
            IntView padding, IntView dilation, int64_t groups) {
  Dims none;
  for (int i = 2; i < weight.dim(); ++i)
    none.push_back(0);
  return ops::call<OpId::Convolution>(input, weight, bias, stride, padding, dilation, false, none,
                                      groups);
}

// 'same' pads so that the size stays; an odd total puts the extra element on the right.
Tensor convPadded(const Tensor &input, const Tensor &weight, const Tensor &bias, IntView stride,
                  std::string_view padding, IntView dilation, int64_t groups) {
  size_t spatial = static_cast<size_t>(weight.dim()) - 2;
  Dims left, right;
  if (padding == "valid") {
    for (size_t i = 0; i < spatial; ++i)
      left.push_back(0);
    return conv(input, weight, bias, stride, left, dilation, groups);
  }
  if (padding != "same")
    fail("Invalid padding string: '%s'", std::string(padding).c_str());
  Dims steps = spread(stride, spatial, "stride"), gaps = spread(dilation, spatial, "dilation");
  bool even = true;
  for (size_t i = 0; i < spatial; ++i) {
    if (steps[i] != 1)
      fail("padding='same' is not supported for strided convolutions");
    int64_t total = gaps[i] * (weight.size(static_cast<int>(i) + 2) - 1);
    left.push_back(total / 2);
    right.push_back(total - total / 2);
    even &= total % 2 == 0;
  }
  if (even)
    return conv(input, weight, bias, stride, left, dilation, groups);
  Dims pads;
  for (size_t i = spatial; i-- > 0;) {
    pads.push_back(0);
    pads.push_back(right[i] - left[i]);
  }
  Tensor padded = ops::call<OpId::ConstantPadNd>(input, pads, Scalar(0));
  return conv(padded, weight, bias, stride, left, dilation, groups);
}

Tensor convTranspose(const Tensor &input, const Tensor &weight, const Tensor &bias, IntView stride,
                     IntView padding, IntView outputPadding, int64_t groups, IntView dilation) {
  return ops::call<OpId::Convolution>(input, weight, bias, stride, padding, dilation, true,
                                      outputPadding, groups);
}

}  // namespace

JANUS_KERNEL(Convolution, convolution)
JANUS_KERNEL(ConvolutionBackwardInput, backwardInput)
JANUS_KERNEL(ConvolutionBackwardWeight, backwardWeight)
JANUS_KERNEL(Conv1d, conv)
JANUS_KERNEL(Conv2d, conv)
JANUS_KERNEL(Conv3d, conv)
JANUS_KERNEL(Conv1dPadding, convPadded)
JANUS_KERNEL(Conv2dPadding, convPadded)
JANUS_KERNEL(Conv3dPadding, convPadded)
JANUS_KERNEL(ConvTranspose1d, convTranspose)
JANUS_KERNEL(ConvTranspose2d, convTranspose)
JANUS_KERNEL(ConvTranspose3d, convTranspose)

}  // namespace janus
