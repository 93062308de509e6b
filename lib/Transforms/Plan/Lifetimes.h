// Memory of kernel results: places in the arena and their live ranges.
#pragma once

#include "IR/Plan.h"

namespace janus::plan {

// Fills places, strides and the size of the arena.
void assignPlaces(const ir::Module &module, ir::Plan &plan);

}  // namespace janus::plan
