// Order of passes, for each stage of the compiler.
#pragma once

#include "Transforms/PassManager.h"

namespace janus::transforms {

// The passes from the builder's IR to the one that generic code is generated from, at -O0
// (nothing), -O1 and above. With `keepsSlots`, for regions whose source may run in Python,
// variables stay slots.
llvm::ArrayRef<PassId> tier1Pipeline(unsigned level, bool keepsSlots = false);

// From what the evaluator writes to what is planned; GraphOptions may leave passes out.
llvm::ArrayRef<PassId> graphPipeline();

}  // namespace janus::transforms
