// Types of results that follow from the types of operands, whatever runs. Type inference writes
// them down; the verifier of files asks whether a file's claims follow from them.
#pragma once

#include "IR/Graph.h"

#include "llvm/ADT/STLExtras.h"

namespace janus::ir {

// A row of Ops/SoundRules.def.
struct SoundRule {
  TypeKind result = TypeKind::Dyn;
  Opcode direct = Opcode::Const;  // Const: there is none
  bool hasDirect() const { return direct != Opcode::Const; }
};

// Null when operands of these kinds have no rule.
const SoundRule *unaryRule(Opcode shim, TypeKind operand);
const SoundRule *binaryRule(Opcode shim, TypeKind left, TypeKind right);

// The type of a result of an operation without regions that is neither a load from a slot nor a
// call; dyn when nothing is known. `typeOf`: the types of the operands.
TypeId soundType(Module &module, const Function &function, ValueId result,
                 llvm::function_ref<TypeId(ValueId)> typeOf);

}  // namespace janus::ir
