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

// A `loop` of a graph.
class TurnView {
public:
  TurnView(const Function &function, OpId loop)
      : function_(function), body_(function.op(loop).regions[0]) {
    for (OpId op : function.region(body_).ops) {
      if (function.op(op).opcode != Opcode::LoopCarried)
        break;
      carried_.push_back(function.op(op).results[0]);
    }
  }

  RegionId body() const { return body_; }
  // The values that a turn has from the one before it, and the first one from outside.
  llvm::ArrayRef<ValueId> carried() const { return carried_; }
  ValueId initial(size_t index) const { return makerOf(carried_[index]).operands[0]; }
  // A turn says at its end whether there is another one, what that gets, the loop's results.
  ValueId more() const { return end()[0]; }
  llvm::ArrayRef<ValueId> next() const { return end().slice(1, carried_.size()); }
  llvm::ArrayRef<ValueId> results() const { return end().drop_front(1 + carried_.size()); }

private:
  const Op &makerOf(ValueId value) const { return function_.op(function_.value(value).definedBy); }
  llvm::ArrayRef<ValueId> end() const {
    return function_.op(function_.region(body_).ops.back()).operands;
  }

  const Function &function_;
  RegionId body_;
  llvm::SmallVector<ValueId, 8> carried_;
};

// `break` and `continue` in it are of that loop; in the other regions of a loop they are of one
// around it.
inline bool isLoopBody(const Function &function, RegionId region) {
  OpId holder = function.region(region).parent;
  return holder && isLoop(function.op(holder).opcode) &&
         LoopView(function, holder).body() == region;
}

}  // namespace janus::ir
