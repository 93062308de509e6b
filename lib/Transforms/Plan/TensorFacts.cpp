#include "Transforms/Plan/TensorFacts.h"

#include "IR/Loops.h"

#include "janus/contract/Schema.h"

#include "llvm/ADT/STLExtras.h"

namespace janus::plan {

std::vector<ir::ValueId> writtenOperands(const ir::Function &function, ir::OpId id) {
  const ir::Op &op = function.op(id);
  Schema schema = parseSchema(rowOf(op.opcode));
  std::vector<ir::ValueId> written;
  auto add = [&](ir::ValueId value) {
    if (function.op(function.value(value).definedBy).opcode != ir::Opcode::Const)  // None
      written.push_back(value);
  };
  for (size_t i = 0; i < op.operands.size(); ++i) {
    if (!schema.params[i].written)
      continue;
    const ir::Op &made = function.op(function.value(op.operands[i]).definedBy);
    if (made.opcode != ir::Opcode::Pack)
      add(op.operands[i]);
    else
      for (ir::ValueId item : made.operands)
        add(item);
  }
  return written;
}

llvm::SmallVector<ir::ValueId, 2> givenBy(const ir::Function &function, ir::ValueId result) {
  llvm::SmallVector<ir::ValueId, 2> given;
  const ir::Value &value = function.value(result);
  if (function.op(value.definedBy).opcode == ir::Opcode::Loop)
    return {ir::TurnView(function, value.definedBy).results()[value.index]};
  for (ir::RegionId side : function.op(value.definedBy).regions)
    given.push_back(function.op(function.region(side).ops.back()).operands[value.index]);
  return given;
}

bool isKnown(const ir::Dim &dim) {
  return dim.known() && !isCounted(dim);
}

std::optional<std::vector<ir::Dim>> knownSizes(const ir::Type &type) {
  if (type.kind != ir::TypeKind::Tensor || !type.shape || !llvm::all_of(*type.shape, isKnown))
    return std::nullopt;
  return *type.shape;
}

ir::SizeExpression expressionOf(const ir::Dim &dim) {
  return dim.symbol.empty() ? ir::SizeExpression(dim.number)
                            : *ir::SizeExpression::parse(dim.symbol);
}

ir::SizeExpression productOf(llvm::ArrayRef<ir::Dim> sizes) {
  ir::SizeExpression product = 1;
  for (const ir::Dim &dim : sizes)
    product = product * expressionOf(dim);
  return product;
}

bool isKeptInPlace(const ir::Type &type) {
  return type.kind == ir::TypeKind::Tensor && type.layout == ir::Layout::Contiguous &&
         knownSizes(type) && elementBytes(type) != 0;
}

llvm::SmallVector<ir::ValueId, 2> carriedSources(const ir::Function &function, const ir::Plan &plan,
                                                 ir::OpId id) {
  llvm::SmallVector<ir::ValueId, 2> sources;
  const ir::Op &op = function.op(id);
  if (op.opcode != ir::Opcode::LoopAgain)
    return sources;
  const ir::TurnView turn(function, function.region(op.parent).parent);
  for (ir::ValueId carried : turn.carried())
    for (const ir::PlanPart &part : plan.carriedParts.lookup(carried))
      sources.push_back(part.source);
  return sources;
}

uint64_t elementBytes(const ir::Type &type) {
  for (const DTypeInfo &info : kDTypes)
    if (llvm::StringRef(info.name.data(), info.name.size()) == type.dtype)
      return info.size;
  return 0;
}

}  // namespace janus::plan
