// How an elementwise operation, or a reduction, reads its operands, if it can be part of a loop.
#pragma once

#include "IR/Plan.h"

#include "llvm/ADT/DenseSet.h"

namespace janus::plan {

struct ElementAccess {
  ir::PlanBlock::Per per = ir::PlanBlock::Per::Element;
  std::optional<ir::Fold> fold;
  ir::SizeExpression count = 1;  // elements of the result, terms of a reduction
  // Rows and their elements, where an operand has rows or columns.
  struct Rows {
    ir::SizeExpression outer, inner;
  };
  std::optional<Rows> rows;
  llvm::SmallVector<ir::PlanBlock::Read, 3> reads;
  std::vector<ir::ValueId> numbers, counted;
};

class ElementFacts {
public:
  ElementFacts(const ir::Module &module, const ir::Function &function);

  // Nothing where it runs its eager kernel. Rows of `inner` elements are preferred, where there is
  // a choice: a vector that is added to a matrix of a stack is read by the stack's rows, too.
  std::optional<ElementAccess> accessOf(ir::OpId op,
                                        const ir::SizeExpression *inner = nullptr) const;

  // True when a view shows elements of its operand, all of them in their order or a part of each
  // row, so that loops read those.
  bool isLookedThrough(ir::OpId op) const;

  // An operation runs its eager kernel: is what it makes contiguous?
  void visit(ir::OpId op);
  void makeDense(ir::ValueId value) { dense_.insert(value); }

private:
  std::optional<std::vector<ir::Dim>> loopSizes(ir::OpId op, const ir::FusedForm &form) const;
  std::optional<uint64_t> reducedDims(ir::OpId op, size_t rank) const;
  struct Folded;
  std::optional<Folded> foldOf(ir::OpId op, llvm::ArrayRef<ir::Dim> whole) const;
  bool isElement(const ir::Type &type) const;
  std::optional<size_t> rowsEnd(ir::ValueId value, llvm::ArrayRef<ir::Dim> whole) const;
  std::optional<ir::PlanBlock::Read> readOf(ir::ValueId value, llvm::ArrayRef<ir::Dim> whole,
                                            std::optional<size_t> end) const;
  bool isTransparent(ir::OpId op) const;
  // The value whose elements a view of another shape shows, all of them in their order.
  ir::ValueId sourceOf(ir::ValueId value) const;
  // Rows that are parts of longer ones: `x[:, 8:16]`, `x[:, t]`.
  struct PartOfRows {
    ir::ValueId source;
    std::optional<ElementAccess::Rows> rows;  // nothing: one row
    ir::PlanBlock::Subscript subscript;
  };
  std::optional<PartOfRows> partOf(ir::ValueId value) const;

  const ir::Module &module_;
  const ir::Function &function_;
  llvm::DenseSet<ir::ValueId> dense_;  // contiguous, as is known when the code is made
};

}  // namespace janus::plan
