// The operations of the IR: rows of Ops/*.def, then one per row of the runtime's op table (`t.<name>`).
#pragma once

#include "IR/Traits.h"

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
  llvm::StringRef name;        // textual form
  int operands, results, regions;  // -1: any number
  llvm::StringRef attributes;  // "name:kind name:kind?"
  uint32_t traits;
};

const OpInfo& info(Opcode opcode);
// FirstTensorOp when there is no such operation.
bool lookup(llvm::StringRef name, Opcode* out);
inline bool has(Opcode opcode, uint32_t traits) { return (info(opcode).traits & traits) != 0; }

}  // namespace janus::ir
