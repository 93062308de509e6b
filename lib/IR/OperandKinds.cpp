#include "IR/OperandKinds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace janus::ir {
namespace {

constexpr unsigned kEach = ~0u;
struct OperandKind {
  unsigned position;
  TypeKind kind;
  bool orNone;
};

using Rows = std::vector<llvm::SmallVector<OperandKind, 1>>;

const Rows &rowsByOpcode() {
  static const Rows kRows = [] {
    Rows rows(opcodeCount());
#define JANUS_IR_OPERANDS(Enum, Kind)                                                              \
  rows[size_t(Opcode::Enum)].push_back({kEach, TypeKind::Kind, false});
#define JANUS_IR_OPERAND(Enum, position, Kind)                                                     \
  rows[size_t(Opcode::Enum)].push_back({position, TypeKind::Kind, false});
#define JANUS_IR_OPERAND_OR_NONE(Enum, position, Kind)                                             \
  rows[size_t(Opcode::Enum)].push_back({position, TypeKind::Kind, true});
#include "IR/Ops/OperandKinds.def"
    return rows;
  }();
  return kRows;
}

}  // namespace

std::vector<std::string> operandKindProblems(const Module &module, const Function &function,
                                             OpId id) {
  const Op &op = function.op(id);
  std::vector<std::string> problems;
  for (const OperandKind &row : rowsByOpcode()[size_t(op.opcode)])
    for (size_t i = 0; i < op.operands.size(); ++i) {
      TypeKind kind = module.types.get(function.value(op.operands[i]).type).kind;
      bool fits = kind == row.kind || (row.orNone && kind == TypeKind::None);
      if ((row.position == kEach || row.position == i) && !fits)
        problems.push_back(("operand " + llvm::Twine(i) + " must be of type " + toString(row.kind) +
                            (row.orNone ? " or none" : ""))
                               .str());
    }
  return problems;
}

}  // namespace janus::ir
