// Cuts of a module's body into functions of their own. The C++ compiler needs more than linear time
// for a function; a module's top level may have thousands of statements.
#pragma once

#include "Codegen/Cpp/FunctionFacts.h"

#include <vector>

namespace janus::codegen {

constexpr unsigned kOpsPerPart = 300;

// The ends of the parts, as positions in the body's region; the last is its size. Only where
// nothing but constants is handed from one side to the other.
std::vector<int> cutBody(const ir::Function &function, const FunctionFacts &facts);

}  // namespace janus::codegen
