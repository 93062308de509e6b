// Facts for the planner from rows of the op table and types.
#pragma once

#include "IR/Plan.h"
#include "IR/SizeExpression.h"
#include "IR/TensorRows.h"

#include <optional>

namespace janus::plan {

inline bool isAlwaysView(TensorOp op) {
  return hasTrait(op, Trait::View);
}
// The result may show the elements of an argument.
inline bool mayAlias(TensorOp op) {
  return hasTrait(op, Trait::View) || hasTrait(op, Trait::MaybeView) ||
         hasTrait(op, Trait::Composite);
}

// The operands whose elements an update writes, as its results number them.
std::vector<ir::ValueId> writtenOperands(const ir::Function &function, ir::OpId op);

// The values that the regions of a branch give as one of its results.
llvm::SmallVector<ir::ValueId, 2> givenBy(const ir::Function &function, ir::ValueId result);

// Whether a size is known, as a number or by symbols, before the graph computes anything.
bool isKnown(const ir::Dim &dim);
// Nothing when a size is not.
std::optional<std::vector<ir::Dim>> knownSizes(const ir::Type &type);
ir::SizeExpression expressionOf(const ir::Dim &dim);
// How many elements tensors of these sizes have.
ir::SizeExpression productOf(llvm::ArrayRef<ir::Dim> sizes);
// True when the tensors that a loop carries have one place, into which each turn stores.
bool isKeptInPlace(const ir::Type &type);
// The values that the end of a turn stores in parts of what it carries; none of other operations.
llvm::SmallVector<ir::ValueId, 2> carriedSources(const ir::Function &function, const ir::Plan &plan,
                                                 ir::OpId op);
// The size of one element; 0 when the type does not say.
uint64_t elementBytes(const ir::Type &type);

}  // namespace janus::plan
