#include "Transforms/Optimize/ProductTerms.h"

#include "IR/Rewriter.h"
#include "IR/TensorRows.h"
#include "IR/Walk.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace janus::transforms {

using namespace ir;

ProductTerms::ProductTerms(Module &module, FunctionId function)
    : module_(module), function_(module.function(function)), builder_(module, function) {
  walk(function_, function_.body, [&](OpId id) {
    Opcode opcode = op(id).opcode;
    if (opcode != Opcode::HeapTensor && opcode != Opcode::TapeNode && opcode != Opcode::TapeCommit)
      return;
    for (ValueId operand : op(id).operands) {
      reachable_.insert(operand);
      for (ValueId memory : memoriesOf(function_, operand))
        reachable_.insert(memory);
    }
  });
}

bool ProductTerms::isDense(ValueId value) const {
  return typeOf(value).layout == Layout::Contiguous;
}

bool ProductTerms::isProduct(OpId id) const {
  Opcode opcode = op(id).opcode;
  if (opcode != opcodeOf(product_rows::kProjection) && opcode != opcodeOf(product_rows::kProduct))
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

std::optional<int64_t> ProductTerms::constantInt(ValueId value) const {
  OpId made = function_.value(value).definedBy;
  if (!made || op(made).opcode != Opcode::Const)
    return std::nullopt;
  const Constant &constant = module_.constant(function_.constAttribute(made, "value"));
  return constant.kind == Constant::Kind::Int ? std::optional(constant.integer) : std::nullopt;
}

void ProductTerms::insertAtEnd(RegionId region, Span span) {
  builder_.setInsertionPoint(region);
  builder_.setSpan(span);
}

void ProductTerms::insertBefore(OpId id) {
  builder_.setInsertionPoint(op(id).parent, positionOf(function_, id));
  builder_.setSpan(op(id).span);
}

ValueId ProductTerms::make(TensorOp row, llvm::ArrayRef<ValueId> operands, const Type &type) {
  TypeId result = module_.types.intern(type);
  return builder_.result(builder_.create(opcodeOf(row), operands, {}, {result}));
}

ValueId ProductTerms::slice(ValueId value, int64_t first, int64_t end) {
  Type type = typeOf(value);
  type.shape->front() = Dim{end - first, ""};
  return make(product_rows::kPart,
              {value, builder_.integer(0), builder_.integer(first), builder_.integer(end),
               builder_.integer(1)},
              type);
}

ValueId ProductTerms::view(ValueId value, llvm::ArrayRef<int64_t> sizes) {
  Type type = typeOf(value);
  Constant tuple;
  tuple.kind = Constant::Kind::Tuple;
  type.shape->clear();
  for (int64_t size : sizes) {
    Constant number;
    number.kind = Constant::Kind::Int;
    number.integer = size;
    tuple.items.push_back(module_.addConstant(number));
    type.shape->push_back(Dim{size, ""});
  }
  return make(product_rows::kReshaped, {value, builder_.constant(std::move(tuple))}, type);
}

ValueId ProductTerms::matrix(ValueId rows) {
  return typeOf(rows).shape->size() == 2 ? rows : view(rows, {*rowsOf(rows), columnsOf(rows)});
}

std::optional<ProductTerms::Index> ProductTerms::indexOf(ValueId value) const {
  OpId made = function_.value(value).definedBy;
  if (!made || op(made).opcode != opcodeOf(product_rows::kIndex))
    return std::nullopt;
  ValueId of = op(made).operands[0];
  std::optional<int64_t> dim = constantInt(op(made).operands[1]),
                         at = constantInt(op(made).operands[2]);
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
  return matrix(isWhole ? first->of : slice(first->of, first->at, first->at + count));
}

ValueId ProductTerms::joined(llvm::ArrayRef<ValueId> parts, int dim) {
  Type type = typeOf(parts.front());
  int64_t size = 0;
  for (ValueId part : parts)
    size += (*typeOf(part).shape)[dim].number;
  (*type.shape)[dim] = Dim{size, ""};
  type.layout = Layout::Contiguous;
  ValueId list =
      builder_.result(builder_.create(Opcode::Pack, parts, {}, {module_.types.of(TypeKind::List)}));
  return make(product_rows::kJoined, {list, builder_.integer(dim)}, type);
}

ValueId ProductTerms::joinedRows(llvm::ArrayRef<ValueId> parts) {
  if (std::optional<ValueId> all = consecutive(parts))
    return *all;
  llvm::SmallVector<ValueId, 8> matrices;
  for (ValueId part : parts)
    matrices.push_back(matrix(part));
  return joined(matrices, 0);
}

ValueId ProductTerms::joinedColumns(llvm::ArrayRef<ValueId> parts) {
  return joined(parts, 1);
}

ValueId ProductTerms::product(Opcode opcode, llvm::ArrayRef<ValueId> operands, ValueId like,
                              int64_t rows) {
  Type type = typeOf(like);
  type.shape = {Dim{rows, ""}, type.shape->back()};
  return make(rowOf(opcode), operands, type);
}

ValueId ProductTerms::rows(ValueId matrix, int64_t first, int64_t end, TypeId type) {
  std::vector<int64_t> sizes;
  for (const Dim &dim : *module_.types.get(type).shape)
    sizes.push_back(dim.number);
  ValueId part = slice(matrix, first, end);
  return sizes.size() == 2 ? part : view(part, sizes);
}

ValueId ProductTerms::transposed(ValueId matrix) {
  Type type = typeOf(matrix);
  std::reverse(type.shape->begin(), type.shape->end());
  type.layout = Layout::Strided;
  return make(product_rows::kTransposed, {matrix}, type);
}

ValueId ProductTerms::sum(ValueId a, ValueId b, TypeId type) {
  Type result = module_.types.get(type);
  return make(product_rows::kSum, {a, b, builder_.integer(1)}, result);
}

}  // namespace janus::transforms
