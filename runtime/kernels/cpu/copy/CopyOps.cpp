// Kernels of ops/Copy.def.
#include "kernels/cpu/copy/Copy.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/memory/ScalarStore.h"

#include <algorithm>

namespace janus {
namespace {

Tensor clone(const Tensor &self, std::optional<MemoryFormat> format) {
  return cloneOf(self, format.value_or(MemoryFormat::Preserve));
}
Tensor contiguous(const Tensor &self, MemoryFormat format) {
  if (format == MemoryFormat::Preserve)
    fail("preserve memory format is unsupported by the contiguous operator");
  bool has = format == MemoryFormat::Contiguous ? self.isContiguous() : self.isChannelsLast();
  return has ? self : cloneOf(self, format);
}
Tensor toCopy(const Tensor &self, std::optional<DType> dtype, std::optional<Device>,
              std::optional<MemoryFormat> format) {
  Tensor copy =
      emptyLike(self, dtype.value_or(self.dtype()), format.value_or(MemoryFormat::Preserve));
  copyInto(copy, self);
  return copy;
}
Tensor laidOutLike(const Tensor &self, const Tensor &like, bool written) {
  if (written)
    checkInPlace(like);
  bool dense = isNonOverlappingAndDense(like);
  Dims strides = dense ? Dims(like.strides()) : contiguousStrides(self.sizes());
  bool isAlike = true;  // of gradients, strides of sizes of 1 mean nothing
  for (int d = 0; d < self.dim(); ++d)
    isAlike &= (!written && self.size(d) == 1) || self.stride(d) == strides[static_cast<size_t>(d)];
  if (isAlike)
    return self;
  Tensor copy = makeStrided(self.sizes(), strides, self.dtype(), self.device());
  copyInto(copy, self);
  return copy;
}
Tensor copy_(const Tensor &self, const Tensor &source, bool) {
  copyInto(self, source);
  return self;
}
Tensor fillScalar(const Tensor &self, const Scalar &value) {
  requireFits(value, self.dtype());
  fillWith(self, value);
  return self;
}
Tensor fillTensor(const Tensor &self, const Tensor &value) {
  if (value.dim() != 0)
    fail("fill_ only supports 0-dimension value tensor but got tensor with %d dimensions.",
         value.dim());
  fillWith(self, itemOf(value));
  return self;
}
Tensor zero_(const Tensor &self) {
  fillWith(self, Scalar(0));
  return self;
}
Tensor fillDiagonal(const Tensor &self, const Scalar &value, bool wrap) {
  if (self.dim() < 2)
    fail("dimensions must larger than 1");
  for (int d = 1; d < self.dim(); ++d)
    if (self.dim() > 2 && self.size(d) != self.size(0))
      fail("all dimensions of input must be of equal length");
  requireFits(value, self.dtype());
  int64_t stride = 0, count = self.size(0);
  for (int d = 0; d < self.dim(); ++d) {
    stride += self.stride(d);
    count = std::min(count, self.size(d));
  }
  size_t width = sizeOf(self.dtype());
  std::byte *data = self.raw();
  for (int64_t i = 0; i < count; ++i)
    storeScalar(value, self.dtype(), data + static_cast<size_t>(i * stride) * width);
  if (wrap && self.dim() == 2 && self.size(0) > self.size(1) + 1) {
    // Continues one row below, as often as it fits.
    int64_t step = self.size(1) + 1, total = self.size(0) * self.size(1);
    for (int64_t i = step * self.size(1); i < total; i += step)
      storeScalar(value, self.dtype(),
                  data + static_cast<size_t>(i / self.size(1) * self.stride(0) +
                                             i % self.size(1) * self.stride(1)) *
                             width);
  }
  return self;
}
Scalar item(const Tensor &self) {
  if (JN_UNLIKELY(self.numel() != 1))
    fail("a Tensor with %lld elements cannot be converted to Scalar",
         static_cast<long long>(self.numel()));
  return itemOf(self);
}
bool isNonzero(const Tensor &self) {
  if (self.numel() == 0)
    fail("Boolean value of Tensor with no values is ambiguous");
  if (self.numel() > 1)
    fail("Boolean value of Tensor with more than one value is ambiguous");
  return itemOf(self).toBool();
}

}  // namespace

JANUS_KERNEL(Clone, clone)
JANUS_KERNEL(Contiguous, contiguous)
JANUS_KERNEL(ToCopy, toCopy)
JANUS_KERNEL(LaidOutLike, laidOutLike)
JANUS_KERNEL(Copy_, copy_)
JANUS_KERNEL(FillScalar_, fillScalar)
JANUS_KERNEL(FillTensor_, fillTensor)
JANUS_KERNEL(Zero_, zero_)
JANUS_KERNEL(FillDiagonal_, fillDiagonal)
JANUS_KERNEL(Item, item)
JANUS_KERNEL(IsNonzero, isNonzero)

}  // namespace janus
