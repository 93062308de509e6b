#include "autograd/Meta.h"

#include "autograd/Accumulate.h"
#include "autograd/InPlace.h"
#include "autograd/TensorAttributes.h"
#include "tensor/core/AutogradInterface.h"

#include <utility>

namespace janus {

void (*gradientWatchHook)(Object *tensor) = nullptr;

Edge gradientEdge(TensorObject *t) {
  if (Node *node = gradFn(t)) {
    retain(node);
    return {node, t->meta->resultIndex};
  }
  if (t->flags & kTensorRequiresGrad)
    return {accumulatorOf(t), 0};
  return {};
}

Edge historyOf(TensorObject *t) {
  Node *node = gradFn(t);
  return node ? visibleEdge({node, t->meta->resultIndex}) : Edge{};
}

const char *historyName(TensorObject *t) {
  Node *node = gradFn(t);
  if (!node)
    return nullptr;
  return node->kind->resultName ? node->kind->resultName(node, t->meta->resultIndex)
                                : nodeName(node);
}

// Hooks stay with the value that they were registered for; a gradient is kept of the last one.
static void leaveHooks(TensorObject *t, Node *node, uint32_t index) {
  AutogradMeta &m = *t->meta;
  if (m.hooks)
    jn_decref(jn_obj(std::exchange(m.hooks, nullptr)));
  if (m.retainsGrad) {
    setRetainer(m.gradFn, m.resultIndex, nullptr);
    setRetainer(node, index, t);
  }
}

void setGradFn(TensorObject *t, Node *node, uint32_t index) {
  AutogradMeta &m = metaOf(t);
  retain(node);
  if (m.gradFn) {
    if (m.gradFn != node)
      leaveHooks(t, node, index);
    release(m.gradFn);
  }
  m.gradFn = node;
  m.resultIndex = index;
  t->viewVersion = t->version->value;
  if (JN_UNLIKELY(t->head.flags & JN_FLAG_WATCHED) && !(t->flags & kTensorNonLeaf))
    jn_watch_hit(&t->head);  // no leaf any more
  t->flags |= kTensorRequiresGrad | kTensorNonLeaf;
}

void setGrad(TensorObject *t, TensorObject *grad) {
  AutogradMeta &m = metaOf(t);
  TensorObject *old = m.grad;
  m.grad = grad;
  noteForHost(t);
  if (old)
    jn_decref(jn_obj(old));
  if (JN_UNLIKELY(t->head.flags & JN_FLAG_WATCHED) && gradientWatchHook)
    gradientWatchHook(&t->head);
}

// Lets go of the node.
static void dropNode(AutogradMeta &m) {
  if (m.retainsGrad)
    setRetainer(m.gradFn, m.resultIndex, nullptr);
  m.retainsGrad = false;
  if (Node *node = std::exchange(m.gradFn, nullptr))
    release(node);
}

void clearHistory(TensorObject *t) {
  if (t->meta && t->meta->gradFn)
    dropNode(*t->meta);
  t->flags &= ~(kTensorRequiresGrad | kTensorNonLeaf);
  touched(t);
}

namespace {

void destroyMeta(TensorObject *t) {
  AutogradMeta *m = t->meta;
  t->meta = nullptr;
  if (m->host)
    endHostLeaf(m->host, m->grad);
  if (m->gradFn)
    dropNode(*m);
  if (m->grad)
    jn_decref(jn_obj(m->grad));
  if (m->hooks)
    jn_decref(jn_obj(m->hooks));
  if (m->afterAccumulate)
    jn_decref(jn_obj(m->afterAccumulate));
  delete m;
}

// A node is no object that the collector knows: what it holds counts as the tensor's where the
// tensor alone holds it (`ctx.y = y` in a function of the program that returns y).
bool ownsNode(const AutogradMeta &m) {
  return m.gradFn && m.gradFn->head.refs == 1 && m.gradFn->kind->traverse;
}

void traverseMeta(TensorObject *t, VisitFn visit, void *context) {
  const AutogradMeta &m = *t->meta;
  if (ownsNode(m))
    m.gradFn->kind->traverse(m.gradFn, visit, context);
  if (m.grad)
    visit(&m.grad->head, context);
  if (m.hooks)
    visit(&m.hooks->head, context);
  if (m.afterAccumulate)
    visit(&m.afterAccumulate->head, context);
}

void clearMeta(TensorObject *t) {
  AutogradMeta &m = *t->meta;
  if (ownsNode(m))
    dropNode(m);
  for (jn_dict **d : {&m.hooks, &m.afterAccumulate}) {
    jn_dict *old = *d;
    *d = nullptr;
    if (old)
      jn_decref(jn_obj(old));
  }
  setGrad(t, nullptr);
}

const char *gradFnName(TensorObject *t) {
  if (!checkHistory(t)) {
    clearError();
    return "Invalid";
  }
  const char *name = historyName(t);
  if (name || !gradFn(t))
    return name;
  clearError();  // of no memory: a text needs no more than a name
  return nodeName(gradFn(t));
}

void dataReplaced(TensorObject *t) {
  renewAccumulator(t);
  noteForHost(t);
}

const AutogradInterface kInterface = {kTensorMethods, kTensorGetSets, kTensorStaticMethods,
                                      destroyMeta,    traverseMeta,   clearMeta,
                                      gradFnName,     dataReplaced};

}  // namespace

const AutogradInterface *const autogradInterface = &kInterface;

}  // namespace janus
