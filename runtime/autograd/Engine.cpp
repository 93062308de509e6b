// Walks the graph from the roots: a node runs when all gradients of its results have arrived, nodes
// recorded later before nodes recorded earlier. Neither recursion nor hashing: the state of the
// pass is in the nodes.
#include "autograd/Engine.h"

#include "autograd/Accumulate.h"
#include "autograd/AnomalyMode.h"
#include "autograd/GradientCheck.h"
#include "autograd/Hooks.h"
#include "autograd/Meta.h"
#include "autograd/Operations.h"
#include "tensor/core/GradMode.h"

#include <algorithm>

namespace janus {

thread_local BackwardPass currentPass;

namespace {

thread_local uint64_t passCounter = 0;
thread_local int passDepth = 0;

// What an enclosing pass had written into a node.
struct SavedState {
  Node *node;
  uint64_t pass;
  uint32_t dependencies, passFlags;
  std::vector<Value> buffer;
};

struct BySequence {
  bool operator()(const Node *a, const Node *b) const { return a->sequence < b->sequence; }
};

class Pass {
public:
  Pass(const BackwardRequest &request, std::vector<Value> *captured)
      : request_(request), captured_(captured), outer_(currentPass), outerModes_(modeMask),
        roots_(request.roots), inputs_(request.inputs) {
    currentPass = {++passCounter, !request.inputs.empty(), request.keepGraph,
                   request.inputs.empty() || request.reachesHidden};
    ++passDepth;
    bool recorded = request.createGraph && !isInferenceMode();
    modeMask = recorded ? modeMask | kModeTape : modeMask & ~uint32_t{kModeTape};
  }
  Pass(const Pass &) = delete;
  ~Pass() {
    for (Node *n : nodes_)
      for (uint32_t i = 0; i < n->resultCount; ++i) {
        jn_decref(n->buffer[i]);
        n->buffer[i] = jn_none();
      }
    for (Node *n : nodes_)
      n->pass = 0;
    for (SavedState &s : saved_) {
      s.node->pass = s.pass;
      s.node->dependencies = s.dependencies;
      s.node->passFlags = s.passFlags;
      std::copy(s.buffer.begin(), s.buffer.end(), s.node->buffer);
    }
    for (const Edge &e : held_)
      release(e.node);
    --passDepth;
    currentPass = outer_;
    modeMask = outerModes_;
  }

  bool run() {
    for (const Edge &e : roots_)
      hold(e);
    if (!follow(&inputs_, !request_.endsAtInputs) || !follow(&roots_, false) || !visitAll())
      return false;
    if (currentPass.selective)
      markNeeded();
    for (size_t i = 0; i < roots_.size(); ++i)
      if (!arrive(roots_[i], jn_own(request_.grads[i])))
        return false;
    while (!ready_.empty()) {
      Node *n = ready_.front();
      std::pop_heap(ready_.begin(), ready_.end(), BySequence());
      ready_.pop_back();
      if (!evaluate(n))
        return false;
    }
    return true;
  }

private:
  void hold(const Edge &e) {
    retain(e.node);
    held_.push_back(e);
  }
  // Nodes that stand for others are replaced by them where those have been made, so that a pass
  // meets either the one or the others. Gradients of gradients need the others, and so does who
  // looks at one of several results: some of its gradient may come by another result. In anomaly
  // mode the node is named that has made a NaN.
  bool needsOthers(const Node *n) const {
    bool always = request_.createGraph || anomalyMode.isEnabled;
    if (always || !n || !n->hooks || n->resultCount < 2)
      return always;
    return std::any_of(n->hooks->tensors, n->hooks->tensors + n->hooks->count,
                       [](const TensorHooks &h) { return h.hooks || h.retainer; });
  }
  bool follow(std::vector<Edge> *edges, bool areChosen) {
    for (Edge &e : *edges) {
      bool isOneOfSeveral = areChosen && e.node && e.node->resultCount > 1;
      Edge to = targetEdge(e, isOneOfSeveral || needsOthers(e.node));
      if (e.node && !to.node)
        return false;
      if (to.node != e.node)
        hold(to);
      e = to;
    }
    return true;
  }
  bool followEdges(Node *n) {
    for (uint32_t k = 0; k < n->edgeCount; ++k) {
      Edge &e = n->edges[k];
      Edge to = targetEdge(e, needsOthers(e.node));
      if (e.node && !to.node)
        return false;
      if (to.node == e.node)
        continue;
      retain(to.node);
      Node *old = e.node;
      e = to;
      release(old);
    }
    return true;
  }
  void visit(Node *n) {
    if (passDepth > 1 && n->pass) {
      saved_.push_back(
          {n, n->pass, n->dependencies, n->passFlags, {n->buffer, n->buffer + n->resultCount}});
      std::fill(n->buffer, n->buffer + n->resultCount, jn_none());
    }
    n->pass = currentPass.id;
    n->dependencies = 0;
    n->passFlags = 0;
    nodes_.push_back(n);
  }
  void reach(Node *n) {
    if (n->pass != currentPass.id)
      visit(n);
    ++n->dependencies;
  }
  // Counts for each node how many gradients it waits for.
  bool visitAll() {
    if (request_.endsAtInputs)
      for (const Edge &e : inputs_)
        if (e.node->pass != currentPass.id) {
          visit(e.node);
          e.node->passFlags = kPassCaptured;
        }
    for (const Edge &e : roots_)
      reach(e.node);
    for (size_t i = 0; i < nodes_.size(); ++i) {
      Node *n = nodes_[i];
      if (isEnd(n))
        continue;
      if (!followEdges(n))
        return false;
      for (uint32_t k = 0; k < n->edgeCount; ++k)
        if (n->edges[k].node)
          reach(n->edges[k].node);
    }
    return true;
  }

