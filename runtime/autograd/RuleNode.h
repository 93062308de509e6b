// Memory of recorded operations, and the calls of their gradient functions.
#pragma once

#include "autograd/Record.h"

namespace janus {

RuleNode *allocateRuleNode(const OpRules &rules, uint32_t edgeCount);

// What PyTorch calls the node, and the edges that it has: a product of matrices is linear() without
// a bias. `name` stays alive.
void setNodeName(RuleNode *node, const char *name);

// The operation that made the tensor, the last of several that are one in PyTorch, is called `name`
// from now on, which stays alive; nothing where no operation was recorded.
void nameNode(Value tensor, const char *name);
// _name_node(tensor, name): answers the tensor.
Value nameNode(const Value *args, size_t, Value);

}  // namespace janus
