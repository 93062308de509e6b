// Conditions that every module must satisfy, whoever made it. Run between passes and after reading
// text or JSON.
#pragma once

#include "IR/Graph.h"

#include <string>
#include <vector>

namespace janus::ir {

struct Problem {
  FunctionId function;  // invalid: of the module
  OpId op;              // invalid: of the function
  std::string text;
  std::string remedy;  // of what a person has written; may be empty
};
// With the function and the operation in front.
std::string toString(const Module &module, const Problem &problem);

// Empty when the module is well formed.
std::vector<Problem> findProblems(const Module &module);
// The same, one line per problem.
std::vector<std::string> verify(const Module &module);

}  // namespace janus::ir
