// A graph function -> its plan: an order with the guards as early as they can be, places for
// results, what is written at the commit.
#pragma once

#include "IR/Plan.h"

namespace janus::plan {

// The first operation for which there is no plan: a graph with one stays without.
std::optional<ir::OpId> unplannable(const ir::Module &module, ir::FunctionId graph);

// The graph functions of a module that have a plan, in their order. Without `fuses`, each operation
// runs its kernel.
std::vector<ir::Plan> planGraphs(const ir::Module &module, bool fuses = true);

}  // namespace janus::plan
