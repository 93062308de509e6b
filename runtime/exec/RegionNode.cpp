// A version whose results live on with their history leaves one node behind them all. It owns what
// the backward needs, and runs the second graph when all gradients have come. Where that graph does
// not fit, it makes the nodes that the tape would have recorded (RestoredTape) and passes on to
// them: gradients of gradients, chosen inputs, gradients that did not come, values written since,
// and `grad_fn`.
#include "exec/RegionNode.h"

#include "autograd/Engine.h"
#include "autograd/InPlace.h"
#include "autograd/Meta.h"
#include "autograd/Operations.h"
#include "autograd/Rules.h"
#include "exec/Names.h"
#include "exec/RestoredTape.h"
#include "tensor/core/Error.h"
#include "tensor/dispatch/Dispatch.h"
#include "value/call/RuntimeLock.h"
#include "value/call/Work.h"

#include <algorithm>
#include <span>
#include <utility>

namespace janus {

struct BackwardPlan {
  uint32_t refs = 1;  // of the forward plan and of nodes
  const jn_version_def *version;
  jn_plan plan = {};
  std::vector<uint32_t> sources;  // by input: a gradient, or behind them a saved value
  // The version itself has run backward through entries, or has written what they saved.
  bool isPartlyFreed = false;
  // By number of what is kept: tensors that it had written so often.
  std::vector<std::pair<uint32_t, uint32_t>> written = {};
};

void release(BackwardPlan *plan) {
  if (!plan || --plan->refs != 0)
    return;
  plan->version->release(&plan->plan);
  delete plan;
}

namespace {

struct RegionNode : Node {
  const jn_tape_def *tape;
  BackwardPlan *plan;         // counted
  Residual *saved;            // tape->saved_count of them, and an unbound one
  std::vector<Edge> *result;  // of the restored tape, once it was asked for; counted
  bool freed;                 // of what was saved only outlines are left
};

RegionNode *self(Node *n) {
  return static_cast<RegionNode *>(n);
}

void dropSaved(RegionNode *n) {
  for (uint32_t i = 0; i < n->tape->saved_count; ++i) {
    jn_decref(n->saved[i].value);
    n->saved[i].value = jn_none();
  }
}

// Nodes that are restored let go of what they saved themselves. Those that are restored afterwards
// need to know what the tensors looked like: which saved none can run again.
void letGo(Node *node) {
  RegionNode *n = self(node);
  if (n->result || n->freed)
    return;
  for (uint32_t i = 0; i < n->tape->saved_count; ++i)
    outline(&n->saved[i]);
  n->freed = true;
}

void destroy(Node *node) {
  RegionNode *n = self(node);
  dropSaved(n);
  if (n->result)
    for (const Edge &e : *n->result)
      release(e.node);
  delete n->result;
  release(n->plan);
}

// Python sees the node itself nowhere.
const char *nameOf(const Node *n) {
  return static_cast<const RegionNode *>(n)->plan->version->name;
}

bool restore(RegionNode *n) {
  if (n->result)
    return true;
  std::vector<Edge> result;
  if (!restoreTape(*n->tape, n->saved, n->freed, n->edges, &result))
    return false;
  n->result = new std::vector<Edge>(std::move(result));
  dropSaved(n);
  return true;
}

Edge expand(Node *node, uint32_t index) {
  RegionNode *n = self(node);
  if (!restore(n))
    return {};
  return (*n->result)[index];
}

const char *resultName(const Node *node, uint32_t index) {
  const auto *n = static_cast<const RegionNode *>(node);
  if (n->result)
    return nodeName((*n->result)[index].node);
  const jn_tape_entry &entry = n->tape->entries[n->tape->outputs[index].entry];
  if (entry.node)
    return entry.node;
  const OpRules *rules = nullptr;
  Value done = guarded([&] {
    rules = rulesOf(rowNamed(entry.op));
    return rules ? jn_none() : jn_error();
  });
  return jn_is_error(done) ? nullptr : rules->name.c_str();
}

// Hooks of results go along to who makes the results now.
void moveHooks(RegionNode *n) {
  if (!n->hooks)
    return;
  for (uint32_t i = 0; i < n->hooks->count; ++i) {
    TensorHooks &from = n->hooks->tensors[i];
    const Edge &to = (*n->result)[from.index];
    if (!from.hooks && !from.retainer)
      continue;
    TensorHooks &into = tensorHooks(to.node, to.index);
    into.hooks = from.hooks;
    into.retainer = from.retainer;
    from.hooks = nullptr;
    from.retainer = nullptr;
  }
}

// A pass that has met this node goes on with it.
Edge target(Node *node, uint32_t index, bool make) {
  RegionNode *n = self(node);
  if (n->pass || (!n->result && !make))
    return {node, index};
  if (!restore(n))
    return {};
  moveHooks(n);
  return (*n->result)[index];
}

bool isPlain(const RegionNode *n, const Value *grads) {
  if (n->result || n->freed || n->plan->isPartlyFreed || modeMask & (kModeTape | kModeAutocast))
    return false;
  for (uint32_t i = 0; i < n->edgeCount; ++i)
    if (!isWanted(n->edges[i]))
      return false;
  uint32_t own = n->resultCount - n->tape->base_count;
  for (uint32_t i = own; i < n->resultCount; ++i)
    if (grads[i].tag != JN_NONE)
      return false;
  for (uint32_t i = 0; i < own; ++i)
    if (!isTensor(grads[i]) || asTensor(grads[i])->dtype != n->results[i].dtype ||
        !sameDims({asTensor(grads[i])->sizes, asTensor(grads[i])->ndim}, n->results[i].shape()))
      return false;
  auto isWritten = [n](uint32_t number) {
    return std::ranges::count(n->plan->written, number, &std::pair<uint32_t, uint32_t>::first) != 0;
  };
  for (auto [number, writes] : n->plan->written)
    if (!n->saved[number].isUnchanged(writes))
      return false;
  for (uint32_t i = 0; i < n->tape->saved_count; ++i)
    if (!n->saved[i].isUnchanged() && !isWritten(i))
      return false;
  return true;
}

bool isContiguous(Value tensor) {
  const TensorObject *t = asTensor(tensor);
  return t->flags & kTensorContiguous && !(t->flags & kTensorConjugated);
}

// Runs the second graph. False: it gave up, and nothing has happened.
bool runGraph(RegionNode *n, const Value *grads, Value *out) {
  std::vector<Value> inputs;
  std::vector<Tensor> copies;
  for (uint32_t source : n->plan->sources) {
    if (source >= n->resultCount) {
      inputs.push_back(n->saved[source - n->resultCount].value);
      continue;
    }
    if (isContiguous(grads[source])) {
      inputs.push_back(grads[source]);
      continue;
    }
    copies.push_back(operations::clone(Tensor::share(grads[source])));
    if (!copies.back().defined() || !isContiguous(copies.back().borrowed())) {
      clearError();
      return false;
    }
    inputs.push_back(copies.back().borrowed());
  }
  Value gradients = jn_none();
  LockPin onlyUserOfThePlan;
  jn_region_frame frame = {nullptr, inputs.data(), &gradients, &n->plan->plan, nullptr, UINT32_MAX};
  if (n->plan->version->run(&frame) != JN_REGION_COMMITTED)
    return false;
  auto *all = as<jn_tuple>(gradients);
  for (uint32_t i = 0; i < n->edgeCount; ++i)
    out[i] = jn_own(all->items[i]);
  jn_decref(gradients);
  return true;
}

// A pass of its own over the restored nodes, which ends where this node's edges lead.
bool runTape(RegionNode *n, const Value *grads, Value *out) {
  if (!restore(n))
    return false;
  BackwardRequest request;
  for (uint32_t i = 0; i < n->resultCount; ++i)
    if (grads[i].tag != JN_NONE) {
      request.roots.push_back((*n->result)[i]);
      request.grads.push_back(grads[i]);
    }
  std::vector<uint32_t> wanted;
  for (uint32_t i = 0; i < n->edgeCount; ++i)
    if (isWanted(n->edges[i])) {
      request.inputs.push_back(n->edges[i]);
      wanted.push_back(i);
    }
  request.keepGraph = currentPass.keepGraph;
  request.createGraph = modeMask & kModeTape;
  request.endsAtInputs = true;
  if (wanted.empty())
    return true;
  std::vector<Value> captured;
  if (!runBackward(request, &captured))
    return false;
  for (size_t i = 0; i < wanted.size(); ++i)
    out[wanted[i]] = captured[i];
  return true;
}

bool apply(Node *node, const Value *grads, Value *out) {
  RegionNode *n = self(node);
  if (JN_LIKELY(isPlain(n, grads)) && runGraph(n, grads, out))
    return true;
  return runTape(n, grads, out);
}

const NodeKind kRegion = {.name = nameOf,
                          .apply = apply,
                          .release = letGo,
                          .destroy = destroy,
                          .expand = expand,
                          .target = target,
                          .resultName = resultName};

// Notes what the entry saves of tensors that the version writes.
void noteWritten(const jn_tape_entry &entry, BackwardPlan *plan) {
  for (const jn_tape_value &each : std::span(entry.args, entry.arg_count)) {
    plan->isPartlyFreed |= each.kind == JN_TAPE_OVERWRITTEN;
    if (each.kind == JN_TAPE_WRITTEN)
      plan->written.emplace_back(each.index, each.count);
  }
}

BackwardPlan *makePlan(const jn_tape_def &tape) {
  auto *plan = new BackwardPlan{.version = tape.backward, .sources = {}};
  for (uint32_t i = 0; i < tape.backward->input_count; ++i)
    plan->sources.push_back(tape.backward->steps[tape.backward->inputs[i].path].index);
  for (uint32_t i = 0; i < tape.entry_count; ++i)
    plan->isPartlyFreed |= tape.entries[i].is_freed;
  for (uint32_t i = 0; i < tape.entry_count; ++i)
    noteWritten(tape.entries[i], plan);
  return plan;
}

RegionNode *makeNode(const jn_tape_def &tape, BackwardPlan *plan) {
  size_t fixed = (sizeof(RegionNode) + 15) & ~size_t{15};
  size_t bytes = fixed + (tape.saved_count + 1) * sizeof(Residual);
  auto *n = static_cast<RegionNode *>(newNode(&kRegion, bytes, tape.edge_count));
  n->tape = &tape;
  n->plan = plan;
  ++plan->refs;
  n->saved = reinterpret_cast<Residual *>(reinterpret_cast<char *>(n) + fixed);
  n->result = nullptr;
  n->freed = false;
  return n;
}

}  // namespace
}  // namespace janus

