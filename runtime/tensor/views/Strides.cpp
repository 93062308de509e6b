#include "tensor/views/Strides.h"

#include "janus/contract/inference/View.h"
#include "tensor/RunTimeInference.h"

namespace janus {

// Old dimensions are taken from the back in groups that are dense among themselves; new dimensions
// must fill such a group exactly.
std::optional<Dims> viewStrides(IntView oldSizes, IntView oldStrides, IntView sizes) {
  int64_t numel = product(oldSizes);
  Dims strides(sizes.size());
  if (numel == 0) {
    if (sameDims(oldSizes, sizes))
      return Dims(oldStrides);
    return contiguousStrides(sizes);
  }
  if (oldSizes.empty()) {
    for (size_t i = 0; i < sizes.size(); ++i)
      strides[i] = 1;
    return strides;
  }
  int64_t at = static_cast<int64_t>(sizes.size()) - 1;
  int64_t base = oldStrides.back(), oldCount = 1, newCount = 1;
  for (size_t d = oldSizes.size(); d-- > 0;) {
    oldCount *= oldSizes[d];
    bool groupEnds = d == 0 || (oldSizes[d - 1] != 1 && oldStrides[d - 1] != oldCount * base);
    if (!groupEnds)
      continue;
    while (at >= 0 && (newCount < oldCount || sizes[static_cast<size_t>(at)] == 1)) {
      strides[static_cast<size_t>(at)] = newCount * base;
      newCount *= sizes[static_cast<size_t>(at)];
      --at;
    }
    if (newCount != oldCount)
      return std::nullopt;
    if (d > 0) {
      base = oldStrides[d - 1];
      oldCount = newCount = 1;
    }
  }
  if (at != -1)
    return std::nullopt;
  return strides;
}

int64_t wrapDim(int64_t dim, int64_t rank) {
  if (JN_LIKELY(dim >= 0 && dim < rank))
    return dim;
  RunTimeContext cx;
  return infer::wrapDim(cx, dim, rank);
}

Dims inferredSizes(const Tensor &self, IntView sizes) {
  RunTimeContext cx;
  return infer::view(cx, Dims(self.sizes()), Dims(sizes));
}

}  // namespace janus
