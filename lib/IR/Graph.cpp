#include "IR/Graph.h"

#include "llvm/ADT/StringExtras.h"

#include <set>

namespace janus::ir {

llvm::StringRef Function::nameOf(ValueId value) const {
  auto found = names_.find(value);
  return found == names_.end() ? llvm::StringRef() : llvm::StringRef(found->second);
}

void Function::setName(ValueId value, llvm::StringRef name) {
  bool isVariable = !name.empty() && name[0] != '.' && !llvm::isDigit(name[0]);
  OpId made = values_[value].definedBy;
  if (isVariable && !(made && ops_[made].opcode == Opcode::Const))
    names_.try_emplace(value, name);
}

RegionId Function::addRegion(OpId parent) {
  Region region;
  region.parent = parent;
  RegionId id = regions_.push_back(std::move(region));
  if (parent)
    ops_[parent].regions.push_back(id);
  return id;
}

ValueId Function::addArgument(RegionId region, TypeId type) {
  Value value;
  value.type = type;
  value.argumentOf = region;
  value.index = regions_[region].arguments.size();
  ValueId id = values_.push_back(value);
  regions_[region].arguments.push_back(id);
  return id;
}

ValueId Function::addResult(OpId op, TypeId type) {
  Value value;
  value.type = type;
  value.definedBy = op;
  value.index = ops_[op].results.size();
  ValueId id = values_.push_back(value);
  ops_[op].results.push_back(id);
  return id;
}

OpId Function::makeOp(Opcode opcode, Span span, llvm::ArrayRef<ValueId> operands,
                      llvm::ArrayRef<TypeId> resultTypes) {
  Op op;
  op.opcode = opcode;
  op.span = span;
  op.operands.append(operands.begin(), operands.end());
  OpId id = ops_.push_back(std::move(op));
  for (TypeId type : resultTypes)
    addResult(id, type);
  return id;
}

void Function::append(RegionId region, OpId op) {
  ops_[op].parent = region;
  regions_[region].ops.push_back(op);
}

const Attribute *Function::attribute(OpId op, llvm::StringRef name) const {
  for (const NamedAttribute &attribute : ops_[op].attributes)
    if (attribute.name == name)
      return &attribute.value;
  return nullptr;
}

void Function::setAttribute(OpId op, llvm::StringRef name, Attribute value) {
  for (NamedAttribute &attribute : ops_[op].attributes)
    if (attribute.name == name) {
      attribute.value = std::move(value);
      return;
    }
  ops_[op].attributes.push_back({name.str(), std::move(value)});
}

namespace {

// The attribute as a T; it must be there.
template <class T>
const T &required(const Attribute *attribute) {
  assert(attribute && "no attribute of this name");
  const T *value = std::get_if<T>(attribute);
  assert(value && "the attribute is of another kind");
  return *value;
}

template <class T>
llvm::ArrayRef<T> listOrEmpty(const Attribute *attribute) {
  if (!attribute)
    return {};
  return required<std::vector<T>>(attribute);
}

}  // namespace

llvm::StringRef Function::stringAttribute(OpId op, llvm::StringRef name) const {
  return required<std::string>(attribute(op, name));
}
int64_t Function::intAttribute(OpId op, llvm::StringRef name) const {
  return required<int64_t>(attribute(op, name));
}
bool Function::boolAttribute(OpId op, llvm::StringRef name) const {
  return required<bool>(attribute(op, name));
}
SlotId Function::slotAttribute(OpId op, llvm::StringRef name) const {
  return required<SlotId>(attribute(op, name));
}
ConstId Function::constAttribute(OpId op, llvm::StringRef name) const {
  return required<ConstId>(attribute(op, name));
}
FunctionId Function::functionAttribute(OpId op, llvm::StringRef name) const {
  return required<FunctionId>(attribute(op, name));
}
llvm::ArrayRef<std::string> Function::stringsAttribute(OpId op, llvm::StringRef name) const {
  return listOrEmpty<std::string>(attribute(op, name));
}
llvm::ArrayRef<SlotId> Function::slotsAttribute(OpId op, llvm::StringRef name) const {
  return listOrEmpty<SlotId>(attribute(op, name));
}

FunctionId Module::addFunction(std::string name) {
  auto function = std::make_unique<Function>();
  function->qualname = name;
  function->name = std::move(name);
  return functions_.push_back(std::move(function));
}

namespace {

// Equal keys: same type and same bits.
std::string keyOf(const Constant &constant) {
  std::string key(1, static_cast<char>('A' + static_cast<int>(constant.kind)));
  auto append = [&](const auto &bits) {
    key.append(reinterpret_cast<const char *>(&bits), sizeof(bits));
  };
  switch (constant.kind) {
  case Constant::Kind::Int: append(constant.integer); break;
  case Constant::Kind::Float: append(constant.number); break;
  case Constant::Kind::Complex:
    append(constant.number);
    append(constant.real);
    break;
  case Constant::Kind::BigInt:
  case Constant::Kind::Str:
  case Constant::Kind::Bytes: key += constant.text; break;
  case Constant::Kind::Tuple:
    for (ConstId item : constant.items)
      append(item.index);
    break;
  case Constant::Kind::FrozenSet: {
    // Equal sets are one constant, whose order is that of the first, as in CPython.
    std::set<uint32_t> items;
    for (ConstId item : constant.items)
      items.insert(item.index);
    for (uint32_t item : items)
      append(item);
    break;
  }
  default: break;
  }
  return key;
}

}  // namespace

ConstId Module::addConstant(Constant constant) {
  if (constant.kind == Constant::Kind::BigInt &&
      !llvm::StringRef(constant.text).getAsInteger(10, constant.integer))
    constant.kind = Constant::Kind::Int;
  auto [entry, inserted] = constantIndex_.try_emplace(
      keyOf(constant), ConstId(static_cast<uint32_t>(constants_.size())));
  if (inserted)
    constants_.push_back(std::move(constant));
  return entry->second;
}

PlaceId Module::addPlace(std::string line, PlaceId caller) {
  auto [entry, inserted] = placeIndex_.try_emplace({line, caller}, PlaceId(places_.size()));
  if (inserted)
    places_.push_back({std::move(line), caller});
  return entry->second;
}

std::string Module::placeText(PlaceId place) const {
  std::string text;
  for (; place; place = places_[place].caller)
    text += (text.empty() ? "" : " < ") + places_[place].line;
  return text;
}

}  // namespace janus::ir
