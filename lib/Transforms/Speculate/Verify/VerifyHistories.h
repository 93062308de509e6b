// What a graph of a file tells the tape, and the graph of its backward (OutlineBackward.h).
#pragma once

#include "IR/Verifier.h"
#include "Transforms/Speculate/Tensors/TensorOps.h"

namespace janus::speculate {

// Of a `tape.commit`; empty when nothing is wrong. Nothing is bound when the backward graph runs:
// what it reads as "%n" has the type of what stands at that place of the node.
std::string wrongHistory(const ir::Module &module, ir::FunctionId graph, ir::OpId node);

}  // namespace janus::speculate
