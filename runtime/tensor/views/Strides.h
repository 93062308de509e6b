// Strides of views.
#pragma once

#include "janus/contract/inference/Reshape.h"
#include "janus/contract/inference/View.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/core/Tensor.h"

namespace janus {

// The view of a tensor that `change(context, place)`, a function of contract/inference/View.h,
// makes.
template <class F>
Tensor viewed(const Tensor &self, F &&change) {
  RunTimeContext cx(self.dtype());
  infer::Placed<RunTimeContext> place = {Dims(self.sizes()), Dims(self.strides()), self->offset};
  change(cx, place);
  return makeView(self, place.sizes, place.strides, place.offset);
}
// `dim` counted from the end when negative; IndexError out of range.
int64_t wrapDim(int64_t dim, int64_t rank);
// `size` of view and reshape with its -1 computed.
Dims inferredSizes(const Tensor &self, IntView sizes);

}  // namespace janus
