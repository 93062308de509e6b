// A graph function -> its plan: an order with the guards as early as they can be, places for
// results, what is written at the commit.
#pragma once

#include "IR/Plan.h"

namespace janus::plan {

// The graph functions of a module, in their order.
std::vector<ir::Plan> planGraphs(const ir::Module &module);

}  // namespace janus::plan
