#include "Transforms/Infer/ImportedNames.h"

#include "IR/Walk.h"

namespace janus::transforms {

using namespace ir;

namespace {

constexpr uint32_t kAnyFunction = ~0u;

bool storesVariable(Opcode opcode) {
  return opcode == Opcode::GlobalStore || opcode == Opcode::NameStore ||
         opcode == Opcode::SlotStore;
}

}  // namespace

ImportedNames::ImportedNames(const Module &module) : module_(module) {
  for (bool changed = true; changed;) {  // `D = collections.deque` may stand in front of the import
    changed = false;
    for (FunctionId id : module.functions()) {
      const Function &function = module.function(id);
      walk(function, function.body, [&](OpId op) {
        if (!storesVariable(function.op(op).opcode))
          return;
        for (const std::string &name : of(id, function.op(op).operands[0]))
          changed |= kept_[variableOf(id, op)].insert(name).second;
      });
    }
  }
}

// Globals and cells go by their names, a function's own slots by the function and their number.
ImportedNames::Variable ImportedNames::variableOf(FunctionId id, OpId op) const {
  const Function &function = module_.function(id);
  if (!has(function.op(op).opcode, ReadsSlot | WritesSlot))
    return {kAnyFunction, function.stringAttribute(op, "name").str()};
  SlotId slot = function.slotAttribute(op, "slot");
  if (function.slots[slot].kind == SlotKind::Local)
    return {id.index, std::to_string(slot.index)};
  return {kAnyFunction, "cell " + function.slots[slot].name};
}

std::set<std::string> ImportedNames::of(FunctionId id, ValueId value) const {
  const Function &function = module_.function(id);
  OpId made = function.value(value).definedBy;
  if (!made)
    return {};
  switch (function.op(made).opcode) {
  case Opcode::PyImport:
  case Opcode::PyImportForFrom: return ofImport(id, made);
  case Opcode::PyImportFrom:
  case Opcode::PyGetAttr: {
    std::set<std::string> names;
    for (const std::string &object : of(id, function.op(made).operands[0]))
      names.insert(object + "." + function.stringAttribute(made, "name").str());
    return names;
  }
  case Opcode::GlobalLoad:
  case Opcode::NameLoad:
  case Opcode::SlotLoad: {
    auto found = kept_.find(variableOf(id, made));
    return found == kept_.end() ? std::set<std::string>() : found->second;
  }
  default: return {};
  }
}

// `import a.b` gives `a`, `import a.b as c` and `from a.b import ...` give `a.b`. A relative import
// has no name that is known here.
std::set<std::string> ImportedNames::ofImport(FunctionId id, OpId made) const {
  const Function &function = module_.function(id);
  bool isFrom = function.op(made).opcode == Opcode::PyImportForFrom;
  if (isFrom && function.intAttribute(made, "level") != 0)
    return {};
  llvm::StringRef dotted = function.stringAttribute(made, "module");
  bool isTop = !isFrom && !function.boolAttribute(made, "leaf");
  return {(isTop ? dotted.split('.').first : dotted).str()};
}

}  // namespace janus::transforms
