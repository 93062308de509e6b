// What every module must satisfy, whoever made it. Run between passes and after reading text or
// JSON.
#pragma once

#include "IR/Graph.h"

#include <string>
#include <vector>

namespace janus::ir {

// One line per problem, naming function and operation; empty when the module is well formed.
std::vector<std::string> verify(const Module &module);
std::vector<std::string> verify(const Module &module, FunctionId function);

}  // namespace janus::ir
