// Graph functions that somebody else has written: whether the planner and the generated code may
// trust them.
#pragma once

#include "IR/Verifier.h"

namespace janus::speculate {

// The problems of graphs in a module without other problems (IR/Claims.h). Types that follow are
// interned in it.
std::vector<ir::Problem> findWrongGraphs(ir::Module &module);

}  // namespace janus::speculate
