// Names of element types in the error texts of draws.
#pragma once

#include "janus/contract/DType.h"

namespace janus {

// "float", "long int", "c10::Half": as C++ spells the type.
const char *elementTypeText(DType t);

}  // namespace janus
