#include "Transforms/Plan/ElementFacts.h"

#include "IR/FusedOps.h"
#include "Transforms/Plan/TensorFacts.h"

#include "llvm/ADT/ArrayRef.h"

namespace janus::plan {

using namespace ir;

namespace {

// The types that loops compute in.
bool isFloating(const Type &type) {
  return type.dtype == "float32" || type.dtype == "float64";
}

// A view that shows the elements in the same order.
bool keepsOrder(ShapeRule rule) {
  switch (rule) {
  case ShapeRule::View:
  case ShapeRule::Flatten:
  case ShapeRule::Unflatten:
  case ShapeRule::Squeeze:
  case ShapeRule::Unsqueeze:
  case ShapeRule::Self: return true;
  default: return false;
  }
}

}  // namespace

ElementFacts::ElementFacts(const Module &module, const Function &function)
    : module_(module), function_(function) {
  for (OpId id : function.region(function.body).ops) {
    const Op &op = function.op(id);
    if (op.opcode == Opcode::HeapInput &&
        module.types.get(function.value(op.results[0]).type).layout == Layout::Contiguous)
      dense_.insert(op.results[0]);
  }
}

void ElementFacts::visit(OpId id) {
  const Op &op = function_.op(id);
  if (op.opcode == Opcode::If)
    for (ValueId result : op.results)
      if (llvm::all_of(givenBy(function_, result), [&](ValueId v) { return dense_.contains(v); }))
        dense_.insert(result);
  if (!isTensorOp(op.opcode))
    return;
  TensorOp row = rowOf(op.opcode);
  bool operands = llvm::all_of(op.operands, [&](ValueId each) {
    return module_.types.get(function_.value(each).type).kind != TypeKind::Tensor ||
           dense_.contains(each);
  });
  bool product =
      hasTrait(row, Trait::Heavy) && !hasTrait(row, Trait::Composite) &&
      (janus::row(row).shape == ShapeRule::MatMul || janus::row(row).shape == ShapeRule::Linear);
  bool dense = product || (operands && (!isAlwaysView(row) || keepsOrder(janus::row(row).shape)));
  if (dense)
    dense_.insert(op.results.begin(), op.results.end());
}

bool ElementFacts::isElement(const Type &type) const {
  return type.kind == TypeKind::Tensor && (isFloating(type) || type.dtype == "bool") &&
         (type.device.empty() || type.device == "cpu");
}

// How a tensor of `sizes` is read in a loop over `result`.
bool ElementFacts::addTensor(ValueId value, llvm::ArrayRef<Dim> whole,
                             ElementAccess &access) const {
  using Index = PlanBlock::Index;
  const Type &type = module_.types.get(function_.value(value).type);
  std::optional<std::vector<Dim>> sizes = knownSizes(type);
  if (!isElement(type) || !sizes)
    return false;
  Index index = Index::Each;
  std::optional<ElementAccess::Rows> rows;
  llvm::ArrayRef<Dim> own(*sizes), trimmed = whole;
  while (!own.empty() && own.front().number == 1)
    own = own.drop_front();
  while (trimmed.size() > own.size() && trimmed.front().number == 1)
    trimmed = trimmed.drop_front();
  if (own == trimmed || (own.empty() && access.count.constant() == 1)) {
    index = Index::Each;
  } else if (own.empty()) {
    index = Index::One;
  } else if (own.size() < whole.size() && own == whole.take_back(own.size())) {
    index = Index::Row;
    rows = {productOf(whole.drop_back(own.size())), productOf(own)};
  } else if (sizes->size() == whole.size()) {
    size_t kept = whole.size();
    while (kept > 0 && (*sizes)[kept - 1].number == 1)
      --kept;
    if (llvm::ArrayRef<Dim>(*sizes).take_front(kept) != whole.take_front(kept))
      return false;
    index = Index::Column;
    rows = {productOf(whole.take_front(kept)), productOf(whole.drop_front(kept))};
  } else {
    return false;
  }
  if (index != Index::One && !dense_.contains(value))
    return false;
  if (rows && access.rows && !(rows->inner == access.rows->inner))
    return false;
  if (rows)
    access.rows = std::move(rows);
  access.tensors.push_back(value);
  access.indices.push_back(index);
  return true;
}

std::optional<ElementAccess> ElementFacts::accessOf(OpId id) const {
  llvm::StringRef expression = fusedExpression(module_, function_, id);
  const Op &op = function_.op(id);
  if (expression.empty() || op.results.size() != 1)
    return std::nullopt;
  const Type &result = module_.types.get(function_.value(op.results[0]).type);
  std::optional<std::vector<Dim>> sizes = knownSizes(result);
  if (!isElement(result) || !sizes)
    return std::nullopt;
  ElementAccess access;
  access.count = productOf(*sizes);
  bool floats = !expression.contains('$');
  llvm::StringRef computed = isFloating(result) ? llvm::StringRef(result.dtype) : "";
  for (size_t at = 0; at + 1 < expression.size(); ++at) {
    if (expression[at] != '$' && expression[at] != '#')
      continue;
    ValueId operand = op.operands[expression[at + 1] - '0'];
    const Type &type = module_.types.get(function_.value(operand).type);
    if (type.kind == TypeKind::Tensor && expression[at] == '$') {
      if (!addTensor(operand, *sizes, access))
        return std::nullopt;
      // One type, or masks: kernels would convert the others.
      if (isFloating(type) && !computed.empty() && type.dtype != computed)
        return std::nullopt;
      if (isFloating(type)) {
        computed = type.dtype;
        floats = true;
      }
    } else if (isNumber(type.kind)) {
      if (function_.op(function_.value(operand).definedBy).opcode != Opcode::Const)
        access.numbers.push_back(operand);
    } else {
      return std::nullopt;
    }
  }
  if (!floats || access.count.constant() == 0)
    return std::nullopt;
  return access;
}

}  // namespace janus::plan
