// Operand counts of operations whose rows allow any number of operands or results.
#pragma once

#include "IR/Graph.h"

#include <string>
#include <vector>

namespace janus::ir {

// One line per problem. Attributes are as the row says.
std::vector<std::string> countProblems(const Function &function, OpId op);

}  // namespace janus::ir
