#include "Transforms/Optimize/RowBuilder.h"

#include "IR/Rewriter.h"
#include "IR/TensorRows.h"

namespace janus::transforms {

using namespace ir;

RowBuilder::RowBuilder(Module &module, FunctionId function)
    : module_(module), function_(module.function(function)), builder_(module, function) {}

void RowBuilder::insertAtEnd(RegionId region, OpId like) {
  builder_.setInsertionPoint(region);
  builder_.setSource(function_.op(like));
}

void RowBuilder::insertBefore(OpId id) {
  builder_.setInsertionPoint(function_.op(id).parent, positionOf(function_, id));
  builder_.setSource(function_.op(id));
}

void RowBuilder::insertAfter(OpId id) {
  builder_.setInsertionPoint(function_.op(id).parent, positionOf(function_, id) + 1);
  builder_.setSource(function_.op(id));
}

ValueId RowBuilder::make(Opcode opcode, llvm::ArrayRef<ValueId> operands, const Type &type,
                         llvm::ArrayRef<NamedAttribute> attributes) {
  TypeId result = module_.types.intern(type);
  return builder_.result(builder_.create(opcode, operands, attributes, {result}));
}

void RowBuilder::effect(Opcode opcode, llvm::ArrayRef<ValueId> operands,
                        llvm::ArrayRef<NamedAttribute> attributes) {
  builder_.create(opcode, operands, attributes, llvm::ArrayRef<TypeId>());
}

ValueId RowBuilder::make(TensorOp row, llvm::ArrayRef<ValueId> operands, const Type &type) {
  TypeId result = module_.types.intern(type);
  return builder_.result(builder_.create(opcodeOf(row), operands, {}, {result}));
}

ValueId RowBuilder::slice(ValueId value, int64_t first, int64_t end) {
  Type type = typeOf(value);
  type.shape->front() = Dim{end - first, ""};
  ValueId zero = integer(0), one = integer(1);
  return make(graph_rows::kPart, {value, zero, integer(first), integer(end), one}, type);
}

llvm::SmallVector<ValueId, 2> RowBuilder::makeMany(Opcode row, llvm::ArrayRef<ValueId> operands,
                                                   llvm::ArrayRef<Type> types) {
  llvm::SmallVector<TypeId, 2> results;
  for (const Type &type : types)
    results.push_back(module_.types.intern(type));
  const Op &made = function_.op(builder_.create(row, operands, {}, results));
  return {made.results.begin(), made.results.end()};
}

ValueId RowBuilder::integers(llvm::ArrayRef<int64_t> values) {
  Constant tuple;
  tuple.kind = Constant::Kind::Tuple;
  for (int64_t value : values) {
    Constant number;
    number.kind = Constant::Kind::Int;
    number.integer = value;
    tuple.items.push_back(module_.addConstant(number));
  }
  return builder_.constant(std::move(tuple));
}

// Of a view that keeps the order of the elements: rows with gaps between them are no rows of it.
static Layout layoutOfView(const Type &type) {
  return type.layout == Layout::Contiguous ? Layout::Contiguous : Layout::Strided;
}

ValueId RowBuilder::view(ValueId value, llvm::ArrayRef<int64_t> sizes) {
  Type type = typeOf(value);
  type.layout = layoutOfView(type);
  type.shape->clear();
  for (int64_t size : sizes)
    type.shape->push_back(Dim{size, ""});
  return make(graph_rows::kReshaped, {value, integers(sizes)}, type);
}

ValueId RowBuilder::withDimension(ValueId value, int64_t dim) {
  Type type = typeOf(value);
  type.layout = layoutOfView(type);
  type.shape->insert(type.shape->begin() + dim, Dim{1, ""});
  return make(graph_rows::kDimensionMore, {value, integer(dim)}, type);
}

ValueId RowBuilder::transposed(ValueId matrix) {
  Type type = typeOf(matrix);
  std::reverse(type.shape->begin(), type.shape->end());
  type.layout = Layout::Strided;
  return make(graph_rows::kTransposed, {matrix}, type);
}

ValueId RowBuilder::joined(llvm::ArrayRef<ValueId> parts, int64_t dim) {
  Type type = typeOf(parts.front());
  int64_t size = 0;
  for (ValueId part : parts)
    size += (*typeOf(part).shape)[dim].number;
  (*type.shape)[dim] = Dim{size, ""};
  type.layout = Layout::Contiguous;
  ValueId list =
      builder_.result(builder_.create(Opcode::Pack, parts, {}, {module_.types.of(TypeKind::List)}));
  return make(graph_rows::kJoined, {list, integer(dim)}, type);
}

ValueId RowBuilder::sum(ValueId a, ValueId b, TypeId type) {
  Type result = module_.types.get(type);
  return make(graph_rows::kSum, {a, b, integer(1)}, result);
}

ValueId RowBuilder::plusZero(ValueId value) {
  Type type = typeOf(value);
  ValueId zero = integer(0);
  return make(graph_rows::kSumWithNumber, {value, zero, integer(1)}, type);
}

}  // namespace janus::transforms
