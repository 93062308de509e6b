// Padding, triangles, diagonals, and the gradient of unfold.
#include "janus/contract/inference/Pad.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"
#include "tensor/views/ChannelsLast.h"
#include "tensor/views/Strides.h"

#include <algorithm>

namespace janus {
namespace {

Tensor constantPad(const Tensor &self, IntView pad, const Scalar &value) {
  RunTimeContext cx;
  Dims shape = infer::constantPad(cx, self.sizes(), pad), from(self.sizes()), lead(from.size());
  size_t rank = from.size();
  int64_t source = self->offset;
  for (size_t i = 0; i < pad.size() / 2; ++i) {
    size_t d = rank - 1 - i;
    int64_t before = pad[2 * i], after = pad[2 * i + 1];
    lead[d] = std::max<int64_t>(before, 0);
    source += std::max<int64_t>(-before, 0) * self.strides()[d];
    from[d] += std::min<int64_t>(before, 0) + std::min<int64_t>(after, 0);
  }
  requireFits(value, self.dtype());
  if (std::all_of(pad.begin(), pad.end(), [](int64_t n) { return n <= 0; }))  // a copy of a part
    return cloneOf(makeOver(retain(self->storage), source, from, self.strides(), self.dtype()));
  Tensor out = suggestsChannelsLast(self)
                   ? makeStrided(shape, channelsLastStrides(shape), self.dtype(), self.device())
                   : makeTensor(shape, self.dtype(), self.device());
  fillWith(out, value);
  int64_t offset = 0;
  for (size_t d = 0; d < rank; ++d)
    offset += lead[d] * out.strides()[d];
  if (product(from))
    copyInto(makeOver(retain(out->storage), offset, from, out.strides(), out.dtype()),
             makeOver(retain(self->storage), source, from, self.strides(), self.dtype()));
  return out;
}

// For each padded position along a dimension, the position it is taken from.
Tensor sources(int64_t size, int64_t before, int64_t after, bool reflect) {
  Tensor from = makeTensor(Dims{size + before + after}, DType::I64);
  for (int64_t i = 0; i < from.numel(); ++i) {
    int64_t at = i - before;
    if (!reflect)
      at = std::clamp<int64_t>(at, 0, size - 1);
    else if (at < 0)
      at = -at;
    else if (at >= size)
      at = 2 * size - 2 - at;
    from.data<int64_t>()[i] = at;
  }
  return from;
}

// A copy of `given`, or what was made of it, in the order of dimensions that `self` has.
Tensor inFormatOf(const Tensor &result, const Tensor &given, const Tensor &self) {
  if (suggestsChannelsLast(self))
    return cloneOf(result,
                   self.dim() == 4 ? MemoryFormat::ChannelsLast : MemoryFormat::ChannelsLast3d);
  return result.object() == given.object() ? cloneOf(result, MemoryFormat::Contiguous) : result;
}

// One dimension at a time: the result is a selection of slices, its gradient adds them back.
template <bool reflect>
Tensor borderPad(const Tensor &self, IntView pad) {
  RunTimeContext cx;
  infer::borderPad(cx, self.sizes(), pad, reflect);
  Tensor t = self;
  size_t rank = static_cast<size_t>(self.dim());
  for (size_t i = 0; i < pad.size() / 2; ++i) {
    auto d = static_cast<int64_t>(rank - 1 - i);
    if (pad[2 * i] == 0 && pad[2 * i + 1] == 0)
      continue;
    Tensor index = sources(t.sizes()[static_cast<size_t>(d)], pad[2 * i], pad[2 * i + 1], reflect);
    t = ops::call<TensorOp::IndexSelect>(t, d, index);
  }
  return inFormatOf(t, self, self);
}
template <bool reflect>
Tensor borderPadBackward(const Tensor &grad, const Tensor &self, IntView pad) {
  Tensor g = grad;
  size_t rank = static_cast<size_t>(self.dim());
  for (size_t i = pad.size() / 2; i-- > 0;) {
    auto d = static_cast<int64_t>(rank - 1 - i);
    if (pad[2 * i] == 0 && pad[2 * i + 1] == 0)
      continue;
    Dims shape(g.sizes());
    int64_t size = self.sizes()[static_cast<size_t>(d)];
    shape[static_cast<size_t>(d)] = size;
    Tensor index = sources(size, pad[2 * i], pad[2 * i + 1], reflect),
           sum = makeTensor(shape, g.dtype());
    fillWith(sum, Scalar(0));
    ops::callValue<TensorOp::IndexAdd_>(sum, d, index, g, 1);
    g = sum;
  }
  return inFormatOf(g, grad, self);
}

// ---------------------------------------------------------------- triangles and diagonals

// Sets what lies outside of the triangle to 0.
template <bool lower>
Tensor triangle(const Tensor &self, int64_t diagonal) {
  if (self.dim() < 2)
    fail("%s: input tensor must have at least 2 dimensions", lower ? "tril" : "triu");
  Tensor out = cloneOf(self, MemoryFormat::Contiguous);
  int64_t rows = self.size(-2), columns = self.size(-1),
          matrices = out.numel() == 0 ? 0 : out.numel() / (rows * columns);
  size_t width = sizeOf(self.dtype());
  diagonal = std::clamp(diagonal, -rows - 1, columns);
  for (int64_t m = 0; m < matrices; ++m)
    for (int64_t r = 0; r < rows; ++r) {
      int64_t border = std::clamp<int64_t>(r + diagonal + (lower ? 1 : 0), 0, columns);
      std::byte *row = out.raw() + static_cast<size_t>((m * rows + r) * columns) * width;
      if (lower)
        std::fill(row + static_cast<size_t>(border) * width,
                  row + static_cast<size_t>(columns) * width, std::byte{0});
      else
        std::fill(row, row + static_cast<size_t>(border) * width, std::byte{0});
    }
  return out;
}
template <bool lower>
Tensor triangleInPlace(const Tensor &self, int64_t diagonal) {
  if (!hasInternalOverlap(self)) {
    copyInto(self, triangle<lower>(self, diagonal));
    return self;
  }
  if (self.dim() < 2)
    fail("%s: input tensor must have at least 2 dimensions", lower ? "tril" : "triu");
  // A place that several elements share becomes 0 where one of them lies outside.
  ModeScope off(0);
  Tensor outside = makeTensor(self.sizes(), DType::Bool);
  fillWith(outside, Scalar(1));
  diagonal = std::clamp(diagonal, -self.size(-2) - 1, self.size(-1));
  outside = triangle<!lower>(outside, lower ? diagonal + 1 : diagonal - 1);
  ops::callValue<TensorOp::MaskedFillScalar_>(self, outside, Scalar(0));
  return self;
}

Tensor diagEmbed(const Tensor &self, int64_t offset, int64_t dim1, int64_t dim2) {
  RunTimeContext cx;
  Dims shape = infer::diagEmbed(cx, self.sizes(), offset, dim1, dim2);
  Tensor out = makeTensor(shape, self.dtype(), self.device());
  fillWith(out, Scalar(0));
  ModeScope off(0);
  copyInto(ops::call<TensorOp::Diagonal>(out, offset, dim1, dim2), self);
  return out;
}

// Windows added back where they came from.
Tensor unfoldBackward(const Tensor &grad, IntView inputSizes, int64_t dim, int64_t size,
                      int64_t step) {
  Tensor out = makeTensor(inputSizes, grad.dtype(), grad.device());
  fillWith(out, Scalar(0));
  ModeScope off(0);
  int64_t d = wrapDim(dim, static_cast<int64_t>(inputSizes.size()));
  int64_t count = grad.size(static_cast<int>(d));
  for (int64_t i = 0; i < size; ++i) {
    // Element i of all windows: every step-th position from i on.
    Tensor target = ops::call<TensorOp::Slice>(out, d, i, i + (count - 1) * step + 1, step);
    ops::callValue<TensorOp::AddTensor_>(target, ops::call<TensorOp::Select>(grad, -1, i), 1);
  }
  return out;
}

}  // namespace

JANUS_KERNEL(ConstantPadNd, constantPad)
JANUS_KERNEL(PadReflect, borderPad<true>)
JANUS_KERNEL(PadReplicate, borderPad<false>)
JANUS_KERNEL(PadReflectBackward, borderPadBackward<true>)
JANUS_KERNEL(PadReplicateBackward, borderPadBackward<false>)
JANUS_KERNEL(Tril, triangle<true>)
JANUS_KERNEL(Triu, triangle<false>)
JANUS_KERNEL(Tril_, triangleInPlace<true>)
JANUS_KERNEL(Triu_, triangleInPlace<false>)
JANUS_KERNEL(DiagEmbed, diagEmbed)
JANUS_KERNEL(UnfoldBackward, unfoldBackward)

}  // namespace janus
