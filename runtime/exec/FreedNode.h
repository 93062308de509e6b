// The history of a tensor whose backward pass has run inside a version: it has a name, and a second
// pass through it is refused as torch refuses it. Only of tensors whose history refuses every one.
#pragma once

#include "janus/contract/OpTable.h"
#include "tensor/core/Tensor.h"

#include <span>

namespace janus {

// Makes `t` a result of `op`, whose saved values are gone; gradients went to the tensors `ends`,
// which wait for them until the refusal. `name`: of the node, where it is not the operation's; else
// null. Throws.
void setFreedHistory(TensorObject *t, TensorOp op, const char *name, std::span<const Value> ends);

}  // namespace janus
