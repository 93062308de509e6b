#include "exec/FreedNode.h"

#include "autograd/Meta.h"
#include "autograd/Rules.h"
#include "autograd/Saved.h"
#include "tensor/core/Error.h"

namespace janus {
namespace {

struct FreedNode : Node {
  const char *name;
};

const NodeKind kFreed = {
    .name = [](const Node *n) { return static_cast<const FreedNode *>(n)->name; },
    .apply = [](Node *, const Value *, Value *) { return raiseFreed(), false; },
    .release = nullptr,
    .destroy = nullptr,
};

}  // namespace

void setFreedHistory(TensorObject *t, TensorOp op, const char *name, std::span<const Value> ends) {
  const OpRules *rules = rulesOf(op);
  if (!rules)
    throw PendingError{};
  auto *node = newNode<FreedNode>(&kFreed, static_cast<uint32_t>(ends.size()));
  for (size_t i = 0; i < ends.size(); ++i)
    node->edges[i] = gradientEdge(asTensor(ends[i]));
  node->name = name ? name : rules->name.c_str();
  setResultCount(node, 1);
  describeResult(node, 0, t);
  setGradFn(t, node, 0);
  release(node);
}

}  // namespace janus
