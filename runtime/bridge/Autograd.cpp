#include "bridge/Autograd.h"

#include "autograd/Engine.h"
#include "autograd/Meta.h"
#include "bridge/Session.h"
#include "value/error/Raise.h"

#include <set>
#include <string>

namespace janus::bridge {
namespace {

// Stands for what Python did between `inputs` and a tensor that it answered with.
struct BridgeNode : Node {
  const char *name;
  Value result;      // the twin, which holds Python's graph
  jn_tuple *inputs;  // tensors, one per edge
};
BridgeNode *self(Node *n) {
  return static_cast<BridgeNode *>(n);
}

const char *nameOf(const Node *n) {
  return static_cast<const BridgeNode *>(n)->name;
}

bool apply(Node *node, const Value *grads, Value *out) {
  if (grads[0].tag == JN_NONE)
    return true;
  BridgeNode *n = self(node);
  if (n->result.tag != JN_OBJECT) {
    raise(jn_exc_RuntimeError,
          "Trying to backward through the graph a second time (or directly access saved tensors "
          "after they have already been freed). Saved intermediate values of the graph are freed "
          "when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to "
          "backward through the graph a second time or if you need to access saved tensors after "
          "calling backward.");
    return false;
  }
  Session *s = Session::get();
  if (!s)
    return false;
  Ref answer(s->ask(ToPython::Backward,
                    {n->result, grads[0], jn_obj(n->inputs), jn_bool(currentPass.reachesHidden)}));
  if (answer.failed())
    return false;
  auto *t = answer.as<jn_tuple>();
  if (!isExact(answer.get(), &jn_type_tuple) || t->size != static_cast<int64_t>(n->edgeCount)) {
    raise(jn_exc_RuntimeError, "Python answered with a wrong number of gradients");
    return false;
  }
  for (uint32_t i = 0; i < n->edgeCount; ++i)
    if (n->edges[i].node && isTensor(t->items[i]))
      out[i] = jn_own(t->items[i]);
  return true;
}

void dropGraph(Node *node) {
  jn_assign(&self(node)->result, jn_none());
}
void destroy(Node *node) {
  dropGraph(node);
  jn_decref(jn_obj(self(node)->inputs));
}

Value resultOf(const Node *n) {
  return static_cast<const BridgeNode *>(n)->result;
}

const NodeKind kind = {
    .name = nameOf, .apply = apply, .release = dropGraph, .destroy = destroy, .hidden = resultOf};

}  // namespace

void attachNode(TensorObject *t, Value twin, jn_tuple *inputs, std::string_view name) {
  static auto *names = new std::set<std::string, std::less<>>;
  auto count = static_cast<uint32_t>(inputs->size);
  auto *n = newNode<BridgeNode>(&kind, count);
  n->name = names->emplace(name).first->c_str();
  n->result = jn_own(twin);
  n->inputs = as<jn_tuple>(jn_own(jn_obj(inputs)));
  setResultCount(n, 1);
  describeResult(n, 0, t);
  for (uint32_t i = 0; i < count; ++i)
    if (isTensor(inputs->items[i]))
      n->edges[i] = gradientEdge(asTensor(inputs->items[i]));
  setGradFn(t, n, 0);
  jn_decref(jn_obj(n));
}

Value accumulateGradient(Value tensor, Value grad) {
  if (!isTensor(tensor) || !isTensor(grad))
    return raise(jn_exc_TypeError, "a gradient must be a tensor");
  Edge e = gradientEdge(asTensor(tensor));
  if (!e.node)
    return jn_none();
  BackwardRequest request;
  request.roots = {e};
  request.grads = {grad};
  std::vector<Value> none;
  return runBackward(request, &none) ? jn_none() : jn_error();  // releases the roots
}

}  // namespace janus::bridge
