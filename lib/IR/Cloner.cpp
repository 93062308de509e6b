#include "IR/Cloner.h"

#include <type_traits>

namespace janus::ir {

Cloner::Cloner(const Module &from, FunctionId source, Module &to, FunctionId target)
    : from_(from), to_(to), source_(source), target_(target) {}

ValueId Cloner::lookup(ValueId value) const {
  auto found = values_.find(value);
  assert(found != values_.end() && "a value is used before it is copied or mapped");
  return found->second;
}

ConstId Cloner::translate(ConstId id) {
  if (&from_ == &to_)
    return id;
  Constant constant = from_.constant(id);
  for (ConstId &item : constant.items)
    item = translate(item);
  return to_.addConstant(std::move(constant));
}

TypeId Cloner::translate(TypeId id) {
  if (&from_ == &to_ || !id)
    return id;
  auto found = types_.find(id);
  if (found != types_.end())
    return found->second;
  Type type = from_.types.get(id);
  for (TypeId &item : type.items)
    item = translate(item);
  return types_[id] = to_.types.intern(type);
}

SlotId Cloner::translate(SlotId id) {
  auto found = slots_.find(id);
  if (found != slots_.end())
    return found->second;
  Slot slot = source().slots[id];
  slot.type = translate(slot.type);
  return slots_[id] = target().slots.push_back(std::move(slot));
}

FunctionId Cloner::translate(FunctionId id) {
  auto found = functions_.find(id);
  return found == functions_.end() ? id : found->second;
}

PlaceId Cloner::translate(PlaceId id) {
  if (!id || &from_ == &to_)
    return id;
  auto found = places_.find(id);
  if (found != places_.end())
    return found->second;
  const ProgramPlace &place = from_.place(id);
  PlaceId caller = translate(place.caller);
  return places_[id] = to_.addPlace(place.line, caller);
}

Attribute Cloner::translateAttribute(const Attribute &attribute) {
  return std::visit(
      [&](const auto &value) -> Attribute {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, std::vector<SlotId>>) {
          std::vector<SlotId> slots;
          for (SlotId slot : value)
            slots.push_back(translate(slot));
          return slots;
        } else if constexpr (std::is_same_v<T, ConstId> || std::is_same_v<T, TypeId> ||
                             std::is_same_v<T, SlotId> || std::is_same_v<T, FunctionId>) {
          return translate(value);
        } else {
          return value;
        }
      },
      attribute);
}

void Cloner::mapNamed(ValueId value, ValueId copy) {
  map(value, copy);
  std::string name = source().nameOf(value).str();  // a copy: both may be of one function
  target().setName(copy, name);
}

OpId Cloner::cloneOp(OpId id) {
  Op op = source().op(id);  // a copy: source and target may be one function
  llvm::SmallVector<ValueId, 4> operands;
  for (ValueId operand : op.operands)
    operands.push_back(lookup(operand));
  llvm::SmallVector<TypeId, 4> types;
  for (ValueId result : op.results)
    types.push_back(translate(source().value(result).type));
  OpId copy = target().makeOp(op.opcode, op.span, operands, types);
  target().op(copy).place = translate(op.place);
  for (size_t i = 0; i < op.results.size(); ++i)
    mapNamed(op.results[i], target().op(copy).results[i]);
  for (const NamedAttribute &attribute : op.attributes)
    target().setAttribute(copy, attribute.name, translateAttribute(attribute.value));
  for (RegionId region : op.regions)
    cloneRegion(region, target().addRegion(copy));
  return copy;
}

void Cloner::cloneRegion(RegionId region, RegionId into) {
  llvm::SmallVector<ValueId, 2> arguments = source().region(region).arguments;
  for (ValueId argument : arguments)
    if (!values_.count(argument))
      mapNamed(argument, target().addArgument(into, translate(source().value(argument).type)));
  std::vector<OpId> ops = source().region(region).ops;
  for (OpId op : ops)
    target().append(into, cloneOp(op));
}

namespace {

void copyHeader(const Function &from, Function &to) {
  to.name = from.name;
  to.qualname = from.qualname;
  to.docstring = from.docstring;
  to.hasDocstring = from.hasDocstring;
  to.flags = from.flags;
  to.positionalOnly = from.positionalOnly;
  to.positional = from.positional;
  to.keywordOnly = from.keywordOnly;
  to.parameters = from.parameters;
  to.freeNames = from.freeNames;
  to.span = from.span;
}

}  // namespace

FunctionId cloneFunction(const Module &from, FunctionId id, Module &to) {
  FunctionId copy = to.addFunction(from.function(id).name);
  copyHeader(from.function(id), to.function(copy));
  Cloner cloner(from, id, to, copy);
  for (SlotId slot : from.function(id).slots.ids())
    cloner.translate(slot);
  to.function(copy).body = to.function(copy).addRegion(OpId());
  cloner.cloneRegion(from.function(id).body, to.function(copy).body);
  return copy;
}

Module renumbered(const Module &module) {
  Module copy;
  copy.name = module.name;
  copy.file = module.file;
  copy.isPackage = module.isPackage;
  copy.source = module.source;
  copy.body = module.body;
  for (FunctionId id : module.functions())
    copy.addFunction(module.function(id).name);
  for (FunctionId id : module.functions()) {
    copyHeader(module.function(id), copy.function(id));
    Cloner cloner(module, id, copy, id);
    for (SlotId slot : module.function(id).slots.ids())
      cloner.translate(slot);
    copy.function(id).body = copy.function(id).addRegion(OpId());
    if (module.function(id).body)
      cloner.cloneRegion(module.function(id).body, copy.function(id).body);
  }
  return copy;
}

}  // namespace janus::ir
