#include "kernels/meta/ResultStrides.h"

#include "janus/contract/inference/Index.h"
#include "kernels/cpu/convolution/ResultFormat.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/fft/ResultOrder.h"
#include "kernels/cpu/indexing/IndexPlan.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/views/ChannelsLast.h"
#include "tensor/views/Strides.h"

#include <algorithm>

namespace janus::meta {
namespace {

using Result = infer::RowResult<RunTimeContext>;

template <class T>
boxing::Argument<T> argument(const InferredCall &call, const char *name) {
  return boxing::Argument<T>(call.args[call.schema.find(name)]);
}

// Libraries of linear algebra give matrices column by column.
Dims columnMajorStrides(IntView shape) {
  Dims strides = contiguousStrides(shape);
  if (size_t rank = shape.size(); rank >= 2) {
    strides[rank - 2] = 1;
    strides[rank - 1] = std::max<int64_t>(shape[rank - 2], 1);
  }
  return strides;
}

Dims likeOperands(const InferredCall &call, const Result &result) {
  std::vector<Operand> operands(call.tensors.begin(), call.tensors.end());
  return Dims(makeLikeOperands(result.shape, operands, result.dtype).strides());
}

// self[indices]; no mask is among them, whose elements would say how many there are.
Dims indexed(const InferredCall &call, const Result &result) {
  const Tensor &self = call.tensors[0];
  auto indices = argument<TensorList>(call, "indices");
  RunTimeContext cx;
  infer::IndexedDims<RunTimeContext> dims;
  Dims rest;
  for (size_t d = 0; d < self.sizes().size(); ++d)
    if (d < indices.get().size() && indices.get()[d].defined())
      dims.add(cx, d, Dims(indices.get()[d].sizes()));
    else
      rest.push_back(static_cast<int64_t>(d));
  IndexPlan plan;
  plan.shape = result.shape;
  for (size_t i = 0; i < rest.size(); ++i) {
    auto d = static_cast<size_t>(rest[i]);
    bool isBefore = i < dims.before();
    (isBefore ? plan.beforeSizes : plan.afterSizes).push_back(self.sizes()[d]);
    (isBefore ? plan.beforeStrides : plan.afterStrides).push_back(self.strides()[d]);
  }
  return Dims(emptyLikeSlices(self, plan).strides());
}

Dims convolved(const InferredCall &call, const Result &result) {
  Tensor input = Tensor::share(call.args[0]), weight = Tensor::share(call.args[1]);
  ConvolutionOptions options = {
      argument<IntView>(call, "stride").get(),   argument<IntView>(call, "padding").get(),
      argument<IntView>(call, "dilation").get(), argument<IntView>(call, "output_padding").get(),
      argument<bool>(call, "transposed").get(),  argument<int64_t>(call, "groups").get()};
  RunTimeContext cx;
  infer::spreadOptions(cx, options, static_cast<size_t>(weight.dim()) - 2);
  return hasChannelsLast(input, weight, options) ? channelsLastStrides(result.shape)
                                                 : contiguousStrides(result.shape);
}

// Joined along the new dimension or the one that it comes before, which is then split.
Dims stacked(const InferredCall &call, const Result &result) {
  const Tensor &model = call.tensors[0];
  auto at = static_cast<size_t>(
      wrapDim(argument<int64_t>(call, "dim").get(), static_cast<int64_t>(result.shape.size())));
  if (at == model.sizes().size() || !std::ranges::all_of(call.tensors, suggestsChannelsLast))
    return contiguousStrides(result.shape);
  Dims joined(model.sizes());
  joined[at] *= static_cast<int64_t>(call.tensors.size());
  Dims strides = channelsLastStrides(joined);
  strides.insert(at, strides[at] * model.sizes()[at]);
  return strides;
}

Dims withChannelsLastOf(const Tensor &first, const Result &result) {
  return suggestsChannelsLast(first) && result.shape.size() == first.sizes().size()
             ? channelsLastStrides(result.shape)
             : contiguousStrides(result.shape);
}

Dims transformed(const InferredCall &call, const Result &result) {
  const Tensor &self = call.tensors[0];
  Dims dims = wrappedDims(argument<IntView>(call, "dim").get(), self.dim());
  ShapeRule rule = row(call.op).shape;
  if (dims.empty())
    return Dims(emptyLike(self, result.dtype, MemoryFormat::Preserve).strides());
  if (rule == ShapeRule::WholeSpectrum)
    return realTransformedStrides(self, result.shape, dims);
  return transformedStrides(self.strides(), result.shape, dims, rule == ShapeRule::HalfSpectrum);
}

}  // namespace

Dims resultStrides(const InferredCall &call, const Result &result) {
  if (result.layout == infer::Layout::Contiguous || call.tensors.empty())
    return contiguousStrides(result.shape);
  const Tensor &first = call.tensors[0];
  ShapeRule rule = row(call.op).shape;
  if (call.op == TensorOp::Angle && isComplex(first.dtype()))
    return contiguousStrides(result.shape);
  bool isLoss = rule == ShapeRule::Loss && call.schema.results.size() == 1;
  if (hasTrait(call.op, Trait::Elementwise) || isLoss)
    return likeOperands(call, result);
  if (hasTrait(call.op, Trait::OwnLayout) && isInexact(result.dtype) &&
      (rule == ShapeRule::Solved || result.shape.size() == first.sizes().size()))
    return call.op == TensorOp::LinalgLuSolve && !argument<bool>(call, "left").get()
               ? contiguousStrides(result.shape)
               : columnMajorStrides(result.shape);
  if (row(call.op).part != TensorOp::Count)
    return Dims(emptyWithGaps(first).strides());
  if (hasTrait(call.op, Trait::Likes) && call.schema.find("memory_format") < 0)
    return contiguousStrides(result.shape);  // `new_zeros` and its like
  if (hasTrait(call.op, Trait::Likes | Trait::KeepsOrder) && sameDims(result.shape, first.sizes()))
    return Dims(emptyLike(first, result.dtype, MemoryFormat::Preserve).strides());
  switch (rule) {
  case ShapeRule::Convolution: return convolved(call, result);
  case ShapeRule::Index: return indexed(call, result);
  case ShapeRule::Stack: return stacked(call, result);
  case ShapeRule::Spectrum:
  case ShapeRule::HalfSpectrum:
  case ShapeRule::WholeSpectrum: return transformed(call, result);
  default: return withChannelsLastOf(first, result);
  }
}

}  // namespace janus::meta
