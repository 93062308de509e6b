// Facts that the emitter must know about one function before it writes the first line: where each
// value is used last, which slots are written where, what lives across a yield.
#pragma once

#include "IR/Graph.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <utility>
#include <vector>

namespace janus::codegen {

class FunctionFacts {
public:
  explicit FunctionFacts(const ir::Function &function);

  // Position of the operation in its region.
  int position(ir::OpId op) const { return position_[op]; }
  // Position in `region` of the last operation that uses `value`, itself or in a nested region;
  // -1 when there is none.
  int lastUse(ir::ValueId value, ir::RegionId region) const;
  unsigned useCount(ir::ValueId value) const { return useCount_[value]; }

  // True when `slot` is stored, deleted or cleared anywhere, or by an operation of `region` at a
  // position in [first, last] (nested regions included).
  bool isWritten(ir::SlotId slot) const { return written_[slot]; }
  bool isWrittenWithin(ir::SlotId slot, ir::RegionId region, int first, int last) const;
  // True when an operation of `region` can leave the slot unbound.
  bool isUnboundWithin(ir::SlotId slot, ir::RegionId region) const;

  bool suspends() const { return suspends_; }
  bool suspendsWithin(ir::RegionId region, int first, int last) const;
  bool suspendsInside(ir::OpId op) const;
  // The value is defined before a suspension and used after it.
  bool livesAcrossYield(ir::ValueId value) const;

private:
  using Key = std::pair<uint32_t, uint32_t>;  // of two ids
  using Positions = llvm::SmallVector<int, 4>;

  void number(ir::RegionId region);
  void visit(ir::RegionId region);
  void noteUse(ir::ValueId value, ir::RegionId region, int position);
  void noteWrite(ir::SlotId slot, ir::RegionId region, int position, bool unbinds);
  void noteSuspension(ir::RegionId region, int position);
  ir::RegionId homeOf(ir::ValueId value) const;

  const ir::Function &function_;
  IdVector<ir::OpId, int> position_;
  IdVector<ir::ValueId, unsigned> useCount_;
  llvm::DenseMap<Key, int> lastUse_;                 // value, region
  llvm::DenseMap<Key, Positions> writes_;            // slot, region; ascending
  llvm::DenseMap<Key, bool> unbinds_;                // slot, region
  llvm::DenseMap<uint32_t, Positions> suspensions_;  // region; ascending
  IdVector<ir::SlotId, char> written_;
  bool suspends_ = false;
};

}  // namespace janus::codegen
