#include "Transforms/Infer/ArrayReads.h"

#include "IR/Walk.h"

#include "llvm/ADT/DenseMap.h"

namespace janus::transforms {

using namespace ir;

constexpr llvm::StringLiteral kConversions[] = {
#define JANUS_ARRAY_READ(name) name,
#include "Transforms/Infer/ArrayReads.def"
};

ArrayReads::ArrayReads(const Module &module, const ForeignValues &foreign)
    : module_(module), foreign_(foreign), imported_(module) {
  if (foreign.empty())
    return;
  for (FunctionId id : module.functions())
    find(id);
}

bool ArrayReads::isConversion(FunctionId id, OpId op) const {
  const Function &function = module_.function(id);
  const auto &operands = function.op(op).operands;
  bool isMethod = function.op(op).opcode == Opcode::PyCallMethod;
  if ((!isMethod && function.op(op).opcode != Opcode::PyCall) || operands.size() < 2 ||
      !foreign_.contains(id, operands[1]))
    return false;
  for (size_t i = 0; i < operands.size(); ++i)
    if (i != 1 && foreign_.contains(id, operands[i]))
      return false;
  return llvm::any_of(imported_.of(id, operands[0]), [&](const std::string &name) {
    return llvm::is_contained(
        kConversions, isMethod ? name + "." + function.stringAttribute(op, "name").str() : name);
  });
}

// `x[array]`, `x[:, array]`, `x[array] = y`, and calls of such a function.
bool ArrayReads::isRead(FunctionId id, OpId op) const {
  const Function &function = module_.function(id);
  const auto &operands = function.op(op).operands;
  Opcode opcode = function.op(op).opcode;
  if (opcode != Opcode::PyGetItem && opcode != Opcode::PySetItem)
    return isConversion(id, op);
  bool isValueForeign = operands.size() > 2 && foreign_.contains(id, operands[2]);
  if (foreign_.contains(id, operands[0]) || isValueForeign)
    return false;
  OpId key = function.value(operands[1]).definedBy;
  bool isTuple = key && function.op(key).opcode == Opcode::PyTuple;
  return foreign_.contains(id, operands[1]) ||
         (isTuple && llvm::any_of(function.op(key).operands,
                                  [&](ValueId each) { return foreign_.contains(id, each); }));
}

void ArrayReads::find(FunctionId id) {
  const Function &function = module_.function(id);
  llvm::DenseMap<ValueId, std::vector<OpId>> users;
  std::vector<OpId> ops;
  walk(function, function.body, [&](OpId op) {
    ops.push_back(op);
    for (ValueId operand : function.op(op).operands)
      users[operand].push_back(op);
    if (isRead(id, op))
      reads_.insert({id, op});
  });
  auto isForReads = [&](OpId op) {
    return llvm::all_of(function.op(op).results, [&](ValueId result) {
      return llvm::all_of(users[result], [&](OpId user) { return contains(id, user); });
    });
  };
  auto isForeign = [&](ValueId value) { return foreign_.contains(id, value); };
  for (OpId op : ops)
    if (function.op(op).opcode == Opcode::PyTuple &&
        llvm::any_of(function.op(op).operands, isForeign) && isForReads(op))
      reads_.insert({id, op});
  static constexpr Opcode kLoads[] = {Opcode::SlotLoad, Opcode::GlobalLoad, Opcode::NameLoad,
                                      Opcode::PyGetAttr};
  for (OpId op : ops)
    if (llvm::is_contained(kLoads, function.op(op).opcode) &&
        llvm::none_of(function.op(op).operands, isForeign) &&
        llvm::any_of(function.op(op).results, isForeign) && isForReads(op))
      reads_.insert({id, op});
}

}  // namespace janus::transforms
