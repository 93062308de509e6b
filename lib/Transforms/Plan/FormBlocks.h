// Elementwise operations become loops; those whose results only replace the contents of storages
// write them in place, in the commit phase.
#pragma once

#include "IR/Plan.h"

namespace janus::plan {

void formBlocks(const ir::Module &module, ir::Plan &plan);

}  // namespace janus::plan
