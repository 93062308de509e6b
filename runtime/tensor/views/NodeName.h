// Names for nodes of operations that call others, told to runtime/autograd, which stands above.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

// The operation that made the tensor is called `name`; null before the module of autograd is there.
extern void (*nodeNameHook)(Value tensor, const char *name);

}  // namespace janus
