// Rows, types, memory formats and native functions by their names in plans.
#pragma once

#include "janus/contract/OpTable.h"
#include "tensor/core/Tensor.h"

#include <string_view>

namespace janus {

TensorOp rowNamed(std::string_view id);  // TensorOp::Count: there is none
// kind "dtype", "format" or "native"; owned.
Value namedValue(std::string_view kind, std::string_view name);

}  // namespace janus
