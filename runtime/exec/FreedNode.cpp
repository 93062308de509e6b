#include "exec/FreedNode.h"

#include "autograd/Meta.h"
#include "autograd/Rules.h"
#include "autograd/Saved.h"
#include "tensor/core/Error.h"

namespace janus {
namespace {

struct FreedNode : Node {
  const std::string *name;  // of the operation's rules
};

const NodeKind kFreed = {
    .name = [](const Node *n) { return static_cast<const FreedNode *>(n)->name->c_str(); },
    .apply = [](Node *, const Value *, Value *) { return raiseFreed(), false; },
    .release = nullptr,
    .destroy = nullptr,
};

}  // namespace

void setFreedHistory(TensorObject *t, TensorOp op, std::span<const Value> ends) {
  const OpRules *rules = rulesOf(op);
  if (!rules)
    throw PendingError{};
  auto *node = newNode<FreedNode>(&kFreed, static_cast<uint32_t>(ends.size()));
  for (size_t i = 0; i < ends.size(); ++i)
    node->edges[i] = gradientEdge(asTensor(ends[i]));
  node->name = &rules->name;
  setResultCount(node, 1);
  describeResult(node, 0, t);
  setGradFn(t, node, 0);
  release(node);
}

}  // namespace janus