using namespace janus;

// `values`: the tensors, those of the edges, what is kept.
bool jn_plan_record(jn_plan *plan, const jn_tape_def *tape, const jn_value *values) {
  auto *&backward = reinterpret_cast<BackwardPlan *&>(plan->backward);
  if (!backward)
    backward = makePlan(*tape);
  // Tensors whose history goes on: what writes through views do to it is not in the tape.
  for (uint32_t i = 0; i < tape->output_count; ++i)
    if (knowsHistory(asTensor(values[i])) && asTensor(values[i])->flags & kTensorIsView)
      return false;
  Exposing counted;  // a history that the program keeps
  Value done = guarded([&] {
    RegionNode *n = makeNode(*tape, backward);
    const Value *edges = values + tape->output_count, *kept = edges + tape->edge_count;
    for (uint32_t i = 0; i < tape->edge_count; ++i)
      n->edges[i] = gradientEdge(asTensor(edges[i]));
    for (uint32_t i = 0; i < tape->saved_count; ++i) {
      n->saved[i] = {jn_own(kept[i])};
      if (isTensor(kept[i])) {
        n->saved[i].storage = asTensor(kept[i])->storage;
        n->saved[i].version = asTensor(kept[i])->version->value;
      }
    }
    n->saved[tape->saved_count] = {jn_unbound()};
    setResultCount(n, tape->output_count);
    for (uint32_t i = 0; i < tape->output_count; ++i) {
      describeResult(n, i, asTensor(values[i]));
      if (knowsHistory(asTensor(values[i])))
        asTensor(values[i])->storage->flags |= kStorageRebased;
      setGradFn(asTensor(values[i]), n, i);
    }
    release(n);
    return jn_none();
  });
  if (jn_is_error(done))
    clearError();
  return !jn_is_error(done);
}
