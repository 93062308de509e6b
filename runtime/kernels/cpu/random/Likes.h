// New tensors for draws, and names of element types in their error texts.
#pragma once

#include "tensor/Tensor.h"
#include "tensor/TypeObjects.h"

#include <optional>

namespace janus {

// torch.empty_like.
Tensor emptyLike(const Tensor &self, std::optional<DType> dtype, std::optional<Device> device = {},
                 std::optional<MemoryFormat> format = {});
// "float", "long int", "c10::Half": as C++ spells the type.
const char *elementTypeText(DType t);

} // namespace janus