  bool isEnd(const Node *n) const { return request_.endsAtInputs && n->passFlags & kPassCaptured; }

  // A node is needed when a path from it leads to an input. Depth first, children before parents.
  void markNeeded() {
    for (const Edge &e : inputs_)
      if (e.node && e.node->pass == currentPass.id)
        e.node->passFlags |=
            request_.accumulate && isAccumulator(e.node) ? kPassNeeded : kPassCaptured;
    if (request_.reachesHidden)
      for (Node *n : nodes_)
        if (n->kind->hidden)
          n->passFlags |= kPassNeeded;
    struct Frame {
      Node *node;
      uint32_t next;
    };
    constexpr uint32_t kSeen = 1u << 31;
    std::vector<Frame> stack;
    for (const Edge &root : roots_) {
      if (root.node->passFlags & kSeen)
        continue;
      root.node->passFlags |= kSeen;
      stack.push_back({root.node, 0});
      while (!stack.empty()) {
        Frame &f = stack.back();
        if (f.next < f.node->edgeCount && !isEnd(f.node)) {
          Node *child = f.node->edges[f.next++].node;
          if (child && !(child->passFlags & kSeen)) {
            child->passFlags |= kSeen;
            stack.push_back({child, 0});
          }
          continue;
        }
        Node *n = f.node;
        for (uint32_t k = 0; k < n->edgeCount && !isEnd(n); ++k)
          if (n->edges[k].node && n->edges[k].node->passFlags & (kPassNeeded | kPassCaptured))
            n->passFlags |= kPassNeeded;
        stack.pop_back();
      }
    }
    for (Node *n : nodes_)
      n->passFlags &= ~kSeen;
  }

  // A gradient (owned) for an input of a node; JN_NONE when it is zero.
  bool arrive(const Edge &e, Value grad) {
    Node *n = e.node;
    if (grad.tag != JN_NONE) {
      Value &slot = n->buffer[e.index];
      if (slot.tag == JN_NONE)
        slot = grad;
      else if (!addTo(slot, grad))
        return false;
    }
    if (--n->dependencies == 0) {
      ready_.push_back(n);
      std::push_heap(ready_.begin(), ready_.end(), BySequence());
    }
    return true;
  }

  // slot += grad, in place when nobody else sees it.
  bool addTo(Value &slot, Value grad) {
    Tensor old = Tensor::take(slot), more = Tensor::take(grad);
    slot = jn_none();
    if (JN_UNLIKELY(old.device().type == DeviceType::Sparse))
      std::swap(old, more);
    bool mine = old->head.refs == 1 && old->storage->refs == 1 && !(modeMask & kModeTape) &&
                isNonOverlappingAndDense(old) && sameDims(old.sizes(), more.sizes()) &&
                old.dtype() == more.dtype();
    Tensor sum = mine ? operations::addInto(old, more) : operations::add(old, more);
    if (!sum.defined())
      return false;
    slot = sum.releaseValue();
    return true;
  }

