// Commits have the values of before all of them, though one is written after the other.
#pragma once

#include "IR/Plan.h"

namespace janus::plan {

// Reading a storage comes before writing it, and where each reads what the other writes, copies are
// made before the first (`Plan::copied`). This holds for updates and commits of storages, which
// stand first in `plan.commits`.
void orderCommits(const ir::Module &module, ir::Plan &plan);

}  // namespace janus::plan
