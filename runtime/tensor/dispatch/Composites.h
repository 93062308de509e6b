// Operations that the prelude makes of others (Kernel::Prelude).
#pragma once

#include "tensor/dispatch/Dispatch.h"

namespace janus {

// Calls the function of torch._operations that the row stands for, with one argument per parameter
// of the schema. An error comes as from native code, without lines of the prelude.
Value callComposite(TensorOp op, const Value *args);
// The same with the function of torch._sparse_operations; for arguments among which there are
// sparse tensors. Where there is none, the operation is made of others, or NotImplementedError.
Value callSparse(TensorOp op, const Value *args);

}  // namespace janus
