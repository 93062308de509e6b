// The graph that backward() walks: nodes for recorded operations, edges to where their gradients
// go.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

struct Node;

// Where a gradient goes: an input of a node. A counted reference; null when nothing needs it.
struct Edge {
  Node *node = nullptr;
  uint32_t index = 0;
};

// What a forward result looked like: gradients are summed and converted to this.
struct ResultInfo {
  DType dtype = DType::F32;
  Device device;
  uint8_t ndim = 0;
  int64_t *sizes = nullptr;  // inlineSizes, or on the heap
  static constexpr int kInline = 4;
  int64_t inlineSizes[kInline];
  IntView shape() const { return {sizes, ndim}; }
};

// What a node does; one record per kind of node.
struct NodeKind {
  const char *(*name)(const Node *node);
  // Computes what goes along the edges. `grads`: one borrowed value per result of the forward
  // operation, JN_NONE where undefined. `out`: one value per edge, JN_NONE on entry; filled with
  // owned tensors. False: an exception is pending.
  bool (*apply)(Node *node, const Value *grads, Value *out);
  // Drops what was saved for the gradient; null when nothing is.
  void (*release)(Node *node);
  // The rest, when the node dies; null when there is nothing.
  void (*destroy)(Node *node);
  const char *prefix = "";  // of the name that Node.name() answers
  const char *module = "";  // of the class, with its dot, as repr() shows it
  // Of a node that stands for many recorded operations: where result `index` comes from, as the
  // tape would have it. Borrowed; null: an exception is pending.
  Edge (*expand)(Node *node, uint32_t index) = nullptr;
  // Of such a node: where gradients of result `index` go. To the node, until those that it stands
  // for have been made; `make` makes them, if they can be. As `expand`.
  Edge (*target)(Node *node, uint32_t index, bool make) = nullptr;
  // Of such a node: the name of the operation behind result `index`. Null: an exception is pending.
  const char *(*resultName)(const Node *node, uint32_t index) = nullptr;
  // True for a node that runs where nothing has arrived, too: a function of the program then gets
  // zeros.
  bool runsWithoutGradients = false;
  // Of a node that passes gradients on to others than its edges lead to, too: what knows them, as
  // the host has it. Borrowed.
  Value (*hidden)(const Node *node) = nullptr;
  // Visits what the node holds for the program, and may hold the node; null when nothing does.
  void (*traverse)(Node *node, VisitFn visit, void *context) = nullptr;
};

struct TensorHooks {  // of one result
  uint32_t index;
  jn_dict *hooks;          // counted; null for a tensor that only retains its gradient
  TensorObject *retainer;  // not counted: its `.grad` receives the gradient; null when none does
};
struct NodeHooks {
  TensorHooks *tensors = nullptr;
  uint32_t count = 0;
  jn_dict *before = nullptr, *after = nullptr;  // register_prehook, register_hook
  jn_dict *metadata = nullptr;
};

struct Node {
  jn_object head;
  const NodeKind *kind;
  uint64_t sequence;  // of creation; gradients of later nodes are computed first
  Edge *edges;
  uint32_t edgeCount, resultCount;
  uint32_t hiddenEdges;  // the first ones, which PyTorch's node has not: they lead nowhere
  ResultInfo *results;
  ResultInfo firstResult;
  NodeHooks *hooks;
  Value *buffer;  // gradients that have arrived, one per result
  Value firstBuffer;
  // Of the backward pass that is under way.
  uint64_t pass;
  uint32_t dependencies;
  uint32_t passFlags;
};
enum PassFlags : uint32_t { kPassNeeded = 1, kPassCaptured = 2 };

extern Type jn_type_node;
constexpr uint64_t kAccumulateSequence = UINT64_MAX;
uint64_t nextSequence();

// A node of `size` bytes with room for edges; the caller fills them.
Node *newNode(const NodeKind *kind, size_t size, uint32_t edgeCount);
template <class T>
T *newNode(const NodeKind *kind, uint32_t edgeCount) {
  return reinterpret_cast<T *>(newNode(kind, sizeof(T), edgeCount));
}
void setResultCount(Node *node, uint32_t count);
void describeResult(Node *node, uint32_t index, const TensorObject *t);
inline void retain(Node *node) {
  ++node->head.refs;
}
inline void release(Node *node) {
  jn_decref(jn_obj(node));
}
// The node as Python sees it, owned: an instance of a class that has the node's name.
Value exposedNode(Node *node);
inline const char *nodeName(const Node *n) {
  return n->kind->name(n);
}
// Where Python sees gradients of an edge go; as NodeKind::expand.
inline Edge visibleEdge(Edge e) {
  return e.node && e.node->kind->expand ? e.node->kind->expand(e.node, e.index) : e;
}
// Where gradients of an edge go; as NodeKind::target.
inline Edge targetEdge(Edge e, bool make) {
  return e.node && e.node->kind->target ? e.node->kind->target(e.node, e.index, make) : e;
}

// As messages name operations: "Mul" for MulBackward0.
std::string operationName(const Node *node);

NodeHooks &hooksOf(Node *node);
bool hasHooks(const Node *node);
TensorHooks &tensorHooks(Node *node, uint32_t index);
// Sets the gradient function's retainer for a result; null removes it.
void setRetainer(Node *node, uint32_t index, TensorObject *t);

int initNodeType();

}  // namespace janus
