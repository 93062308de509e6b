// How results of Fourier transforms lie: as PyTorch's.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

// Strides of a tensor whose repeated dimensions come first in memory, slowest first as in `like`,
// then the transformed ones, `dims`, of which the last may have to stay the last.
Dims transformedStrides(IntView like, IntView sizes, IntView dims, bool lastStays);
// The same of a transform to real numbers, which runs over all dimensions but the last first.
Dims realTransformedStrides(const Tensor &self, IntView sizes, IntView dims);
// Counted from the front.
Dims wrappedDims(IntView dims, int rank);

}  // namespace janus
