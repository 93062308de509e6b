#include "Transforms/Plan/TensorFacts.h"

#include "janus/contract/Schema.h"

namespace janus::plan {

std::vector<ir::ValueId> writtenOperands(const ir::Function &function, OpId id) {
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
  for (ir::RegionId side : function.op(value.definedBy).regions)
    given.push_back(function.op(function.region(side).ops.back()).operands[value.index]);
  return given;
}

std::optional<std::vector<int64_t>> staticSizes(const ir::Type &type) {
  if (type.kind != ir::TypeKind::Tensor || !type.shape)
    return std::nullopt;
  std::vector<int64_t> sizes;
  for (const ir::Dim &dim : *type.shape) {
    if (dim.number < 0)
      return std::nullopt;
    sizes.push_back(dim.number);
  }
  return sizes;
}

uint64_t elementBytes(const ir::Type &type) {
  for (const DTypeInfo &info : kDTypes)
    if (llvm::StringRef(info.name.data(), info.name.size()) == type.dtype)
      return info.size;
  return 0;
}

}  // namespace janus::plan
