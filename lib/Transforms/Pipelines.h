// Which passes run when.
#pragma once

#include "Transforms/PassManager.h"

namespace janus::transforms {

// From the builder's IR to what generic code is generated from, at -O0 (nothing), -O1 and above.
// Where a region's source may run in Python, its variables stay slots.
llvm::ArrayRef<PassId> tier1Pipeline(unsigned level, bool keepsSlots = false);

// From what the evaluator writes to what is planned.
llvm::ArrayRef<PassId> graphPipeline();

}  // namespace janus::transforms
