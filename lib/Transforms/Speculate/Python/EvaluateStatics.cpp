// Objects of modules that are not in the snapshot: made from what the modules' code says.
#include "Transforms/Speculate/Python/Evaluator.h"
#include "Transforms/Speculate/Python/NativeNames.h"

namespace janus::speculate {

using namespace ir;

// The module that defines it, or the one that its body names, and its qualified name.
static std::string nameOfClass(const StaticValue &value) {
  const Function &body = value.module->function(value.function);
  std::string module = value.module->name;
  for (OpId id : body.region(body.body).ops) {
    const Op &op = body.op(id);
    OpId made = op.operands.empty() ? OpId() : body.value(op.operands[0]).definedBy;
    if (op.opcode != Opcode::NameStore || body.stringAttribute(id, "name") != "__module__" ||
        !made || body.op(made).opcode != Opcode::Const)
      continue;
    const Constant &named = value.module->constant(body.constAttribute(made, "value"));
    if (named.kind == Constant::Kind::Str)
      module = named.text;
  }
  return module + ":" + body.qualname;
}

Evaluator::Value Evaluator::fromStatic(const StaticValue &value, llvm::StringRef path) {
  switch (value.kind) {
  case StaticValue::Kind::Constant: {
    Value constant = constantOf(*value.module, value.constant);
    ConstId imported = graph_.import(*value.module, value.constant);
    graph_.assume("constant", path, describe(Value::constant(imported)));
    return constant;
  }
  case StaticValue::Kind::Native:
    if (std::optional<double> number = nativeValue(value.name)) {
      Value constant = heap_.real(*number);
      graph_.assume("constant", path, describe(constant));
      return constant;
    }
    graph_.assume("global", path, value.name);
    return Value::object(heap_.native(value.name));
  case StaticValue::Kind::Display: return staticDisplay(value, path);
  case StaticValue::Kind::Instance: return staticInstance(value, path);
  case StaticValue::Kind::Module: return moduleNamed(value.name);
  case StaticValue::Kind::Class: {
    std::string name = nameOfClass(value);
    ObjectId type = heap_.classNamed(name);
    graph_.assume("global", path, name);
    if (!heap_.at(type).node && heap_.at(type).items.empty()) {
      heap_.at(type).path = "<" + name + ">";
      loadStaticClass(type, value);
    }
    return Value::object(type);
  }
  case StaticValue::Kind::Function: {
    const Function &body = value.module->function(value.module->body);
    std::string name = heap_.modules().codeName(*value.module, value.function);
    graph_.assume("global", path, name);
    if (auto known = displays_.find(path); known != displays_.end())
      return known->getValue();
    ObjectId function = heap_.make(ObjectKind::Function);
    displays_[path] = Value::object(function);
    heap_.at(function).module = value.module;
    heap_.at(function).function = value.function;
    heap_.at(function).name = name;
    Value defaults = staticValue(*value.module, body, value.defaults);
    Value keywordDefaults = staticValue(*value.module, body, value.keywordDefaults);
    heap_.at(function).items = {defaults, keywordDefaults};
    return Value::object(function);
  }
  case StaticValue::Kind::Unknown: break;
  }
  return refuse(RefusalKind::UnknownGlobal, path);
}

// A container that a module's code made. Its items are those of the display, which is assumed: who
// asks for its length or keys finds them so.
Evaluator::Value Evaluator::staticDisplay(const StaticValue &value, llvm::StringRef path) {
  auto [known, isNew] = displays_.try_emplace(path);
  if (!isNew)
    return known->getValue();
  const Function &body = value.module->function(value.module->body);
  Value made = staticValue(*value.module, body, value.defaults);
  if (stopped() || !made.isObject())
    return made;
  heap_.placeAt(made.objectId(), path.str());
  return displays_[path] = made;
}

// An instance that a module's code made. It holds what its constructor has given it, which is
// assumed where it is read.
Evaluator::Value Evaluator::staticInstance(const StaticValue &value, llvm::StringRef path) {
  if (auto known = displays_.find(path); known != displays_.end())
    return known->getValue();
  const Function &body = value.module->function(value.module->body);
  const Op &op = body.op(body.value(value.defaults).definedBy);
  Values operands;
  for (ValueId operand : op.operands)
    operands.push_back(staticValue(*value.module, body, operand));
  Value made = instanceOf(std::move(operands));
  if (stopped())
    return {};
  heap_.placeAt(made.objectId(), path.str());
  return displays_[path] = made;
}

// Called: a class, and its arguments.
Evaluator::Value Evaluator::instanceOf(Values called) {
  bool isClass =
      !stopped() && called.front().isObject() && heap_.at(called.front()).kind == ObjectKind::Class;
  if (!isClass)
    return stopped() ? Value() : refuse(RefusalKind::UnknownCallee, describe(called.front()));
  Value made = call(called.front(), {{called.begin() + 1, called.end()}, {}});
  bool isInstance = !stopped() && made.isObject() && heap_.at(made).isNew() &&
                    heap_.at(made).kind == ObjectKind::Instance;
  return isInstance || stopped() ? made : refuse(RefusalKind::UnknownObject, describe(made));
}

// The value of an expression in a module's or a class's body, if it can be read off it.
Evaluator::Value Evaluator::staticValue(const ir::Module &module, const Function &body,
                                        ValueId id) {
  OpId definition = body.value(id).definedBy;
  if (stopped())
    return {};
  if (!definition)
    return refuse(RefusalKind::UnknownGlobal, module.name);
  const Op &op = body.op(definition);
  Values operands;
  if (op.opcode == Opcode::PyTuple || op.opcode == Opcode::PyDict || op.opcode == Opcode::PyList)
    for (ValueId operand : op.operands)
      operands.push_back(staticValue(module, body, operand));
  if (stopped())
    return {};
  switch (op.opcode) {
  case Opcode::Const: return constantOf(module, body.constAttribute(definition, "value"));
  case Opcode::PyTuple: return heap_.makeList(ObjectKind::Tuple, std::move(operands));
  case Opcode::PyList: return heap_.makeList(ObjectKind::List, std::move(operands));
  case Opcode::PyCall: {  // of a builtin class, without arguments: StaticModules has looked
    OpId callee = body.value(op.operands[0]).definedBy;
    if (op.operands.size() != 1 || !callee || body.op(callee).opcode != Opcode::GlobalLoad)
      break;
    llvm::StringRef name = body.stringAttribute(callee, "name");
    ObjectId made = heap_.make(name == "dict"   ? ObjectKind::Dict
                               : name == "list" ? ObjectKind::List
                                                : ObjectKind::Set);
    return Value::object(made);
  }
  case Opcode::PyDict: {
    ObjectId dict = heap_.make(ObjectKind::Dict);
    for (size_t i = 0; i + 1 < operands.size(); i += 2)
      heap_.setEntry(dict, operands[i], operands[i + 1]);
    return Value::object(dict);
  }
  case Opcode::NameLoad:
  case Opcode::GlobalLoad: {
    llvm::StringRef name = body.stringAttribute(definition, "name");
    return globalOf(module, name);
  }
  default: break;
  }
  if (&body == &module.function(module.body))
    return fromStatic(statics_.valueOf(module, id), "@" + module.name);
  return refuse(RefusalKind::UnknownGlobal, module.name);
}

Evaluator::Value Evaluator::staticFunction(const ir::Module &module, const Function &body,
                                           OpId definition, Value classCell) {
  const Op &op = body.op(definition);
  ObjectId function = heap_.make(ObjectKind::Function);
  FunctionId code = body.functionAttribute(definition, "function");
  heap_.at(function).module = &module;
  heap_.at(function).function = code;
  heap_.at(function).name = heap_.modules().codeName(module, code);
  Value defaults = staticValue(module, body, op.operands[0]);
  Value keywordDefaults = staticValue(module, body, op.operands[1]);
  heap_.at(function).items = {defaults, keywordDefaults};
  for (size_t i = 0; i < module.function(code).freeNames.size(); ++i)
    heap_.at(function).items.push_back(classCell);
  return Value::object(function);
}

// Objects whose contents somebody may change.
static bool isData(ObjectKind kind) {
  static constexpr ObjectKind kData[] = {ObjectKind::List, ObjectKind::Tuple, ObjectKind::Dict,
                                         ObjectKind::Set, ObjectKind::Instance};
  return llvm::is_contained(kData, kind);
}

// Python's order of resolution (C3): the first class that stands behind no other. Nothing: there is
// none.
static std::optional<std::vector<ObjectId>> mergeOrders(std::vector<std::vector<ObjectId>> orders) {
  std::vector<ObjectId> merged;
  while (true) {
    llvm::erase_if(orders, [](const auto &each) { return each.empty(); });
    if (orders.empty())
      return merged;
    auto isBehind = [&](ObjectId type) {
      return llvm::any_of(orders, [&](const auto &each) {
        return llvm::is_contained(llvm::ArrayRef<ObjectId>(each).drop_front(), type);
      });
    };
    auto next = llvm::find_if(orders, [&](const auto &each) { return !isBehind(each.front()); });
    if (next == orders.end())
      return std::nullopt;
    const ObjectId type = next->front();
    merged.push_back(type);
    for (auto &each : orders)
      if (each.front() == type)
        each.erase(each.begin());
  }
}

// The class statement, for bodies of plain definitions: functions, constants, properties, static
// and class methods, containers and instances of other classes. Asking for other names of the body
// refuses.
void Evaluator::loadStaticClass(ObjectId type, const StaticValue &value) {
  const ir::Module &module = *value.module;
  const Function &outer = module.function(module.body);
  const Function &body = module.function(value.function);
  OpId keywords = value.keywordDefaults ? outer.value(value.keywordDefaults).definedBy : OpId();
  if (!keywords || outer.op(keywords).opcode != Opcode::Const) {
    ObjectId meta = keywords ? staticMetaclass(module, outer, keywords) : ObjectId();
    if (!meta)
      return void(refuse(RefusalKind::UnknownCallee, "a class with keywords"));
    heap_.at(type).type = meta;
  }
  Values order = {Value::object(type)};
  Value given = staticValue(module, outer, value.defaults);
  std::optional<Values> classes = stopped() ? std::nullopt : allItems(given);
  if (!classes)
    return;
  heap_.at(type).items = order;
  // Each base before its own, and in their order.
  std::vector<std::vector<ObjectId>> orders;
  std::vector<ObjectId> bases;
  for (Value each : *classes) {
    if (!each.isObject())
      return void(refuse(RefusalKind::UnknownCallee, "a class with such bases"));
    ObjectId base = each.objectId();
    if (heap_.at(base).kind != ObjectKind::Class)
      base = heap_.classNamed(heap_.at(base).name);
    bases.push_back(base);
    orders.push_back(resolutionOrder(base));
    if (stopped())
      return;
    ObjectId meta = heap_.at(base).type;
    if (heap_.at(type).type && meta && heap_.at(type).type != meta)
      return void(refuse(RefusalKind::UnknownCallee, "a class with several metaclasses"));
    if (!heap_.at(type).type)  // that of the base
      heap_.at(type).type = meta;
  }
  if (bases.empty())
    bases.push_back(heap_.classNamed("builtins.object"));
  orders.push_back(bases);
  std::optional<std::vector<ObjectId>> merged = mergeOrders(std::move(orders));
  if (!merged)
    return void(refuse(RefusalKind::UnknownCallee, "a class whose bases have no common order"));
  for (ObjectId each : *merged)
    order.push_back(Value::object(each));
  heap_.at(type).items = order;

  Value cell = heap_.makeList(ObjectKind::Cell, {Value::object(type)});
  llvm::StringMap<Value> names;
  for (OpId id : body.region(body.body).ops) {
    if (body.op(id).opcode != Opcode::NameStore)
      continue;
    llvm::StringRef name = body.stringAttribute(id, "name");
    // Left out as in snapshots: every class has one, and no program reads it.
    if (name == "__doc__")
      continue;
    Value attribute = classBodyValue(module, body, body.op(id).operands[0], names, cell);
    bool known = !std::exchange(shared_.refusal, std::nullopt) && attribute.isBound();
    if (!known) {
      unknownNames_[heap_.at(type).name].insert(name);
      continue;
    }
    names[name] = attribute;
    if (name == "__slots__" && !addMembers(type, attribute))
      return;
    if (attribute.isConstant() || isData(heap_.at(attribute).kind))
      attribute = heap_.deferMade(attribute, attributePath(heap_.at(type).path, false, name));
    heap_.setAttribute(type, name, attribute);
  }
  heap_.at(type).oldItems = heap_.at(type).items;
  heap_.at(type).oldAttributes = heap_.at(type).attributes;
}

// The members that `__slots__` gives a class that modules' code makes. False, and refused: names
// that are not known, or private.
bool Evaluator::addMembers(ObjectId type, Value slots) {
  bool isText = kindOf(slots) == TypeKind::Str;
  std::optional<Values> names = isText ? Values{slots} : allItems(slots);
  if (!names)
    return false;
  for (Value each : *names) {
    std::optional<std::string> name = scalars_.fixedText(each, "a name in `__slots__`");
    if (!name || llvm::StringRef(*name).startswith("__"))
      return refuse(RefusalKind::UnknownCallee, "a class with such names in `__slots__`"), false;
    ObjectId member = heap_.make(ObjectKind::Member);
    heap_.at(member).name = *name + kSlotSuffix.str();
    heap_.setAttribute(type, *name, Value::object(member));
  }
  bool hasDict = llvm::any_of(resolutionOrder(type), [&](ObjectId each) {
    llvm::StringRef base = heap_.at(each).name;
    return each != type && base != "builtins.object" && !heap_.hasFact(each, kWithoutDict);
  });
  if (!hasDict)
    heap_.setAttribute(type, kWithoutDict, heap_.boolean(true));
  return true;
}

// The class that `metaclass=` names, where that is the only keyword of a class statement.
ObjectId Evaluator::staticMetaclass(const ir::Module &module, const Function &outer,
                                    OpId keywords) {
  // A dict that each keyword is merged into.
  OpId named;
  for (OpId id : outer.region(outer.op(keywords).parent).ops) {
    const Op &op = outer.op(id);
    if (op.opcode != Opcode::PyDictMergeKwargs || outer.value(op.operands[0]).definedBy != keywords)
      continue;
    if (named)
      return {};
    named = outer.value(op.operands[1]).definedBy;
  }
  if (!named || outer.op(named).opcode != Opcode::PyDict || outer.op(named).operands.size() != 2)
    return {};
  Value keyword = staticValue(module, outer, outer.op(named).operands[0]);
  Value meta = staticValue(module, outer, outer.op(named).operands[1]);
  bool isClass = !stopped() && meta.isObject() && heap_.at(meta).kind == ObjectKind::Class;
  return isClass && keyword == heap_.str("metaclass") ? meta.objectId() : ObjectId();
}

// Nothing for what only running the body could tell.
Evaluator::Value Evaluator::classBodyValue(const ir::Module &module, const Function &body,
                                           ValueId id, const llvm::StringMap<Value> &names,
                                           Value classCell) {
  OpId definition = body.value(id).definedBy;
  if (!definition)
    return {};
  const Op &op = body.op(definition);
  auto nested = [&](size_t i) {
    return classBodyValue(module, body, op.operands[i], names, classCell);
  };
  auto builtinName = [&](ValueId callee) -> llvm::StringRef {
    OpId by = body.value(callee).definedBy;
    bool isName =
        by && (body.op(by).opcode == Opcode::GlobalLoad || body.op(by).opcode == Opcode::NameLoad);
    return isName ? body.stringAttribute(by, "name") : llvm::StringRef();
  };
  switch (op.opcode) {
  case Opcode::Const: return staticValue(module, body, id);
  case Opcode::PyFunction: return staticFunction(module, body, definition, classCell);
  case Opcode::NameLoad:  // `__repr__ = __str__`
    if (auto known = names.find(body.stringAttribute(definition, "name")); known != names.end())
      return known->getValue();
    [[fallthrough]];
  case Opcode::GlobalLoad: {
    std::string name = body.stringAttribute(definition, "name").str();
    StaticValue global = statics_.global(module.name, name);
    return global.isKnown() ? fromStatic(global, "@" + module.name + ":" + name) : Value();
  }
  case Opcode::PyGetAttr: {  // `torch.float32`
    Value holder = nested(0);
    bool isModule = holder.isObject() && heap_.at(holder).kind == ObjectKind::Module;
    return isModule ? getAttribute(holder, body.stringAttribute(definition, "name")) : Value();
  }
  case Opcode::PyTuple:
  case Opcode::PyList: {
    Values items;
    for (size_t i = 0; i < op.operands.size(); ++i) {
      items.push_back(nested(i));
      if (!items.back().isBound())
        return {};
    }
    bool isTuple = op.opcode == Opcode::PyTuple;
    return heap_.makeList(isTuple ? ObjectKind::Tuple : ObjectKind::List, std::move(items));
  }
  case Opcode::PyDict: {
    ObjectId dict = heap_.make(ObjectKind::Dict);
    for (size_t i = 0; i + 1 < op.operands.size(); i += 2) {
      Value key = nested(i), item = nested(i + 1);
      if (!key.isConstant() || !item.isBound())
        return {};
      heap_.setEntry(dict, key, item);
    }
    return Value::object(dict);
  }
  case Opcode::PyCall: {
    Values called;
    for (size_t i = 0; i < op.operands.size(); ++i)
      called.push_back(nested(i));
    if (llvm::all_of(called, [](Value each) { return each.isBound(); }) &&
        called.front().isObject() && heap_.at(called.front()).kind == ObjectKind::Class)
      return instanceOf(std::move(called));
    if (called.size() != 2)
      return {};
    llvm::StringRef decorator = builtinName(op.operands[0]);
    ObjectKind wrapper = decorator == "property"       ? ObjectKind::Property
                         : decorator == "staticmethod" ? ObjectKind::StaticMethod
                         : decorator == "classmethod"  ? ObjectKind::ClassMethod
                                                       : ObjectKind::Opaque;
    Value function = called[1];
    if (wrapper == ObjectKind::Opaque || !function.isBound())
      return setterOf(module, body, op, names, function);
    if (wrapper == ObjectKind::Property)
      return heap_.makeList(wrapper, {function, heap_.none(), heap_.none()});
    return heap_.makeList(wrapper, {function});
  }
  default: return {};
  }
}

// `@x.setter`: the property `x` with another setter.
Evaluator::Value Evaluator::setterOf(const ir::Module &, const Function &body, const Op &op,
                                     const llvm::StringMap<Value> &names, Value function) {
  OpId attribute = body.value(op.operands[0]).definedBy;
  if (!attribute || body.op(attribute).opcode != Opcode::PyGetAttr || !function.isBound() ||
      body.stringAttribute(attribute, "name") != "setter")
    return {};
  OpId holder = body.value(body.op(attribute).operands[0]).definedBy;
  if (!holder || body.op(holder).opcode != Opcode::NameLoad)
    return {};
  auto known = names.find(body.stringAttribute(holder, "name"));
  if (known == names.end() || !known->getValue().isObject() ||
      heap_.at(known->getValue()).kind != ObjectKind::Property)
    return {};
  Values parts = heap_.at(known->getValue()).items;
  parts[1] = function;
  return heap_.makeList(ObjectKind::Property, std::move(parts));
}

}  // namespace janus::speculate