  // Hooks of the tensor that a result is, also where nothing has arrived, then its retained
  // `.grad`.
  bool callResultHooks(Node *n) {
    if (isAccumulator(n)) {
      TensorObject *variable = static_cast<AccumulateNode *>(n)->variable;
      if (variable->meta && variable->meta->hooks) {
        Ref alive = Ref::own(jn_obj(variable->meta->hooks));
        n->buffer[0] = callTensorHooks(variable->meta->hooks, n->buffer[0]);
        if (jn_is_error(n->buffer[0]))
          return n->buffer[0] = jn_none(), false;
      }
    }
    if (!n->hooks)
      return true;
    for (uint32_t i = 0; i < n->hooks->count; ++i) {
      TensorHooks &h = n->hooks->tensors[i];
      Value &slot = n->buffer[h.index];
      if (h.hooks) {
        slot = callTensorHooks(h.hooks, slot);
        if (jn_is_error(slot))
          return slot = jn_none(), false;
      }
      if (h.retainer && slot.tag != JN_NONE)
        addToGrad(h.retainer, Tensor::share(slot));
    }
    return true;
  }
  bool callBefore(Node *n) {
    if (!n->hooks || !n->hooks->before)
      return true;
    return callNodeHooks(n->hooks->before, n->buffer, n->resultCount, nullptr, 0);
  }

  void capture(Node *n) {
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const Edge &e = inputs_[i];
      if (e.node != n || n->buffer[e.index].tag == JN_NONE)
        continue;
      Value &slot = (*captured_)[i];
      jn_decref(slot);
      slot = jn_own(n->buffer[e.index]);
    }
  }

  static constexpr uint32_t kInlineEdges = 16;
  bool evaluate(Node *n) {
    if (isEnd(n))
      return capture(n), clearBuffer(n), true;
    // As in torch: autograd.grad gives what has arrived at a node that goes on before its results'
    // hooks have changed it, and what they made of it where the pass ends.
    if (currentPass.selective && !(n->passFlags & (kPassNeeded | kPassCaptured)))
      return clearBuffer(n), true;  // nobody asks for what lies there: no hook is called
    bool goesOn = n->passFlags & kPassNeeded && !request_.accumulate;
    bool captured = currentPass.selective && n->passFlags & kPassCaptured;
    if (captured && goesOn)
      capture(n);
    if (!callResultHooks(n))
      return false;
    if (currentPass.selective) {
      if (captured && !goesOn)
        capture(n);
      if (!(n->passFlags & kPassNeeded))
        return clearBuffer(n), true;
    }
    if (!callBefore(n))
      return false;
    Value inlineOut[kInlineEdges];
    std::vector<Value> heapOut;
    Value *out = inlineOut;
    if (n->edgeCount > kInlineEdges) {
      heapOut.resize(n->edgeCount);
      out = heapOut.data();
    }
    std::fill(out, out + n->edgeCount, jn_none());
    bool anything = n->kind->runsWithoutGradients;
    for (uint32_t i = 0; i < n->resultCount; ++i)
      anything |= n->buffer[i].tag != JN_NONE;
    bool fine = !anything || (n->kind->apply(n, n->buffer, out) && checkAnomalies(n, out));
    if (fine && !request_.keepGraph && n->kind->release)
      n->kind->release(n);
    if (fine && n->hooks && n->hooks->after)
      fine = callNodeHooks(n->hooks->after, out + n->hiddenEdges, n->edgeCount - n->hiddenEdges,
                           n->buffer, n->resultCount);
    clearBuffer(n);
    for (uint32_t i = 0; i < n->edgeCount; ++i) {
      const Edge &e = n->edges[i];
      if (!e.node || !fine) {
        jn_decref(out[i]);
        continue;
      }
      if (out[i].tag != JN_NONE && !fitGradient(n, i, &out[i])) {
        fine = false;
        jn_decref(out[i]);
        continue;
      }
      fine = arrive(e, out[i]);
    }
    return fine;
  }
  void clearBuffer(Node *n) {
    for (uint32_t i = 0; i < n->resultCount; ++i) {
      jn_decref(n->buffer[i]);
      n->buffer[i] = jn_none();
    }
  }

  const BackwardRequest &request_;
  std::vector<Value> *captured_;
  BackwardPass outer_;
  uint32_t outerModes_;
  std::vector<Edge> roots_, inputs_, held_;
  std::vector<Node *> nodes_, ready_;
  std::vector<SavedState> saved_;
};

}  // namespace

bool runBackward(const BackwardRequest &request, std::vector<Value> *captured) {
  captured->assign(request.inputs.size(), jn_none());
  bool fine = Pass(request, captured).run();
  if (!fine)
    for (Value &v : *captured) {
      jn_decref(v);
      v = jn_none();
    }
  return fine;
}

}  // namespace janus
