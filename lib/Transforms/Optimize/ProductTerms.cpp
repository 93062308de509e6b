#include "Transforms/Optimize/ProductTerms.h"

#include "IR/Rewriter.h"
#include "IR/TensorRows.h"
#include "IR/Walk.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace janus::transforms {

using namespace ir;

llvm::DenseSet<ValueId> reachableValues(const Function &function) {
  llvm::DenseSet<ValueId> reachable;
  walk(function, function.body, [&](OpId id) {
    const Op &op = function.op(id);
    if (op.opcode != Opcode::HeapTensor && op.opcode != Opcode::TapeNode &&
        op.opcode != Opcode::TapeCommit && op.opcode != Opcode::TapeGradients)
      return;
    for (ValueId operand : op.operands) {
      reachable.insert(operand);
      for (ValueId memory : memoriesOf(function, operand))
        reachable.insert(memory);
    }
  });
  return reachable;
}

ProductTerms::ProductTerms(Module &module, FunctionId function)
    : module_(module), function_(module.function(function)), builder_(module, function),
      reachable_(reachableValues(function_)) {}

bool ProductTerms::isDense(ValueId value) const {
  return typeOf(value).layout == Layout::Contiguous;
}

bool ProductTerms::isProduct(OpId id) const {
  Opcode opcode = op(id).opcode;
  if (opcode != opcodeOf(graph_rows::kProjection) && opcode != opcodeOf(graph_rows::kProduct))
    return false;
  ValueId result = op(id).results[0];
  const Type &type = typeOf(result), &factor = typeOf(op(id).operands[1]);
  bool isFloat = type.dtype == "float32" || type.dtype == "float64";
  auto isAlike = [&](ValueId operand) {
    const Type &own = typeOf(operand);
    return own.kind != TypeKind::Tensor || own.dtype == type.dtype;
  };
  return isFloat && type.device == "cpu" && isDense(result) && rowsOf(result) &&
         isRows(op(id).operands[0]) && factor.shape && factor.shape->size() == 2 &&
         llvm::all_of(op(id).operands, isAlike);
}

std::optional<int64_t> ProductTerms::rowsOf(ValueId value) const {
  const Type &type = typeOf(value);
  if (type.kind != TypeKind::Tensor || !type.shape || type.shape->empty())
    return std::nullopt;
  int64_t rows = 1;
  for (const Dim &dim : *type.shape)
    if (dim.number < 0)
      return std::nullopt;
  for (const Dim &dim : llvm::ArrayRef<Dim>(*type.shape).drop_back())
    rows *= dim.number;
  return rows;
}

int64_t ProductTerms::columnsOf(ValueId value) const {
  return typeOf(value).shape->back().number;
}

bool ProductTerms::isRows(ValueId value) const {
  return rowsOf(value) && (typeOf(value).shape->size() == 2 || isDense(value));
}

ValueId ProductTerms::matrix(ValueId rows) {
  return typeOf(rows).shape->size() == 2 ? rows
                                         : builder_.view(rows, {*rowsOf(rows), columnsOf(rows)});
}

std::optional<ProductTerms::Index> ProductTerms::indexOf(ValueId value) const {
  OpId made = function_.value(value).definedBy;
  if (!made || op(made).opcode != opcodeOf(graph_rows::kIndex))
    return std::nullopt;
  ValueId of = op(made).operands[0];
  std::optional<int64_t> dim = builder_.constantInt(op(made).operands[1]),
                         at = builder_.constantInt(op(made).operands[2]);
  if (dim != 0 || !at || !rowsOf(of) || !isDense(of))
    return std::nullopt;
  return Index{of, *at < 0 ? *at + typeOf(of).shape->front().number : *at};
}

std::optional<ValueId> ProductTerms::consecutive(llvm::ArrayRef<ValueId> parts) {
  std::optional<Index> first = indexOf(parts.front());
  if (!first)
    return std::nullopt;
  for (size_t i = 1; i < parts.size(); ++i) {
    std::optional<Index> next = indexOf(parts[i]);
    if (!next || next->of != first->of || next->at != first->at + static_cast<int64_t>(i))
      return std::nullopt;
  }
  auto count = static_cast<int64_t>(parts.size());
  bool isWhole = typeOf(first->of).shape->front().number == count;
  return matrix(isWhole ? first->of : builder_.slice(first->of, first->at, first->at + count));
}

ValueId ProductTerms::joinedRows(llvm::ArrayRef<ValueId> parts) {
  if (std::optional<ValueId> all = consecutive(parts))
    return *all;
  llvm::SmallVector<ValueId, 8> matrices;
  for (ValueId part : parts)
    matrices.push_back(matrix(part));
  return builder_.joined(matrices, 0);
}

ValueId ProductTerms::product(Opcode opcode, llvm::ArrayRef<ValueId> operands, ValueId like,
                              int64_t rows) {
  Type type = typeOf(like);
  type.shape = {Dim{rows, ""}, type.shape->back()};
  return builder_.make(rowOf(opcode), operands, type);
}

ValueId ProductTerms::rows(ValueId matrix, int64_t first, int64_t end, TypeId type) {
  std::vector<int64_t> sizes;
  for (const Dim &dim : *module_.types.get(type).shape)
    sizes.push_back(dim.number);
  ValueId part = builder_.slice(matrix, first, end);
  return sizes.size() == 2 ? part : builder_.view(part, sizes);
}

}  // namespace janus::transforms
