#include "Codegen/Cpp/GuardComparison.h"

#include "IR/Printer.h"

#include "llvm/Support/raw_ostream.h"

namespace janus::codegen {

using namespace ir;

namespace {

struct Comparison {
  Opcode opcode, swapped;  // with the operands in the other order
  const char *text, *negated;
};
const Comparison kComparisons[] = {
    {Opcode::IntEq, Opcode::IntEq, "==", "!="},
    {Opcode::IntNe, Opcode::IntNe, "!=", "=="},
    {Opcode::IntLt, Opcode::IntGt, "<", ">="},
    {Opcode::IntLe, Opcode::IntGe, "<=", ">"},
    {Opcode::IntGt, Opcode::IntLt, ">", "<="},
    {Opcode::IntGe, Opcode::IntLe, ">=", "<"},
    {Opcode::FloatEq, Opcode::FloatEq, "==", "!="},
    {Opcode::FloatNe, Opcode::FloatNe, "!=", "=="},
    {Opcode::FloatLt, Opcode::FloatGt, "<", "not <"},
    {Opcode::FloatLe, Opcode::FloatGe, "<=", "not <="},
    {Opcode::FloatGt, Opcode::FloatLt, ">", "not >"},
    {Opcode::FloatGe, Opcode::FloatLe, ">=", "not >="},
};

const Comparison *comparisonRow(Opcode opcode) {
  for (const Comparison &row : kComparisons)
    if (row.opcode == opcode)
      return &row;
  return nullptr;
}

}  // namespace

std::optional<GuardComparison> comparisonOf(const Function &function, const Module &module,
                                            ValueId condition) {
  bool negated = false;
  OpId id = function.value(condition).definedBy;
  while (id && function.op(id).opcode == Opcode::BoolNot) {
    negated = !negated;
    id = function.value(function.op(id).operands[0]).definedBy;
  }
  if (!id)
    return std::nullopt;
  const Op &op = function.op(id);
  const Comparison *row = comparisonRow(op.opcode);
  if (!row)
    return std::nullopt;
  auto isConstant = [&](ValueId value) {
    OpId made = function.value(value).definedBy;
    return made && function.op(made).opcode == Opcode::Const;
  };
  ValueId seen = op.operands[0], constant = op.operands[1];
  if (isConstant(seen)) {
    std::swap(seen, constant);
    row = comparisonRow(row->swapped);
  }
  if (!isConstant(constant) || isConstant(seen))
    return std::nullopt;
  std::string expected = negated ? row->negated : row->text;
  expected += ' ';
  llvm::raw_string_ostream out(expected);
  printConstant(out, module, function.constAttribute(function.value(constant).definedBy, "value"));
  return GuardComparison{out.str(), seen};
}

}  // namespace janus::codegen
