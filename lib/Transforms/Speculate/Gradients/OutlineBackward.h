// A forward graph whose tensors live on with their history -> it, and the graph of its backward.
#pragma once

#include "IR/Graph.h"

#include <optional>

namespace janus::speculate {

// Nothing when the graph has no `tape.node`.
std::optional<ir::FunctionId> outlineBackward(ir::Module &module, ir::FunctionId forward);

}  // namespace janus::speculate
