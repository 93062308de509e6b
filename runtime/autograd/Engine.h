// The backward pass.
#pragma once

#include "autograd/Node.h"

#include <vector>

namespace janus {

// The pass that this thread is in.
struct BackwardPass {
  uint64_t id = 0;
  bool selective = false;  // gradients of some inputs only: the other nodes are left alone
  bool keepGraph = false;
  bool reachesHidden = true;  // leaves that nodes have of their own get their gradients
};
extern thread_local BackwardPass currentPass;

inline bool isWanted(const Edge &e) {
  if (!e.node)
    return false;
  return !currentPass.selective ||
         (e.node->pass == currentPass.id && e.node->passFlags & (kPassNeeded | kPassCaptured));
}

struct BackwardRequest {
  std::vector<Edge> roots;   // not counted here
  std::vector<Value> grads;  // of the roots; borrowed
  bool keepGraph = false, createGraph = false;
  // When not empty: answer the gradients that arrive at these edges (grad), or accumulate only
  // there (backward(inputs=...)).
  std::vector<Edge> inputs;
  bool accumulate = false;
  // The pass ends at the inputs: neither their hooks nor what lies behind them are its business.
  bool endsAtInputs = false;
  // With chosen inputs, nodes that have leaves of their own run, too.
  bool reachesHidden = false;
};
// Runs the pass. False: an exception is pending. `captured`: one owned value per input, JN_NONE
// when nothing arrived.
bool runBackward(const BackwardRequest &request, std::vector<Value> *captured);

}  // namespace janus
