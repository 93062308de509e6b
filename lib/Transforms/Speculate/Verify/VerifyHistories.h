// The history that a graph of a file gives the tape, and the graph of its backward
// (OutlineBackward.h).
#pragma once

#include "IR/Verifier.h"
#include "Transforms/Speculate/Tensors/TensorOps.h"

namespace janus::speculate {

// The problem of a `tape.commit`; empty when nothing is wrong. Nothing is bound when the backward
// graph runs: an input "%n" there has the type of the value at that place of the node.
std::string wrongHistory(const ir::Module &module, ir::FunctionId graph, ir::OpId node);

}  // namespace janus::speculate
