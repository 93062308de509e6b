// Strides of views.
#pragma once

#include "tensor/Tensor.h"

#include <optional>

namespace janus {

// The strides with which `sizes` views the elements of a tensor, or nothing when they must be
// copied.
std::optional<Dims> viewStrides(IntView oldSizes, IntView oldStrides, IntView sizes);
// `dim` counted from the end when negative; IndexError out of range.
int64_t wrapDim(int64_t dim, int64_t rank);
// `size` of view and reshape with its -1 computed.
Dims inferredSizes(const Tensor &self, IntView sizes);

}  // namespace janus
