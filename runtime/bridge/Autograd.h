// Gradients across the border, both ways.
#pragma once

#include "bridge/Foreign.h"
#include "tensor/core/Tensor.h"

namespace janus::bridge {

// Makes `t`, whose twin in Python is `twin`, a result of a node that asks Python for the gradients
// of `inputs` (tensors of ours that the twin depends on); `name` is what Python calls the
// operation.
void attachNode(TensorObject *t, Value twin, jn_tuple *inputs, std::string_view name);
// Adds a gradient that Python has computed for one of our tensors: None.
Value accumulateGradient(Value tensor, Value grad);

}  // namespace janus::bridge
