#include "IR/FusedOps.h"

#include "IR/TensorRows.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

#include <cmath>
#include <limits>
#include <vector>

namespace janus::ir {
namespace {

struct Condition {
  unsigned position;
  llvm::StringRef constant;
};
struct Alternative {
  llvm::SmallVector<Condition, 4> conditions;
  FusedForm form;
};

// "2: 1, 3: >0 ? Mean of two<scalar::Huber>($0, $1, #3)"
Alternative parseAlternative(llvm::StringRef text) {
  Alternative parsed;
  if (size_t mark = text.find(" ? "); mark != llvm::StringRef::npos) {
    for (llvm::StringRef rest = text.take_front(mark); !rest.empty();) {
      auto [condition, others] = rest.split(", ");
      auto [position, constant] = condition.split(": ");
      parsed.conditions.push_back({unsigned(position.front() - '0'), constant});
      rest = others;
    }
    text = text.drop_front(mark + 3);
  }
  for (Fold fold : {Fold::Sum, Fold::Mean, Fold::Max, Fold::Min})
    if (text.consume_front((llvm::Twine(toString(fold)) + " of ").str()))
      parsed.form.fold = fold;
  parsed.form.expression = text;
  return parsed;
}

// By operation, in their order.
const std::vector<Alternative> &alternativesOf(TensorOp op) {
  static const auto *table = [] {
    auto *rows = new std::vector<std::vector<Alternative>>(janus::kOpCount);
    for (size_t i = 0; i < janus::kOpCount; ++i)
      for (llvm::StringRef rest = janus::kOps[i].element; !rest.empty();) {
        auto [alternative, others] = rest.split("; ");
        (*rows)[i].push_back(parseAlternative(alternative));
        rest = others;
      }
    return rows;
  }();
  return (*table)[static_cast<size_t>(op)];
}

bool holds(const Module &module, const Function &function, ValueId value, llvm::StringRef text) {
  const Type &type = module.types.get(function.value(value).type);
  if (text == "0-dim")
    return type.kind == TypeKind::Tensor && type.shape && type.shape->empty();
  OpId made = function.value(value).definedBy;
  if (!made || function.op(made).opcode != Opcode::Const)
    return false;
  const Constant &constant = module.constant(function.constAttribute(made, "value"));
  auto fits = [&](double value) {
    double number;
    if (text == ">0")
      return value > 0;
    if (text == ">=0")
      return value >= 0;
    if (text == "finite")
      return std::fabs(value) <= std::numeric_limits<float>::max();
    return !text.getAsDouble(number) && value == number;
  };
  switch (constant.kind) {
  case Constant::Kind::None: return text == "None";
  case Constant::Kind::Str: return constant.text == text;
  case Constant::Kind::Int: return fits(static_cast<double>(constant.integer));
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
  for (const Alternative &alternative : alternativesOf(rowOf(op.opcode)))
    if (llvm::all_of(alternative.conditions, [&](const Condition &each) {
          return holds(module, function, op.operands[each.position], each.constant);
        }))
      return alternative.form;
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

// "Add" of "two<scalar::Add>($0, $1)"; empty when it is not just one formula.
static llvm::StringRef onlyFormula(llvm::StringRef expression) {
  auto [call, arguments] = expression.split('(');
  bool isOneCall = arguments.count('(') == 0 && arguments.endswith(")");
  return isOneCall && call.endswith(">") ? call.drop_back().rsplit(':').second : "";
}

bool mayEndInProduct(llvm::StringRef expression) {
  static const llvm::StringRef kNoProduct[] = {
#define JANUS_NO_PRODUCT(formula) #formula,
#include "janus/contract/FormulaFacts.def"
  };
  bool isOperand = expression.size() == 2 && expression[0] == '$';
  return !isOperand && !llvm::is_contained(kNoProduct, onlyFormula(expression));
}

bool hasDomain(llvm::StringRef expression) {
  static const llvm::StringRef kHasDomain[] = {
#define JANUS_HAS_DOMAIN(formula) #formula,
#include "janus/contract/FormulaFacts.def"
  };
  return llvm::is_contained(kHasDomain, onlyFormula(expression));
}

bool standsApart(llvm::StringRef expression) {
  static const llvm::StringRef kApart[] = {
#define JANUS_STANDS_APART(formula) #formula,
#include "janus/contract/FormulaFacts.def"
  };
  return llvm::is_contained(kApart, onlyFormula(expression));
}

bool readsElement(Opcode opcode) {
  TensorOp op = rowOf(opcode);
  return hasTrait(op, Trait::Host) && !row(op).element.empty();
}

}  // namespace janus::ir
