// Making and freeing nodes, and what Python sees of them (`grad_fn`).
#include "autograd/Node.h"

#include "autograd/Accumulate.h"
#include "autograd/Hooks.h"
#include "autograd/Meta.h"

#include <cstring>
#include <unordered_map>
#include <vector>

namespace janus {
namespace {

thread_local uint64_t sequenceCounter = 0;

// Nodes that wait for being freed: a chain of any length is freed in a loop.
struct {
  bool running = false;
  std::vector<Node *> waiting;
} freeing;

void freeNode(Node *n) {
  if (n->kind->release)
    n->kind->release(n);
  if (n->kind->destroy)
    n->kind->destroy(n);
  for (uint32_t i = 0; i < n->edgeCount; ++i)
    if (n->edges[i].node)
      release(n->edges[i].node);
  for (uint32_t i = 0; i < n->resultCount; ++i) {
    jn_decref(n->buffer[i]);
    if (n->results[i].sizes != n->results[i].inlineSizes)
      delete[] n->results[i].sizes;
  }
  if (n->results != &n->firstResult)
    delete[] n->results;
  if (n->buffer != &n->firstBuffer)
    delete[] n->buffer;
  if (n->hooks)
    destroyHooks(n->hooks);
  freeObject(&n->head);
}

void deallocNode(Object *o) {
  freeing.waiting.push_back(reinterpret_cast<Node *>(o));
  if (freeing.running)
    return;
  freeing.running = true;
  while (!freeing.waiting.empty()) {
    Node *n = freeing.waiting.back();
    freeing.waiting.pop_back();
    freeNode(n);
  }
  freeing.running = false;
}

Node *self(Value v) {
  return reinterpret_cast<Node *>(v.o);
}

// Where `Backward0` begins in the name of a node that PyTorch generates; npos in other names.
size_t endOfOperation(const std::string &name) {
  size_t at = name.rfind("Backward");
  size_t rest = at == std::string::npos ? at : name.find_first_not_of("0123456789", at + 8);
  bool isLast =
      at != std::string::npos && (rest == std::string::npos || name.substr(rest) == "_copy");
  return isLast ? at : std::string::npos;
}

// Nodes that PyTorch has written by hand are known by their namespace, too.
std::string fullName(const Node *n) {
  std::string name = nodeName(n), prefix = n->kind->prefix;
  if (prefix.empty() && endOfOperation(name) == std::string::npos)
    prefix = "torch::autograd::";
  return prefix + name;
}

Value reprNode(Object *o) {
  const auto *n = reinterpret_cast<Node *>(o);
  char text[200];
  snprintf(text, sizeof text, "<%s%s object at %p>", n->kind->module, nodeName(n),
           static_cast<void *>(o));
  return makeStr(text);
}

Value name(const Value *args, size_t, Value) {
  return makeStr(fullName(self(args[0])));
}

// Specialised code accumulates the gradients of leaves itself, unless their nodes have hooks.
NodeHooks &changedHooks(Node *n) {
  if (isAccumulator(n))
    touched(static_cast<AccumulateNode *>(n)->variable);
  return hooksOf(n);
}
Value registerBefore(const Value *args, size_t, Value) {
  return registerHook(&changedHooks(self(args[0])).before, args[1]);
}
Value registerAfter(const Value *args, size_t, Value) {
  return registerHook(&changedHooks(self(args[0])).after, args[1]);
}

Value getNextFunctions(Object *o) {
  Node *n = reinterpret_cast<Node *>(o);
  jn_tuple *t = newTuple(n->edgeCount - n->hiddenEdges);
  const Edge *edges = n->edges + n->hiddenEdges;
  for (int64_t i = 0; i < t->size; ++i) {
    Edge seen = visibleEdge(edges[i]);
    if (edges[i].node && !seen.node) {
      jn_decref(jn_obj(t));
      return jn_error();
    }
    Ref node(seen.node ? exposedNode(seen.node) : jn_none());
    t->items[i] = makeTuple({node.get(), jn_int(seen.index)});
  }
  return jn_obj(t);
}

Value getMetadata(Object *o) {
  NodeHooks &h = hooksOf(reinterpret_cast<Node *>(o));
  if (!h.metadata)
    h.metadata = newDict();
  return jn_own(jn_obj(h.metadata));
}

const MethodDef kMethods[] = {
    {"name", name, 1, 1},
    {"register_hook", registerAfter, 2, 2},
    {"register_prehook", registerBefore, 2, 2},
    {},
};
const GetSetDef kGetSets[] = {
    {"next_functions", getNextFunctions, nullptr},
    {"metadata", getMetadata, nullptr},
    {},
};

Type makeNodeType() {
  Type t;
  t.name = "Node";
  t.base = &jn_type_object;
  t.instanceSize = sizeof(Node);
  t.dealloc = deallocNode;
  t.repr = reprNode;
  t.methods = kMethods;
  t.getsets = kGetSets;
  return t;
}

}  // namespace

Type jn_type_node = makeNodeType();

int initNodeType() {
  return readyType(&jn_type_node);
}

// Nodes are made with the common type; those that Python asks for get the class of their name.
Value exposedNode(Node *node) {
  static std::unordered_map<std::string, Type *> types;
  if (node->head.type == &jn_type_node) {
    Type *&type = types[nodeName(node)];
    if (!type) {
      type = new Type;
      type->name = strdup(nodeName(node));
      type->base = &jn_type_node;
      type->instanceSize = jn_type_node.instanceSize;
      if (isAccumulator(node))
        type->getsets = kAccumulateGetSets;
      if (readyType(type) < 0)
        return jn_error();
    }
    node->head.type = type;
  }
  return jn_own(jn_obj(node));
}

uint64_t nextSequence() {
  return sequenceCounter++;
}

Node *newNode(const NodeKind *kind, size_t size, uint32_t edgeCount) {
  size = (size + 15) & ~size_t{15};
  auto *n = reinterpret_cast<Node *>(allocate(&jn_type_node, size + edgeCount * sizeof(Edge)));
  n->kind = kind;
  n->sequence = nextSequence();
  n->edges = reinterpret_cast<Edge *>(reinterpret_cast<char *>(n) + size);
  n->edgeCount = edgeCount;
  return n;
}

void setResultCount(Node *n, uint32_t count) {
  n->resultCount = count;
  n->results = &n->firstResult;
  n->buffer = &n->firstBuffer;
  if (count > 1) {
    n->results = new ResultInfo[count];
    n->buffer = new Value[count];
  }
  for (uint32_t i = 0; i < count; ++i) {
    n->results[i].sizes = n->results[i].inlineSizes;
    n->buffer[i] = jn_none();
  }
}

void describeResult(Node *n, uint32_t index, const TensorObject *t) {
  ResultInfo &r = n->results[index];
  r.dtype = t->dtype;
  r.device = t->device;
  r.ndim = t->ndim;
  if (JN_UNLIKELY(t->ndim > ResultInfo::kInline))
    r.sizes = new int64_t[t->ndim];
  for (int d = 0; d < t->ndim; ++d)
    r.sizes[d] = t->sizes[d];
}

NodeHooks &hooksOf(Node *n) {
  if (!n->hooks)
    n->hooks = new NodeHooks;
  return *n->hooks;
}

bool hasHooks(const Node *n) {
  const NodeHooks *h = n->hooks;
  return h && ((h->before && h->before->count) || (h->after && h->after->count) || h->count);
}

TensorHooks &tensorHooks(Node *node, uint32_t result) {
  auto [n, index] = targetEdge({node, result}, false);
  NodeHooks &h = hooksOf(n);
  for (uint32_t i = 0; i < h.count; ++i)
    if (h.tensors[i].index == index)
      return h.tensors[i];
  auto *grown = new TensorHooks[h.count + 1];
  if (h.count)
    memcpy(grown, h.tensors, h.count * sizeof(TensorHooks));
  delete[] h.tensors;
  h.tensors = grown;
  grown[h.count] = {index, nullptr, nullptr};
  return grown[h.count++];
}

std::string operationName(const Node *n) {
  std::string name = nodeName(n);
  size_t end = endOfOperation(name);
  if (end == std::string::npos)
    return fullName(n);
  std::string number = name.substr(end + 8);  // behind "Backward"
  return name.substr(0, end) + (number == "0" ? "" : number);
}

void setRetainer(Node *n, uint32_t index, TensorObject *t) {
  tensorHooks(n, index).retainer = t;
}

}  // namespace janus
