// The history of a tensor whose backward pass has run inside a version: it has a name, and a second
// pass through it is refused as torch refuses it. Only of tensors whose history refuses every one.
#pragma once

#include "janus/contract/OpTable.h"
#include "tensor/Tensor.h"

namespace janus {

// Makes `t` a result of `op`, whose saved values are gone. Throws.
void setFreedHistory(TensorObject *t, TensorOp op);

}  // namespace janus
