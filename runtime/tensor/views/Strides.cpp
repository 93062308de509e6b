#include "tensor/views/Strides.h"

namespace janus {

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
