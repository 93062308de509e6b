// What autograd knows about a tensor.
#pragma once

#include "autograd/HostLeaves.h"
#include "autograd/Node.h"

namespace janus {

struct AutogradMeta {
  TensorObject *grad = nullptr;        // counted
  Node *gradFn = nullptr;              // counted
  Node *accumulator = nullptr;         // of a leaf; not counted: it removes itself when it dies
  jn_dict *hooks = nullptr;            // counted
  jn_dict *afterAccumulate = nullptr;  // counted
  uint32_t resultIndex = 0;            // of gradFn
  bool retainsGrad = false;
  HostLeaf *host = nullptr;  // of a leaf that has a tensor of the host
};

inline AutogradMeta &metaOf(TensorObject *t) {
  if (JN_UNLIKELY(!t->meta))
    t->meta = new AutogradMeta;
  return *t->meta;
}

// ---- after what in-place operations on bases did to views (InPlace.cpp)
// Makes flags and gradFn of a view right whose base was written since they were, while gradients
// were on or off. They follow from what the base is now, which may have been detached.
void refreshView(TensorObject *t);
inline void refresh(TensorObject *t) {
  if (JN_UNLIKELY(t->flags & kTensorIsView) && t->viewVersion != t->version->value)
    refreshView(t);
}
// True for tensors that say so of themselves; a view does not get its base's history by it.
inline bool showsRequiresGrad(const TensorObject *t) {
  return t->flags & kTensorRequiresGrad || requiresGradAsView(t);
}
inline bool requiresGrad(TensorObject *t) {
  refresh(t);
  return showsRequiresGrad(t);
}
// The gradient function, or null for leaves.
inline Node *gradFn(TensorObject *t) {
  refresh(t);
  return t->meta ? t->meta->gradFn : nullptr;
}

// The operation that made t, as Python sees it; borrowed. Null for leaves, or an exception is
// pending.
Edge historyOf(TensorObject *t);
// The name of that operation; null for leaves, or an exception is pending.
const char *historyName(TensorObject *t);
// Where gradients of t go (an owned reference); empty when it needs none.
Edge gradientEdge(TensorObject *t);
// Makes `t` result number `index` of `node`.
void setGradFn(TensorObject *t, Node *node, uint32_t index);
void setGrad(TensorObject *t, TensorObject *ownedOrNull);
// The host is told when control goes back to it.
inline void noteForHost(TensorObject *t) {
  if (JN_UNLIKELY(t->meta && t->meta->host))
    noteChanged(t->meta->host);
}
// The host and those who watch the tensor are told that it is not what it was.
inline void touched(TensorObject *t) {
  noteForHost(t);
  if (JN_UNLIKELY(t->head.flags & JN_FLAG_WATCHED))
    jn_watch_hit(&t->head);
}
// Told of a write to the `.grad` of a watched tensor, which is no write to the tensor;
// runtime/speculate sets it.
extern void (*gradientWatchHook)(Object *tensor);
void clearHistory(TensorObject *t);

}  // namespace janus
