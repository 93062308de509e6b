// The comparison that a guard makes, so that its failure can say what was expected and what was
// seen.
#pragma once

#include "IR/Graph.h"

#include <optional>
#include <string>

namespace janus::codegen {

struct GuardComparison {
  std::string expected;  // "== 5"
  ir::ValueId seen;      // a number
};

// The comparison of a condition that compares a number with a constant; else nothing.
std::optional<GuardComparison> comparisonOf(const ir::Function &function, const ir::Module &module,
                                            ir::ValueId condition);

}  // namespace janus::codegen
