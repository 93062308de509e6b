// `while` and `for` seen as one: what they carry, and where it goes.
#pragma once

#include "IR/Graph.h"

namespace janus::ir {

inline bool isLoop(Opcode opcode) {
  return opcode == Opcode::While || opcode == Opcode::For;
}

class LoopView {
public:
  LoopView(const Function &function, OpId op)
      : function_(function), isWhile_(function.op(op).opcode == Opcode::While), op_(op) {}

  OpId op() const { return op_; }
  bool isWhile() const { return isWhile_; }
  RegionId condition() const { return isWhile_ ? region(0) : RegionId(); }
  RegionId body() const { return region(isWhile_ ? 1 : 0); }
  RegionId otherwise() const { return region(isWhile_ ? 2 : 1); }
  bool hasElse() const { return !function_.region(otherwise()).ops.empty(); }

  // The carried values: before the first iteration, at the head of each, in the body, when the loop
  // has run out (the arguments of the else region, if there is one), after it.
  llvm::ArrayRef<ValueId> initial() const {
    llvm::ArrayRef<ValueId> operands = function_.op(op_).operands;
    return isWhile_ ? operands : operands.drop_front();
  }
  llvm::ArrayRef<ValueId> head() const { return isWhile_ ? arguments(condition()) : inBody(); }
  llvm::ArrayRef<ValueId> inBody() const {
    llvm::ArrayRef<ValueId> all = arguments(body());
    return isWhile_ || all.empty() ? all : all.drop_front();
  }
  llvm::ArrayRef<ValueId> inElse() const { return arguments(otherwise()); }
  llvm::ArrayRef<ValueId> results() const { return function_.op(op_).results; }

private:
  RegionId region(unsigned index) const { return function_.op(op_).regions[index]; }
  llvm::ArrayRef<ValueId> arguments(RegionId region) const {
    return function_.region(region).arguments;
  }

  const Function &function_;
  bool isWhile_;
  OpId op_;
};

// `break` and `continue` in it are of that loop; in the other regions of a loop they are of one
// around it.
inline bool isLoopBody(const Function &function, RegionId region) {
  OpId holder = function.region(region).parent;
  return holder && isLoop(function.op(holder).opcode) &&
         LoopView(function, holder).body() == region;
}

}  // namespace janus::ir
