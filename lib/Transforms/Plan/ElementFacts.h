// How an elementwise operation reads its operands, if it can be part of a loop.
#pragma once

#include "IR/Plan.h"

#include "llvm/ADT/DenseSet.h"

namespace janus::plan {

struct ElementAccess {
  ir::SizeExpression count = 1;  // elements of the result
  // Rows and their elements, where an operand has rows or columns.
  struct Rows {
    ir::SizeExpression outer, inner;
  };
  std::optional<Rows> rows;
  std::vector<ir::ValueId> tensors, numbers;
  std::vector<ir::PlanBlock::Index> indices;  // of the tensors
};

class ElementFacts {
public:
  ElementFacts(const ir::Module &module, const ir::Function &function);

  // Nothing where it runs its eager kernel.
  std::optional<ElementAccess> accessOf(ir::OpId op) const;

  // An operation runs its eager kernel: is what it makes contiguous?
  void visit(ir::OpId op);
  void makeDense(ir::ValueId value) { dense_.insert(value); }

private:
  bool isElement(const ir::Type &type) const;
  bool addTensor(ir::ValueId value, llvm::ArrayRef<ir::Dim> result, ElementAccess &access) const;

  const ir::Module &module_;
  const ir::Function &function_;
  llvm::DenseSet<ir::ValueId> dense_;  // contiguous, as is known when the code is made
};

}  // namespace janus::plan
