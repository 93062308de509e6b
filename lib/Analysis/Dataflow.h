// The worklist solver of all bit-vector analyses over a Cfg.
#pragma once

#include "Analysis/Cfg.h"

#include "llvm/ADT/BitVector.h"

#include <deque>

namespace janus::analysis {

enum class Direction : uint8_t { Forward, Backward };
enum class Join : uint8_t { Union, Intersection };

struct DataflowResult {
  IdVector<CfgNodeId, llvm::BitVector> in,
      out;  // before and after a node, in the order of execution
};

// in = join of the outs of the predecessors (backward: out = join of the ins of the successors),
// then transfer(node, set) changes the set in place. `boundary` holds at the entry (backward: at
// the exits). Nodes that control does not reach keep the neutral element of the join.
template <class Transfer>
DataflowResult solve(const Cfg &cfg, size_t facts, Direction direction, Join join,
                     const llvm::BitVector &boundary, Transfer &&transfer) {
  DataflowResult result;
  llvm::BitVector neutral(facts, join == Join::Intersection);
  result.in.resize(cfg.size(), neutral);
  result.out.resize(cfg.size(), neutral);
  bool forward = direction == Direction::Forward;
  std::deque<CfgNodeId> work;
  IdVector<CfgNodeId, bool> queued(cfg.size(), true);
  for (CfgNodeId id : cfg.ids())
    forward ? work.push_back(id) : work.push_front(id);
  while (!work.empty()) {
    CfgNodeId id = work.front();
    work.pop_front();
    queued[id] = false;
    const auto &sources = forward ? cfg[id].predecessors : cfg[id].successors;
    bool isBoundary = forward ? id == cfg.entry() : id == cfg.exit() || id == cfg.raiseExit();
    llvm::BitVector set = isBoundary ? boundary : neutral;
    for (CfgNodeId source : sources) {
      const llvm::BitVector &other = forward ? result.out[source] : result.in[source];
      join == Join::Union ? set |= other : set &= other;
    }
    (forward ? result.in[id] : result.out[id]) = set;
    transfer(id, set);
    llvm::BitVector &after = forward ? result.out[id] : result.in[id];
    if (after == set)
      continue;
    after = std::move(set);
    for (CfgNodeId next : forward ? cfg[id].successors : cfg[id].predecessors) {
      if (queued[next])
        continue;
      queued[next] = true;
      work.push_back(next);
    }
  }
  return result;
}

}  // namespace janus::analysis
