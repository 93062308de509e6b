#include "IR/FusedOps.h"

#include "IR/TensorRows.h"

#include "llvm/ADT/STLExtras.h"

#include <vector>

namespace janus::ir {
namespace {

struct FusedRow {
  janus::OpId row;
  int position;  // -1: unconditional
  llvm::StringRef constant, expression;
};
const FusedRow kRows[] = {
#define JANUS_FUSED(Row, expression) {janus::OpId::Row, -1, "", expression},
#define JANUS_FUSED_IF(Row, position, constant, expression)                                        \
  {janus::OpId::Row, position, constant, expression},
#include "janus/contract/Fusion.def"
};

// Rows by operation, in their order.
const std::vector<std::vector<const FusedRow *>> &rowsByOp() {
  static const auto *rows = [] {
    auto *table = new std::vector<std::vector<const FusedRow *>>(janus::kOpCount);
    for (const FusedRow &row : kRows)
      (*table)[static_cast<size_t>(row.row)].push_back(&row);
    return table;
  }();
  return *rows;
}

bool isConstant(const Module &module, const Function &function, ValueId value,
                llvm::StringRef text) {
  OpId made = function.value(value).definedBy;
  if (!made || function.op(made).opcode != Opcode::Const)
    return false;
  const Constant &constant = module.constant(function.constAttribute(made, "value"));
  double number;
  switch (constant.kind) {
  case Constant::Kind::None: return text == "None";
  case Constant::Kind::Str: return constant.text == text;
  case Constant::Kind::Int: return !text.getAsDouble(number) && constant.integer == number;
  case Constant::Kind::Float: return !text.getAsDouble(number) && constant.number == number;
  default: return false;
  }
}

}  // namespace

llvm::StringRef fusedExpression(const Module &module, const Function &function, OpId id) {
  const Op &op = function.op(id);
  if (!isTensorOp(op.opcode))
    return "";
  for (const FusedRow *row : rowsByOp()[static_cast<size_t>(rowOf(op.opcode))])
    if (row->position < 0 ||
        isConstant(module, function, op.operands[row->position], row->constant))
      return row->expression;
  return "";
}

bool readsElement(Opcode opcode) {
  static const janus::OpId kReads[] = {
#define JANUS_READ(Row) janus::OpId::Row,
#include "janus/contract/Fusion.def"
  };
  return llvm::is_contained(kReads, rowOf(opcode));
}

}  // namespace janus::ir
