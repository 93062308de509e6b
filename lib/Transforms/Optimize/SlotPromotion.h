// Slots of a function that become SSA values: which can, and making them so.
#pragma once

#include "IR/Graph.h"

namespace janus::transforms {

// The slots of `wanted` whose every load is surely bound, and that no handler, closure or yield
// needs: of them promote() makes values.
std::vector<ir::SlotId> promotableSlots(const ir::Function &function,
                                        llvm::ArrayRef<ir::SlotId> wanted);
// Replaces loads and stores of these slots, which promotableSlots has found, by values, results and
// carried values, and removes the slots.
void promote(ir::Module &module, ir::FunctionId function, llvm::ArrayRef<ir::SlotId> slots);

}  // namespace janus::transforms
