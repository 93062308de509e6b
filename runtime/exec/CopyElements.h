// Copies of tensors as they lie: with gaps, and with elements that share memory.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

// A tensor of these sizes and strides; `from` has the same, and its elements become those of `to`.
// Throws when there is no memory.
Tensor makeAlike(const TensorObject *from);
void copyElements(TensorObject *to, const TensorObject *from);

}  // namespace janus
