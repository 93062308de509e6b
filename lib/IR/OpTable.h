// The operations of the IR: rows of Ops/*.def, then one per row of the runtime's op table
// (`t.<name>`).
#pragma once

#include "IR/Traits.h"
#include "IR/Types.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace janus::ir {

enum class Opcode : uint16_t {
#define JANUS_IR_OP(Enum, text, operands, results, regions, attributes, traits) Enum,
#include "IR/Ops/Core.def"
#include "IR/Ops/Python.def"
#include "IR/Ops/Typed.def"
#undef JANUS_IR_OP
  FirstTensorOp,  // + index of the row in runtime/include/janus/contract/Ops.def
};

struct OpInfo {
  llvm::StringRef name;            // textual form
  int operands, results, regions;  // -1: any number
  llvm::StringRef attributes;      // "name:kind name:kind?"
  uint32_t traits;
};

const OpInfo &info(Opcode opcode);
// FirstTensorOp when there is no such operation.
bool lookup(llvm::StringRef name, Opcode *out);
inline bool has(Opcode opcode, uint32_t traits) {
  return (info(opcode).traits & traits) != 0;
}

// One entry of a row's attribute column.
struct AttributeSpec {
  // Place: a number of bytes of the source, an int that belongs to the operation's span.
  enum class Kind : uint8_t {
    Int,
    Float,
    Bool,
    Str,
    Strs,
    Ints,
    Const,
    Func,
    Slot,
    Slots,
    Type,
    Place
  };
  llvm::StringRef name;
  Kind kind;
  bool optional;
};
llvm::ArrayRef<AttributeSpec> attributeSpecs(Opcode opcode);

// Every opcode below is declared.
unsigned opcodeCount();
inline bool isTensorOp(Opcode opcode) {
  return opcode >= Opcode::FirstTensorOp;
}
// Of graphs: makes an object when all has been computed.
constexpr bool isMaker(Opcode opcode) {
  return opcode == Opcode::HeapTensor || opcode == Opcode::HeapInstance ||
         opcode == Opcode::TapeCommit || opcode == Opcode::PyList || opcode == Opcode::PyTuple ||
         opcode == Opcode::PyDict || opcode == Opcode::PySet;
}
// Of graphs: changes what was there before.
constexpr bool isCommit(Opcode opcode) {
  return opcode == Opcode::StorageCommit || opcode == Opcode::HeapCommit ||
         opcode == Opcode::HeapDelete || opcode == Opcode::TextCommit;
}
// The kind of the results, whatever the operands: rows of Ops/ResultKinds.def, else Dyn.
TypeKind resultKind(Opcode opcode);
// The words before an operation's regions in the textual form: rows of Ops/RegionLabels.def.
llvm::ArrayRef<llvm::StringRef> regionLabels(Opcode opcode);

}  // namespace janus::ir
