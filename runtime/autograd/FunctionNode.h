// torch.autograd.Function: nodes whose gradient is a Python method.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

// _function_node(name, ctx, backward, inputs): a node whose edges go to the tensors among `inputs`.
Value makeFunctionNode(const Value *args, size_t count, Value kwnames);
// _function_attach(node, outputs, dirty, inputs, fixed): makes tensors of the tuple `outputs`
// results of the node, those in `dirty` in place, but not those in `fixed`; answers a tuple of what
// the caller of apply() gets.
Value attachOutputs(const Value *args, size_t count, Value kwnames);
// _function_save(node, tensors, outputs) and _function_saved(node): ctx.saved_tensors.
Value saveForBackward(const Value *args, size_t count, Value kwnames);
Value savedTensors(const Value *args, size_t count, Value kwnames);

}  // namespace janus
