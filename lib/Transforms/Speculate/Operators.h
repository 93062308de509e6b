// Operators.def as a table.
#pragma once

#include "IR/OpTable.h"

namespace janus::speculate {

enum class NumberOnLeft : uint8_t { None, Exchange, Reversed, Direct, Reciprocal };

struct OperatorRow {
  llvm::StringRef method, reflected, augmented, tensor;
  NumberOnLeft left = NumberOnLeft::None;
  llvm::StringRef exchanged = {};  // of a comparison
  bool inPlace = false, comparison = false;
};

// Null when the operation is no binary operator.
const OperatorRow *operatorRow(ir::Opcode shim);
inline bool isBinaryShim(ir::Opcode opcode) {
  return operatorRow(opcode) != nullptr;
}

}  // namespace janus::speculate
