// The meaning of names: slots of the function, globals, names of a class body; and how they are
// loaded and stored.
#include "Transforms/Build/FunctionBuilder.h"

#include <map>

namespace janus::build {

// Names are mangled with the innermost class around the code, whatever functions lie between.
Symbol FunctionBuilder::mangled(Symbol name) {
  for (ScopeId id = scope_; id; id = context_.scopes[id].parent)
    if (context_.scopes[id].kind == ScopeKind::Class)
      return mangle(ast().names(), context_.scopes[id].name, name);
  return name;
}

SlotId FunctionBuilder::addSlot(llvm::StringRef name, ir::SlotKind kind) {
  return builder_.addSlot(name, kind);
}

SlotId FunctionBuilder::temporarySlot(const char *name) {
  return addSlot("." + std::string(name) + std::to_string(temporaries_++), ir::SlotKind::Local);
}

// A variable needs a cell only if a real inner function captures it; comprehensions built in place
// do not.
bool FunctionBuilder::needsCell(ScopeId scope, Symbol name) const {
  for (ScopeId child : context_.scopes[scope].children) {
    const Scope &inner = context_.scopes[child];
    const ScopeSymbol *symbol = inner.find(name);
    if (!symbol)
      continue;
    bool passesThrough =
        symbol->kind == SymbolKind::Free || (inner.kind == ScopeKind::Class && symbol->freeInClass);
    if (!passesThrough)
      continue;
    if (!canInline(child) || needsCell(child, name))
      return true;
  }
  return false;
}

// Slots of the function's own scope: parameters first (declareParameters), then the other locals,
// then free ones, which stand in `__closure__` in the order of their names.
void FunctionBuilder::declareSlots() {
  std::map<std::string, Symbol> freeNames;
  for (const ScopeSymbol &symbol : scope().symbols) {
    if (slots_.count(symbol.name))
      continue;
    std::string name = ast().text(symbol.name).str();
    bool isClass = scope().kind == ScopeKind::Class;
    if (symbol.kind == SymbolKind::Free || (isClass && symbol.freeInClass)) {
      freeNames[name] = symbol.name;
    } else if (!isClass && (symbol.kind == SymbolKind::Local || symbol.kind == SymbolKind::Cell)) {
      bool cell = symbol.kind == SymbolKind::Cell && needsCell(scope_, symbol.name);
      slots_[symbol.name] = addSlot(name, cell ? ir::SlotKind::Cell : ir::SlotKind::Local);
    }
  }
  for (const auto &[name, symbol] : freeNames) {
    SlotId slot = addSlot(name, ir::SlotKind::Free);
    fn().slots[slot].freeIndex = static_cast<int32_t>(fn().freeNames.size());
    fn().freeNames.push_back(name);
    slots_[symbol] = slot;
  }
  if (scope().kind == ScopeKind::Class && scope().needsClassCell) {
    Symbol name = ast().names().intern("__class__");
    slots_[name] = addSlot("__class__", ir::SlotKind::Cell);
  }
}

FunctionBuilder::Place FunctionBuilder::resolve(Symbol name) {
  for (const InlineScope &inner : llvm::reverse(inlined_)) {
    auto it = inner.slots.find(name);
    if (it != inner.slots.end())
      return {Place::Slot, it->second};
    const ScopeSymbol *symbol = context_.scopes[inner.scope].find(name);
    if (symbol && symbol->isGlobal())
      return {Place::Global, {}};
  }
  const ScopeSymbol *symbol = scope().find(name);
  if (scope().kind == ScopeKind::Module) {
    bool isGlobal = !context_.isText || (symbol && symbol->kind == SymbolKind::GlobalExplicit);
    return {isGlobal ? Place::Global : Place::ClassName, {}};
  }
  if (scope().kind == ScopeKind::Class) {
    if (symbol && symbol->kind == SymbolKind::GlobalExplicit)
      return {Place::Global, {}};
    bool free = symbol && (symbol->kind == SymbolKind::Free);
    return {Place::ClassName, free ? slots_.lookup(name) : SlotId::invalid()};
  }
  auto it = slots_.find(name);
  if (it != slots_.end())
    return {Place::Slot, it->second};
  return {Place::Global, {}};
}

ValueId FunctionBuilder::loadSlot(SlotId slot) {
  return emit(Opcode::SlotLoad, {}, {{"slot", slot}});
}
void FunctionBuilder::storeSlot(SlotId slot, ValueId value) {
  emitEffect(Opcode::SlotStore, {value}, {{"slot", slot}});
}

ValueId FunctionBuilder::loadName(Symbol name) {
  Place place = resolve(mangled(name));
  switch (place.kind) {
  case Place::Slot: return loadSlot(place.slot);
  case Place::Global: return emit(Opcode::GlobalLoad, {}, {{"name", nameText(name)}});
  case Place::ClassName: break;
  }
  if (!place.slot)
    return emit(Opcode::NameLoad, {}, {{"name", nameText(name)}});
  return emit(Opcode::NameLoad, {}, {{"name", nameText(name)}, {"slot", place.slot}});
}

void FunctionBuilder::storeName(Symbol name, ValueId value) {
  Place place = resolve(mangled(name));
  switch (place.kind) {
  case Place::Slot: return storeSlot(place.slot, value);
  case Place::Global: return emitEffect(Opcode::GlobalStore, {value}, {{"name", nameText(name)}});
  case Place::ClassName: break;
  }
  // `nonlocal x` in a class body: the enclosing function's variable.
  const ScopeSymbol *symbol = scope().find(mangled(name));
  if (symbol && symbol->declaredNonlocal)
    return storeSlot(place.slot, value);
  emitEffect(Opcode::NameStore, {value}, {{"name", nameText(name)}});
}

void FunctionBuilder::deleteName(Symbol name) {
  Place place = resolve(mangled(name));
  switch (place.kind) {
  case Place::Slot: return emitEffect(Opcode::SlotDelete, {}, {{"slot", place.slot}});
  case Place::Global: return emitEffect(Opcode::GlobalDelete, {}, {{"name", nameText(name)}});
  case Place::ClassName: return emitEffect(Opcode::NameDelete, {}, {{"name", nameText(name)}});
  }
}

// The slots whose cells an inner function takes over, in the order of its free names. They belong
// to this function: a comprehension built in place has slots here, too.
std::vector<SlotId> FunctionBuilder::captures(const ir::Function &inner) {
  std::vector<SlotId> result;
  for (const std::string &name : inner.freeNames) {
    Symbol symbol = ast().names().intern(name);
    SlotId slot;
    for (const InlineScope &scope : llvm::reverse(inlined_)) {
      auto it = scope.slots.find(symbol);
      if (it == scope.slots.end())
        continue;
      slot = it->second;
      break;
    }
    if (!slot)
      slot = slots_.lookup(symbol);
    assert(slot && "a free name without a variable around it");
    result.push_back(slot);
  }
  return result;
}

}  // namespace janus::build
