// What runtime/autograd, which stands above, is told of operations that call others.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

// The operation that made the tensor is called `name`; null before the module of autograd is there.
extern void (*nodeNameHook)(Value tensor, const char *name);

}  // namespace janus
