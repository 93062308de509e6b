// Ops/OperandKinds.def, checked.
#pragma once

#include "IR/Graph.h"

#include <string>
#include <vector>

namespace janus::ir {

// One line per operand of another kind than the operation takes it for. The number of operands is
// right.
std::vector<std::string> operandKindProblems(const Module &module, const Function &function,
                                             OpId op);

}  // namespace janus::ir
