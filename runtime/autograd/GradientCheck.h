// Makes gradients fit what they are gradients of.
#pragma once

#include "autograd/Node.h"

namespace janus {

// `*grad` (owned) goes along edge number `edge` of `node`: sums dimensions that were broadcast and
// converts the dtype. False: RuntimeError is pending, `*grad` still owned.
bool fitGradient(const Node *node, uint32_t edge, Value *grad);

}  // namespace janus
