// The C++ of one loop (janus/kernel.h).
#pragma once

#include "IR/Plan.h"

#include <string>

namespace janus::codegen {

// The C++ type of an element.
llvm::StringRef elementType(const ir::Type &type);

// Values get names by the order in which they appear, so that blocks that do the same have the same
// text.
std::string writeLoop(const ir::Module &module, const ir::Function &function,
                      const ir::PlanBlock &block);

}  // namespace janus::codegen
