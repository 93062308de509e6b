// Numbers, bools and texts of a region: computed where they are known, else operations of the
// graph.
#pragma once

#include "Transforms/Speculate/Evaluation.h"

namespace janus::speculate {

class Scalars : EvaluatorPart {
public:
  explicit Scalars(Evaluation &shared) : EvaluatorPart(shared) {}

  // Operators of Python on operands that are no objects.
  Value binary(ir::Opcode shim, Value left, Value right);
  Value unary(ir::Opcode shim, Value operand);
  Value negated(Value truth);  // `not` of a bool
  ir::ValueId asFloat(Value number);

  // The value as a constant: an input that is assumed to be what it was, or a computed scalar that
  // is guarded to be. `what` names it in the refusal of what is neither.
  std::optional<ir::ConstId> fixed(Value value, llvm::StringRef what);
  std::optional<int64_t> fixedInt(Value value, llvm::StringRef what);
  std::optional<std::string> fixedText(Value value, llvm::StringRef what);
  std::optional<int64_t> profiledInt(Value value);  // what an int was, without an assumption
  // True for an int that the entries of the root have had with more values than it may get
  // versions.
  bool takesManyValues(Value value);

private:
  std::optional<Value> sizeBinary(ir::Opcode shim, Value left, Value right);
  Value nativeBinary(ir::Opcode shim, Value left, Value right, ir::TypeKind kind,
                     std::optional<ir::ConstId> known);
  std::optional<int64_t> valueAt(ir::ValueId value, const std::string &path, int64_t number);
};

}  // namespace janus::speculate
