// Operations on floats in registers. Those on ints stand in Shims.def: an int may be of any size.

#include "Codegen/Cpp/FunctionEmitter.h"

namespace janus::codegen {

using ir::Opcode;
using ir::OpId;
using ir::ValueId;

static const char *operatorOf(Opcode opcode) {
  switch (opcode) {
  case Opcode::FloatAdd: return " + ";
  case Opcode::FloatSub: return " - ";
  case Opcode::FloatMul: return " * ";
  case Opcode::FloatTrueDiv: return " / ";
  case Opcode::FloatLt: return " < ";
  case Opcode::FloatLe: return " <= ";
  case Opcode::FloatGt: return " > ";
  case Opcode::FloatGe: return " >= ";
  case Opcode::FloatEq: return " == ";
  case Opcode::FloatNe: return " != ";
  default: return nullptr;
  }
}

bool FunctionEmitter::emitTyped(OpId id) {
  Opcode opcode = op(id).opcode;
  auto number = [&](unsigned i) { return readDouble(op(id).operands[i]); };
  switch (opcode) {
  case Opcode::FloatNeg: emitDouble(id, "-(" + number(0) + ")"); return true;
  case Opcode::FloatFromInt:
    emitDouble(id, "(double)" + read(op(id).operands[0]) + ".i");
    return true;
  case Opcode::BoolNot: emitTruth(id, "!" + readTruth(op(id).operands[0])); return true;
  default: break;
  }
  const char *sign = operatorOf(opcode);
  if (!sign)
    return false;
  if (opcode == Opcode::FloatTrueDiv) {
    std::string raise =
        "jn_truediv_slow(" + read(op(id).operands[0]) + ", " + read(op(id).operands[1]) + ");";
    line("if (JN_UNLIKELY(" + number(1) + " == 0.0)) goto " + failLabel(id, raise) + ";");
  }
  std::string text = number(0) + sign + number(1);
  if (opcode >= Opcode::FloatLt && opcode <= Opcode::FloatNe)
    emitTruth(id, text);
  else
    emitDouble(id, text);
  return true;
}

}  // namespace janus::codegen
