#include "IR/TensorRows.h"

#include "IR/Loops.h"

#include "janus/contract/Schema.h"

#include <vector>

namespace janus::ir {
namespace {

bool takesMixed(TensorOp row) {
  return hasTrait(row, Trait::Mixed) || hasTrait(row, Trait::View) ||
         hasTrait(row, Trait::MaybeView);
}

// Arguments by what their types have to be.
enum class Role : uint8_t { Operand, Mask, Number, Factor, Other };

Role roleOf(const Param &param) {
  if (param.kind == ArgKind::Tensor)
    return param.name == "condition" || param.name == "mask" ? Role::Mask : Role::Operand;
  if (param.kind == ArgKind::Scalar)
    return param.keywordOnly ? Role::Factor : Role::Number;
  return Role::Other;
}

const std::vector<Role> &rolesOf(TensorOp row) {
  static const auto *table = [] {
    auto *all = new std::vector<std::vector<Role>>(janus::kOpCount);
    for (size_t i = 0; i < janus::kOpCount; ++i)
      for (const Param &param : parseSchema(static_cast<TensorOp>(i)).params)
        (*all)[i].push_back(roleOf(param));
    return all;
  }();
  return (*table)[static_cast<size_t>(row)];
}

bool isFloatingType(llvm::StringRef name) {
  return name == "float32" || name == "float64";  // not every kernel has one for 16 bits
}

}  // namespace

bool takesOperands(const Module &module, const Function &function, const Op &op) {
  if (!isTensorOp(op.opcode))
    return true;
  TensorOp row = rowOf(op.opcode);
  const std::vector<Role> &roles = rolesOf(row);
  bool mixed = takesMixed(row);
  llvm::StringRef dtype;  // of the operands so far
  for (size_t i = 0; i < op.operands.size() && i < roles.size(); ++i) {
    const Type &type = module.types.get(function.value(op.operands[i]).type);
    if (type.kind == TypeKind::Bool &&
        (roles[i] == Role::Factor || (roles[i] == Role::Number && !mixed)))
      return false;
    if (type.kind != TypeKind::Tensor)
      continue;
    if (roles[i] == Role::Mask) {
      if (type.dtype != "bool")
        return false;
      continue;
    }
    bool isMask = hasTrait(row, Trait::Masks) && type.dtype == "bool";
    bool isFloat = !hasTrait(row, Trait::NoFloats) && isFloatingType(type.dtype);
    if (!mixed && ((!isMask && !isFloat) || (!dtype.empty() && dtype != type.dtype)))
      return false;
    dtype = type.dtype;
  }
  return true;
}

// True when inference knows everything that the operation refuses.
static bool isTotal(TensorOp op) {
  return hasTrait(op, Trait::Total | Trait::Elementwise | Trait::View) &&
         !hasTrait(op, Trait::Checks);
}

// A view in other sizes, or pairs of elements as one, of a tensor with strides that are not known
// when the graph is made.
static bool hangsOnStrides(const Module &module, const Function &function, const Op &op) {
  TensorOp row = rowOf(op.opcode);
  ShapeRule rule = janus::row(row).shape;
  return hasTrait(row, Trait::View) && (rule == ShapeRule::View || rule == ShapeRule::AsComplex) &&
         !op.operands.empty() &&
         module.types.get(function.value(op.operands[0]).type).layout != Layout::Contiguous;
}

bool mayRaise(const Module &module, const Function &function, const Op &op) {
  return isTensorOp(op.opcode) &&
         (!isTotal(rowOf(op.opcode)) || hangsOnStrides(module, function, op) ||
          !takesOperands(module, function, op));
}

std::optional<int64_t> constantInt(const Module &module, const Function &function, ValueId value) {
  OpId made = function.value(value).definedBy;
  if (!made || function.op(made).opcode != Opcode::Const)
    return std::nullopt;
  const Constant &constant = module.constant(function.constAttribute(made, "value"));
  return constant.kind == Constant::Kind::Int ? std::optional(constant.integer) : std::nullopt;
}

llvm::SmallVector<ValueId, 2> sidesOf(const Function &function, ValueId chosen) {
  llvm::SmallVector<ValueId, 2> sides;
  for (RegionId side : function.op(function.value(chosen).definedBy).regions) {
    const Op &end = function.op(function.region(side).ops.back());
    if (end.opcode == Opcode::YieldValues)
      sides.push_back(end.operands[function.value(chosen).index]);
  }
  return sides;
}

llvm::SmallVector<ValueId, 2> memoriesOf(const Function &function, ValueId value) {
  ValueId memory = memoryOf(function, value);
  OpId made = function.value(memory).definedBy;
  if (made && function.op(made).opcode == Opcode::Loop)
    return memoriesOf(function, TurnView(function, made).results()[function.value(memory).index]);
  if (!made || function.op(made).opcode != Opcode::If)
    return {memory};
  llvm::SmallVector<ValueId, 2> all;
  for (ValueId side : sidesOf(function, memory))
    llvm::append_range(all, memoriesOf(function, side));
  return all;
}

}  // namespace janus::ir
