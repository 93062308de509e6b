// The history of a tensor whose backward pass has run inside a version: it has a name, and a second
// pass through it is refused as torch refuses it.
#pragma once

#include "autograd/Node.h"
#include "janus/contract/OpTable.h"

namespace janus {

// A node of `op` whose saved values are gone, owned. Throws.
Node *makeFreedNode(OpId op);
// Makes `t` a result of `op`, whose saved values are gone. Throws.
void setFreedHistory(TensorObject *t, OpId op);

}  // namespace janus
