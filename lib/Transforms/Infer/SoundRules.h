// SoundRules.def as a table.
#pragma once

#include "IR/OpTable.h"

namespace janus::transforms {

struct SoundRule {
  ir::TypeKind result = ir::TypeKind::Dyn;
  ir::Opcode direct = ir::Opcode::Const;  // Const: there is none
  bool hasDirect() const { return direct != ir::Opcode::Const; }
};

// Null when operands of these kinds have no rule.
const SoundRule *unaryRule(ir::Opcode shim, ir::TypeKind operand);
const SoundRule *binaryRule(ir::Opcode shim, ir::TypeKind left, ir::TypeKind right);

}  // namespace janus::transforms
