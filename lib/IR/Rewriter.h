// Changing a function: collect replacements and erasures, then apply them in one walk.
#pragma once

#include "IR/Graph.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace janus::ir {

class Rewriter {
public:
  explicit Rewriter(Function &function) : function_(function) {}

  // Uses of `old` become uses of `with`, which may itself be replaced.
  void replace(ValueId old, ValueId with) { replacements_[old] = with; }
  // The operation goes, with all it holds. Its results must have no uses left.
  void erase(OpId op) { erased_.insert(op); }
  bool isErased(OpId op) const { return erased_.contains(op); }
  ValueId current(ValueId value) const;
  bool changed() const { return !replacements_.empty() || !erased_.empty(); }

  void apply();

private:
  void applyTo(RegionId region);

  Function &function_;
  llvm::DenseMap<ValueId, ValueId> replacements_;
  llvm::DenseSet<OpId> erased_;
};

// Moves the operations of `from` to position `index` of `into`; the terminator stays behind.
void spliceBody(Function &function, RegionId from, RegionId into, size_t index);
// The position of an operation in its region.
size_t positionOf(const Function &function, OpId op);

}  // namespace janus::ir
