// backward() and grad() as Python calls them.
#pragma once

#include "tensor/Tensor.h"

namespace janus {

// Tensor.backward(gradient=None, retain_graph=None, create_graph=False, inputs=None)
Value tensorBackward(const Value *args, size_t count, Value kwnames);
// _run_backward(tensors, grad_tensors, retain_graph, create_graph, inputs, allow_unused,
// accumulate): lists, bools; answers a tuple of gradients (None when accumulating).
Value runBackwardOf(const Value *args, size_t count, Value kwnames);

}  // namespace janus
