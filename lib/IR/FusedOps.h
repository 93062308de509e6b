// Which operations of a graph can be part of a loop, and how (contract/Fusion.def).
#pragma once

#include "IR/Graph.h"

namespace janus::ir {

// The expression of one element, with `$k` and `#k` for the operands; empty when there is none.
llvm::StringRef fusedExpression(const Module &module, const Function &function, OpId op);

// Whether the result is the operand's only element.
bool readsElement(Opcode opcode);

}  // namespace janus::ir
