// What an operation may take and claim beyond what its row says. Part of the verifier.
#pragma once

#include "IR/Graph.h"

#include <string>
#include <vector>

namespace janus::ir {

// Counts of operands where a row allows any number, kinds of operands that generated code relies
// on, and types of results that nothing checks at run time: one line per problem. Operands, results
// and attributes are as the row says.
std::vector<std::string> countProblems(const Function &function, OpId op);
std::vector<std::string> typeProblems(const Module &module, const Function &function, OpId op);

}  // namespace janus::ir
