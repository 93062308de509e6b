#include "IR/SoundTypes.h"

#include "IR/Builder.h"

#include <array>
#include <map>

namespace janus::ir {

const SoundRule *unaryRule(Opcode shim, TypeKind operand) {
  struct Row {
    Opcode shim;
    TypeKind operand;
    SoundRule rule;
  };
  static const Row kRows[] = {
#define JANUS_UNARY(shim, operand, result, direct)                                                 \
  {Opcode::shim, TypeKind::operand, {TypeKind::result, Opcode::direct}},
#include "IR/Ops/SoundRules.def"
  };
  for (const Row &row : kRows)
    if (row.shim == shim && row.operand == operand)
      return &row.rule;
  return nullptr;
}

const SoundRule *binaryRule(Opcode shim, TypeKind left, TypeKind right) {
  constexpr size_t kKinds = static_cast<size_t>(TypeKind::Foreign) + 1;
  using Table = std::array<std::array<SoundRule, kKinds>, kKinds>;
  static const std::map<Opcode, Table> kTables = [] {
    std::map<Opcode, Table> tables;
#define JANUS_BINARY(shim, left, right, result, direct)                                            \
  tables[Opcode::shim][size_t(TypeKind::left)][size_t(TypeKind::right)] = {TypeKind::result,       \
                                                                           Opcode::direct};
#include "IR/Ops/SoundRules.def"
    return tables;
  }();
  auto table = kTables.find(shim);
  if (table == kTables.end())
    return nullptr;
  const SoundRule &rule = table->second[size_t(left)][size_t(right)];
  return rule.result == TypeKind::Dyn ? nullptr : &rule;
}

namespace {

const SoundRule *ruleOf(const Module &module, const Op &op,
                        llvm::function_ref<TypeId(ValueId)> typeOf) {
  auto kind = [&](unsigned i) { return module.types.get(typeOf(op.operands[i])).kind; };
  if (op.operands.size() == 1)
    return unaryRule(op.opcode, kind(0));
  if (op.operands.size() == 2)
    return binaryRule(op.opcode, kind(0), kind(1));
  return nullptr;
}

TypeId tupleOf(TypeTable &types, const Op &op, llvm::function_ref<TypeId(ValueId)> typeOf) {
  Type tuple;
  tuple.kind = TypeKind::Tuple;
  tuple.sized = true;
  for (ValueId operand : op.operands) {
    TypeId item = typeOf(operand);
    // One level: a tuple that holds itself over and over has no finite type.
    tuple.items.push_back(types.get(item).kind == TypeKind::Tuple ? types.of(TypeKind::Tuple)
                                                                  : item);
  }
  return types.intern(tuple);
}

TypeId unpacked(TypeTable &types, const Function &function, ValueId result, TypeId from) {
  OpId id = function.value(result).definedBy;
  size_t place = function.value(result).index;
  bool star = function.boolAttribute(id, "star");
  if (star && place == static_cast<size_t>(function.intAttribute(id, "before")))
    return types.of(TypeKind::List);
  const Type &source = types.get(from);
  if (!star && source.sized && source.items.size() == function.op(id).results.size())
    return source.items[place];
  return types.dyn();
}

}  // namespace

TypeId soundType(Module &module, const Function &function, ValueId result,
                 llvm::function_ref<TypeId(ValueId)> typeOf) {
  OpId id = function.value(result).definedBy;
  const Op &op = function.op(id);
  if (op.opcode == Opcode::Const)
    return ir::typeOf(module, function.constAttribute(id, "value"));
  if (const SoundRule *rule = ruleOf(module, op, typeOf))
    return module.types.of(rule->result);
  if (op.opcode == Opcode::PyTuple)
    return tupleOf(module.types, op, typeOf);
  if (op.opcode == Opcode::PyUnpack)
    return unpacked(module.types, function, result, typeOf(op.operands[0]));
  return module.types.of(resultKind(op.opcode));
}

}  // namespace janus::ir
