// Liveness of slots, which may be read later: a backward walk over the structured control flow.
#pragma once

#include "IR/Graph.h"

#include "llvm/ADT/BitVector.h"

namespace janus::transforms {

struct SlotLiveness {
  llvm::BitVector before, after;  // by SlotId index
};

// Liveness around the operations [begin, end) of `region`. Cells and free slots are always live.
SlotLiveness slotLiveness(const ir::Function &function, ir::RegionId region, size_t begin,
                          size_t end);

}  // namespace janus::transforms
