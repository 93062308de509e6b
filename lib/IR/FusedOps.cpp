#include "IR/FusedOps.h"

#include "IR/TensorRows.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace janus::ir {
namespace {

struct Condition {
  unsigned position;
  llvm::StringRef constant;
};
struct FusedRow {
  TensorOp row;
  llvm::SmallVector<Condition, 4> conditions;
  FusedForm form;
};

// "2: None, 3: mean"
llvm::SmallVector<Condition, 4> parseConditions(llvm::StringRef text) {
  llvm::SmallVector<Condition, 4> conditions;
  while (!text.empty()) {
    auto [condition, rest] = text.split(", ");
    auto [position, constant] = condition.split(": ");
    conditions.push_back({unsigned(position.front() - '0'), constant});
    text = rest;
  }
  return conditions;
}

const FusedRow kRows[] = {
#define JANUS_FUSED(Row, expression) {TensorOp::Row, {}, {expression, {}}},
#define JANUS_FUSED_IF(Row, conditions, expression)                                                \
  {TensorOp::Row, parseConditions(conditions), {expression, {}}},
#define JANUS_FOLDED(Row, conditions, fold, expression)                                            \
  {TensorOp::Row, parseConditions(conditions), {expression, Fold::fold}},
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
  auto fits = [&](auto value) {
    double number;
    return text == ">0" ? value > 0 : !text.getAsDouble(number) && value == number;
  };
  switch (constant.kind) {
  case Constant::Kind::None: return text == "None";
  case Constant::Kind::Str: return constant.text == text;
  case Constant::Kind::Int: return fits(constant.integer);
  case Constant::Kind::Float: return fits(constant.number);
  default: return false;
  }
}

}  // namespace

llvm::StringRef toString(Fold fold) {
  static const llvm::StringRef kNames[] = {"Sum", "Mean", "Max", "Min"};
  return kNames[static_cast<size_t>(fold)];
}

std::optional<FusedForm> fusedForm(const Module &module, const Function &function, OpId id) {
  const Op &op = function.op(id);
  if (!isTensorOp(op.opcode))
    return std::nullopt;
  for (const FusedRow *row : rowsByOp()[static_cast<size_t>(rowOf(op.opcode))])
    if (llvm::all_of(row->conditions, [&](const Condition &each) {
          return isConstant(module, function, op.operands[each.position], each.constant);
        }))
      return row->form;
  return std::nullopt;
}

llvm::StringRef fusedExpression(const Module &module, const Function &function, OpId id) {
  std::optional<FusedForm> form = fusedForm(module, function, id);
  return form && !form->fold ? form->expression : "";
}

void forEachOperand(llvm::StringRef expression,
                    llvm::function_ref<void(char kind, unsigned position)> use) {
  for (size_t at = 0; at + 1 < expression.size(); ++at)
    if (llvm::StringRef("$#%").contains(expression[at]))
      use(expression[at], unsigned(expression[at + 1] - '0'));
}

bool mayEndInProduct(llvm::StringRef expression) {
  static const llvm::StringRef kNoProduct[] = {
#define JANUS_NO_PRODUCT(formula) #formula,
#include "janus/contract/Fusion.def"
  };
  auto [call, arguments] = expression.split('(');  // "two<scalar::Add>", "$0, $1)"
  bool isOneCall = arguments.count('(') == 0 && arguments.endswith(")");
  return !isOneCall || !call.endswith(">") ||
         !llvm::is_contained(kNoProduct, call.drop_back().rsplit(':').second);
}

bool readsElement(Opcode opcode) {
  static const TensorOp kReads[] = {
#define JANUS_READ(Row) TensorOp::Row,
#include "janus/contract/Fusion.def"
  };
  return llvm::is_contained(kReads, rowOf(opcode));
}

}  // namespace janus::ir
