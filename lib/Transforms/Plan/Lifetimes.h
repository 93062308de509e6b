// Where the results of kernels lie, and when their bytes are free again.
#pragma once

#include "IR/Plan.h"

namespace janus::plan {

// Fills places, strides and the size of the arena.
void assignPlaces(const ir::Module &module, ir::Plan &plan);

}  // namespace janus::plan
