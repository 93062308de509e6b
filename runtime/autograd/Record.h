// The tape: what happens to operations on tensors that require a gradient.
#pragma once

#include "autograd/Rules.h"
#include "autograd/Saved.h"

#include <vector>

namespace janus {

// The node of one recorded operation.
struct RuleNode : Node {
  const OpRules *rules;
  const char *name;    // as PyTorch has it; null: that of the rules
  uint32_t active;     // rules that some input needs
  uint32_t needs;      // inputs that need a gradient, by position in rules->inputs
  uint32_t listSize;   // edges of the input that is a list
  bool isPartWritten;  // within CopySlices, which runs once, whatever is saved
  bool freed;          // what was saved is gone
  SavedValue *saved;   // one per rules->saves (JN_UNBOUND where no active rule wants it)
  Value *kept;         // one per rules->kept
};

// Runs the operation and records it when an argument requires a gradient. The hook of dispatch().
Value recordOperation(TensorOp op, const Value *args);

// The node of an operation on these arguments, the first of which needs a gradient; null: an
// exception is pending.
RuleNode *nodeOf(TensorOp op, const Value *args);

// The node of an operation that was not recorded when it ran: with these arguments and results,
// gradients going along `edges`, which stand by argument of the schema, those of a list's tensors
// one after the other. Null: an exception is pending.
RuleNode *restoreNode(TensorOp op, const Value *args, const std::vector<std::vector<Edge>> &edges,
                      Value result, uint32_t resultCount);

// First edge of each input; the list input has listSize of them.
inline uint32_t edgeOf(const RuleNode *n, uint32_t input) {
  return n->rules->list >= 0 && input > static_cast<uint32_t>(n->rules->list)
             ? input + n->listSize - 1
             : input;
}

}  // namespace janus
