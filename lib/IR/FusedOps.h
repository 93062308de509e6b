// Operations of a graph that can be part of a loop, and how (`element` of contract/OpTable.h).
#pragma once

#include "IR/Graph.h"

#include <optional>

namespace janus::ir {

// How terms become one element of a reduction's result.
enum class Fold : uint8_t { Sum, Mean, Max, Min };
llvm::StringRef toString(Fold fold);

struct FusedForm {
  // The formula for one element, or for one term of a fold, with `$k`, `#k` and `%k` for the
  // operands.
  llvm::StringRef expression;
  std::optional<Fold> fold;
};
// Nothing where the operation runs its eager kernel.
std::optional<FusedForm> fusedForm(const Module &module, const Function &function, OpId op);
// The formula of an operation that is no reduction; empty when there is none.
llvm::StringRef fusedExpression(const Module &module, const Function &function, OpId op);

// Calls `use(kind, position)` for each `$k`, `#k` and `%k` of an expression.
void forEachOperand(llvm::StringRef expression,
                    llvm::function_ref<void(char kind, unsigned position)> use);

// True when a sum that reads the result of the expression could be contracted with it: its last
// operation may be a product.
bool mayEndInProduct(llvm::StringRef expression);
// True for one formula that is fast for some operands only, in float.
bool hasDomain(llvm::StringRef expression);
// True for one formula that is not computed in vectors.
bool standsApart(llvm::StringRef expression);

// True when the result is the operand's only element.
bool readsElement(Opcode opcode);

}  // namespace janus::ir
