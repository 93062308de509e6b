// Complex tensors as pairs of real ones, for kernels that are made of those of real numbers.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

// The memory of a complex tensor as real elements, with a last dimension of size 2.
Tensor pairsOf(const Tensor &complex);
// Real (0) or imaginary (1) parts, in place.
Tensor partOf(const Tensor &complex, int64_t part);
// The complex tensor of two real ones of the same type and shape.
Tensor ofParts(const Tensor &real, const Tensor &imaginary);

}  // namespace janus
