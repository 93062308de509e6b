// Functions that the user wants called with gradients, in dicts ordered by registration.
#pragma once

#include "autograd/Node.h"

namespace janus {

// Adds `hook` to the dict (made when null) and answers a torch.utils.hooks.RemovableHandle.
Value registerHook(jn_dict **hooks, Value hook);
// Calls each hook with the gradient, which it may replace. Owned in and out; JN_ERROR when one
// failed.
Value callTensorHooks(jn_dict *hooks, Value grad);
// Hooks of nodes: hook(values), or hook(values, others) when `others` is given; what they return
// replaces `values` (owned). False: an exception is pending.
bool callNodeHooks(jn_dict *hooks, Value *values, uint32_t count, const Value *others,
                   uint32_t otherCount);
// Hooks of leaves, which return None or the leaf. False: an exception is pending.
bool callAfterAccumulate(jn_dict *hooks, Value variable);
void destroyHooks(NodeHooks *hooks);

}  // namespace janus
