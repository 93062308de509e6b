// Operators.def as a table.
#pragma once

#include "IR/OpTable.h"

#include <optional>

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
// The operator of a function of the module `operator`: "operator.add", "operator.__iand__",
// "operator.or_".
std::optional<ir::Opcode> operatorNamed(llvm::StringRef native);
inline bool isBinaryShim(ir::Opcode opcode) {
  return operatorRow(opcode) != nullptr;
}

}  // namespace janus::speculate
