#include "kernels/cpu/complex/Parts.h"

#include "kernels/cpu/copy/Copy.h"

namespace janus {
namespace {

Tensor over(const Tensor &complex, IntView sizes, IntView strides, int64_t offset) {
  return makeOver(retain(complex->storage), offset, sizes, strides, realTypeOf(complex.dtype()));
}
Dims doubled(IntView strides) {
  Dims result;
  for (int64_t stride : strides)
    result.push_back(2 * stride);
  return result;
}

}  // namespace

Tensor pairsOf(const Tensor &complex) {
  Dims sizes(complex.sizes()), strides = doubled(complex.strides());
  sizes.push_back(2);
  strides.push_back(1);
  return over(complex, sizes, strides, 2 * complex->offset);
}

Tensor partOf(const Tensor &complex, int64_t part) {
  return over(complex, complex.sizes(), doubled(complex.strides()), 2 * complex->offset + part);
}

Tensor ofParts(const Tensor &real, const Tensor &imaginary) {
  Tensor result = emptyLike(real, complexTypeOf(real.dtype()), MemoryFormat::Preserve);
  copyInto(partOf(result, 0), real);
  copyInto(partOf(result, 1), imaginary);
  return result;
}

}  // namespace janus
