// backward() and grad() as Python calls them.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

// Tensor.backward(gradient=None, retain_graph=None, create_graph=False, inputs=None)
Value tensorBackward(const Value *args, size_t count, Value kwnames);
// _run_backward(tensors, grad_tensors, retain_graph, create_graph, inputs, allow_unused,
// accumulate): lists, bools; answers a tuple of gradients (None when accumulating).
Value runBackwardOf(const Value *args, size_t count, Value kwnames);
// What a host joins to its own graph. _leaves_of(tensors): the leaves that their histories lead to,
// and what knows hidden ones.
Value leavesOf(const Value *args, size_t count, Value kwnames);
// _history_name(tensor): what its `grad_fn` is called; None for leaves.
Value nameOfHistory(const Value *args, size_t count, Value kwnames);
// _gradients_at(tensors, gradients, leaves, create_graph, reach_hidden): those of the
// leaves, whose hooks and `.grad` are left to the host; None where nothing arrives.
Value gradientsAt(const Value *args, size_t count, Value kwnames);

}  // namespace janus
