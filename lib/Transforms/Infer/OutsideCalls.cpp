#include "Transforms/Infer/OutsideCalls.h"

#include "IR/Walk.h"

namespace janus::transforms {

using namespace ir;

static llvm::StringRef variableOf(const Function &function, ValueId value) {
  OpId made = function.value(value).definedBy;
  if (!made)
    return "";
  switch (function.op(made).opcode) {
  case Opcode::GlobalLoad:
  case Opcode::NameLoad: return function.stringAttribute(made, "name");
  case Opcode::SlotLoad: return function.slots[function.slotAttribute(made, "slot")].name;
  default: return "";
  }
}

OutsideCalls::OutsideCalls(const Module &module, const ForeignValues &foreign) {
  readImports(module);
  for (FunctionId id : module.functions())
    readStores(module.function(id));
  if (random_.empty() && kept_.empty() && foreign.empty())
    return;
  llvm::StringSet<> classes;
  for (FunctionId id : module.functions())
    if (module.function(id).flags & kFnClassBody)
      classes.insert(module.function(id).qualname);
  for (bool changed = true; changed;) {
    changed = false;
    for (FunctionId id : module.functions()) {
      const Function &function = module.function(id);
      auto [owner, name] = llvm::StringRef(function.qualname).rsplit('.');
      bool isMethod = classes.contains(owner);
      llvm::StringSet<> &names = isMethod ? methods_ : functions_;
      llvm::StringRef own = name.empty() ? llvm::StringRef(function.qualname) : name;
      bool isNamed = !(function.flags & (kFnClassBody | kFnModuleBody)) && !own.startswith("<") &&
                     !own.startswith("__");
      if (isNamed && !names.contains(own) && isOutside(function, id, function.body, foreign))
        changed |= names.insert(own).second;
    }
  }
}

// `import random`, `from random import sample`, at the top level.
void OutsideCalls::readImports(const Module &module) {
  if (!module.body)
    return;
  const Function &body = module.function(module.body);
  for (OpId id : body.region(body.body).ops) {
    if (body.op(id).opcode != Opcode::GlobalStore)
      continue;
    OpId made = body.value(body.op(id).operands[0]).definedBy;
    if (made && body.op(made).opcode == Opcode::PyImportFrom)
      made = body.value(body.op(made).operands[0]).definedBy;
    Opcode opcode = made ? body.op(made).opcode : Opcode::Const;
    if ((opcode == Opcode::PyImport || opcode == Opcode::PyImportForFrom) &&
        body.stringAttribute(made, "module") == "random")
      random_.insert(body.stringAttribute(id, "name"));
  }
}

void OutsideCalls::readStores(const Function &function) {
  walk(function, function.body, [&](OpId id) {
    const Op &op = function.op(id);
    switch (op.opcode) {
    case Opcode::PySetAttr:
      if (makesObject(function, op.operands[1]))
        kept_.insert("." + function.stringAttribute(id, "name").str());
      break;
    case Opcode::GlobalStore:
    case Opcode::NameStore:
      if (makesObject(function, op.operands[0]))
        kept_.insert(function.stringAttribute(id, "name"));
      break;
    case Opcode::SlotStore:
      if (makesObject(function, op.operands[0]))
        kept_.insert(function.slots[function.slotAttribute(id, "slot")].name);
      break;
    default: break;
    }
  });
}

// A call of `deque`, `random.Random` or `SystemRandom`, by their last names.
bool OutsideCalls::makesObject(const Function &function, ValueId value) const {
  OpId made = function.value(value).definedBy;
  if (!made)
    return false;
  const Op &op = function.op(made);
  llvm::StringRef name;
  if (op.opcode == Opcode::PyCallMethod)
    name = function.stringAttribute(made, "name");
  else if (op.opcode == Opcode::PyCall)
    name = variableOf(function, op.operands[0]);
  if (OpId callee = op.opcode == Opcode::PyCall ? function.value(op.operands[0]).definedBy : OpId();
      callee && function.op(callee).opcode == Opcode::PyGetAttr)
    name = function.stringAttribute(callee, "name");
  return name == "deque" || name == "Random" || name == "SystemRandom";
}

bool OutsideCalls::isOutside(const Function &function, FunctionId id, RegionId region,
                             const ForeignValues &foreign) const {
  auto isForeign = [&](ValueId value) { return foreign.contains(id, value); };
  for (OpId each : function.region(region).ops) {
    const Op &op = function.op(each);
    if (function.attribute(each, "foreign") || llvm::any_of(op.operands, isForeign) ||
        llvm::any_of(op.results, isForeign) || contains(function, each))
      return true;
    for (RegionId inner : op.regions)
      if (isOutside(function, id, inner, foreign))
        return true;
  }
  return false;
}

bool OutsideCalls::holdsRandom(const Function &function, ValueId value) const {
  return random_.contains(variableOf(function, value));
}

bool OutsideCalls::contains(const Function &function, OpId id) const {
  const Op &op = function.op(id);
  switch (op.opcode) {
  case Opcode::PyGetAttr: return kept_.contains("." + function.stringAttribute(id, "name").str());
  case Opcode::SlotLoad:
  case Opcode::GlobalLoad:
  case Opcode::NameLoad: return kept_.contains(variableOf(function, op.results[0]));
  case Opcode::PyCallMethod:
    return methods_.contains(function.stringAttribute(id, "name")) ||
           holdsRandom(function, op.operands[0]);
  case Opcode::PyCall:
  case Opcode::PyCallEx: {
    OpId callee = function.value(op.operands[0]).definedBy;
    if (callee && function.op(callee).opcode == Opcode::PyGetAttr)
      return methods_.contains(function.stringAttribute(callee, "name")) ||
             holdsRandom(function, function.op(callee).operands[0]);
    return functions_.contains(variableOf(function, op.operands[0])) ||
           holdsRandom(function, op.operands[0]);
  }
  default: return false;
  }
}

}  // namespace janus::transforms
