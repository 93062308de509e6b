// Facts about operations of a graph, from rows of the op table.
#pragma once

#include "IR/Graph.h"

#include "janus/contract/OpTable.h"

#include <optional>

namespace janus::ir {

inline TensorOp rowOf(Opcode opcode) {
  return static_cast<TensorOp>(static_cast<size_t>(opcode) -
                               static_cast<size_t>(Opcode::FirstTensorOp));
}
inline Opcode opcodeOf(TensorOp row) {
  return static_cast<Opcode>(static_cast<size_t>(Opcode::FirstTensorOp) + static_cast<size_t>(row));
}

// True when it takes operands of these types for certain (Trait::Mixed).
bool takesOperands(const Module &module, const Function &function, const Op &op);

// True when it may raise: for operands of such types, or for some contents of tensors that fit
// (Trait::Checks). False for operations that are none on tensors.
bool mayRaise(const Module &module, const Function &function, const Op &op);

// The constant that a value is, if it is an int.
std::optional<int64_t> constantInt(const Module &module, const Function &function, ValueId value);

// The value whose memory a tensor shows, as far as operations may show that of an operand.
inline ValueId memoryOf(const Function &function, ValueId value) {
  OpId made = function.value(value).definedBy;
  if (!made || !isTensorOp(function.op(made).opcode))
    return value;
  TensorOp row = rowOf(function.op(made).opcode);
  bool shows = hasTrait(row, Trait::View) || hasTrait(row, Trait::MaybeView);
  return shows ? memoryOf(function, function.op(made).operands[0]) : value;
}
// The values that the sides of a branch give for one of its results, `chosen`.
llvm::SmallVector<ValueId, 2> sidesOf(const Function &function, ValueId chosen);
// The memories of memoryOf, through branches and loops, too: of either side, and of the last turn.
llvm::SmallVector<ValueId, 2> memoriesOf(const Function &function, ValueId value);

}  // namespace janus::ir
