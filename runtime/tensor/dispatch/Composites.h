// Operations that the prelude makes of others (Kernel::Prelude).
#pragma once

#include "tensor/dispatch/Dispatch.h"

namespace janus {

// Calls the function of torch._operations that the row stands for, with one argument per parameter
// of the schema. An error comes as from native code, without lines of the prelude.
Value callComposite(TensorOp op, const Value *args);

}  // namespace janus
