// Results of Python's operators for constants.
#pragma once

#include "IR/Graph.h"

namespace janus::transforms {

// The result, where it is exact and nothing can be seen of computing it; nothing for what raises,
// what leaves 64 bits, and operations that are no operators.
std::optional<ir::Constant> foldConstants(ir::Opcode opcode,
                                          llvm::ArrayRef<const ir::Constant *> operands);

}  // namespace janus::transforms
