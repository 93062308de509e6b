// The tape of a region after all: one node per recorded operation, from what the region's node has
// kept.
#pragma once

#include "autograd/Node.h"

#include "janus/plan.h"

#include <vector>

namespace janus {

// A value as it was when the region ran.
struct Residual {
  Value value;  // owned
  const Storage *storage = nullptr;
  uint32_t version = 0;  // of a tensor, before the region's own writes

  bool isUnchanged(uint32_t writes = 0) const;  // but for so many of the region
};

// Lets go of a tensor's elements: what it looks like stays.
void outline(Residual *saved);

// Restores the tape's nodes; `outputs` are owned edges to the results of its entries that are the
// region's outputs. `freed`: backward has run through the nodes, of what they saved only outlines
// are left. `edges`: of the region's node. False: an exception is pending.
bool restoreTape(const jn_tape_def &tape, const Residual *saved, bool freed, const Edge *edges,
                 std::vector<Edge> *outputs);

}  // namespace janus
