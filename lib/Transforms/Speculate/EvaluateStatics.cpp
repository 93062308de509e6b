// Objects of modules that are not in the snapshot: made from what the modules' code says.
#include "Transforms/Speculate/Evaluator.h"

namespace janus::speculate {

using namespace ir;

Evaluator::Value Evaluator::fromStatic(const StaticValue &value, llvm::StringRef path) {
  switch (value.kind) {
  case StaticValue::Kind::Constant:
    return Value::constant(graph_.import(*value.module, value.constant));
  case StaticValue::Kind::Native: return Value::object(heap_.native(value.name));
  case StaticValue::Kind::Module: {
    ObjectId module = heap_.make(ObjectKind::Module);
    heap_.at(module).name = value.name;
    return Value::object(module);
  }
  case StaticValue::Kind::Class: {
    std::string name = value.module->name + ":" + value.module->function(value.function).qualname;
    ObjectId type = heap_.classNamed(name);
    graph_.assume("global", path, name);
    if (heap_.at(type).isNew() && heap_.at(type).items.empty())
      loadStaticClass(type, value);
    return Value::object(type);
  }
  case StaticValue::Kind::Function: {
    const Function &body = value.module->function(value.module->body);
    std::string name = value.module->name + ":" + value.module->function(value.function).qualname;
    graph_.assume("global", path, name);
    ObjectId function = heap_.make(ObjectKind::Function);
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

// What an expression of a module's or a class's body gives, if that can be read off it.
Evaluator::Value Evaluator::staticValue(const ir::Module &module, const Function &body,
                                        ValueId id) {
  OpId definition = body.value(id).definedBy;
  if (stopped())
    return {};
  if (!definition)
    return refuse(RefusalKind::UnknownGlobal, module.name);
  const Op &op = body.op(definition);
  Values operands;
  if (op.opcode == Opcode::PyTuple || op.opcode == Opcode::PyDict)
    for (ValueId operand : op.operands)
      operands.push_back(staticValue(module, body, operand));
  if (stopped())
    return {};
  switch (op.opcode) {
  case Opcode::Const:
    return Value::constant(graph_.import(module, body.constAttribute(definition, "value")));
  case Opcode::PyTuple: return heap_.makeList(ObjectKind::Tuple, std::move(operands));
  case Opcode::PyDict: {
    ObjectId dict = heap_.make(ObjectKind::Dict);
    for (size_t i = 0; i + 1 < operands.size(); i += 2)
      heap_.setEntry(dict, operands[i], operands[i + 1]);
    return Value::object(dict);
  }
  case Opcode::NameLoad:
  case Opcode::GlobalLoad: {
    llvm::StringRef name = body.stringAttribute(definition, "name");
    StaticValue known = statics_.global(module.name, name);
    if (known.isKnown())
      return fromStatic(known, module.name + "." + name.str());
    return Value::object(heap_.native("builtins." + name.str()));
  }
  default: break;
  }
  if (&body == &module.function(module.body))
    return fromStatic(statics_.valueOf(module, id), module.name);
  return refuse(RefusalKind::UnknownGlobal, module.name);
}

Evaluator::Value Evaluator::staticFunction(const ir::Module &module, const Function &body,
                                           OpId definition, Value classCell) {
  const Op &op = body.op(definition);
  ObjectId function = heap_.make(ObjectKind::Function);
  FunctionId code = body.functionAttribute(definition, "function");
  heap_.at(function).module = &module;
  heap_.at(function).function = code;
  heap_.at(function).name = module.name + ":" + module.function(code).qualname;
  Value defaults = staticValue(module, body, op.operands[0]);
  Value keywordDefaults = staticValue(module, body, op.operands[1]);
  heap_.at(function).items = {defaults, keywordDefaults};
  for (size_t i = 0; i < module.function(code).freeNames.size(); ++i)
    heap_.at(function).items.push_back(classCell);
  return Value::object(function);
}

// The class statement, for bodies of plain definitions: functions, constants, properties, static
// and class methods. Other names of the body are not there, and asking for them refuses.
void Evaluator::loadStaticClass(ObjectId type, const StaticValue &value) {
  const ir::Module &module = *value.module;
  const Function &outer = module.function(module.body);
  const Function &body = module.function(value.function);
  Values order = {Value::object(type)};
  Value bases = staticValue(module, outer, value.defaults);
  std::optional<Values> classes = stopped() ? std::nullopt : allItems(bases);
  if (!classes)
    return;
  if (classes->size() > 1)
    return void(refuse(RefusalKind::UnknownCallee, "a class with several bases"));
  heap_.at(type).items = order;
  if (!classes->empty() && classes->front().isObject()) {
    ObjectId base = classes->front().objectId();
    if (heap_.at(base).kind != ObjectKind::Class)
      base = heap_.classNamed(heap_.at(base).name);
    for (ObjectId each : resolutionOrder(base))
      order.push_back(Value::object(each));
  } else {
    order.push_back(Value::object(heap_.classNamed("builtins.object")));
  }
  heap_.at(type).items = order;

  Value cell = heap_.makeList(ObjectKind::Cell, {Value::object(type)});
  for (OpId id : body.region(body.body).ops) {
    const Op &store = body.op(id);
    if (store.opcode != Opcode::NameStore)
      continue;
    OpId definition = body.value(store.operands[0]).definedBy;
    if (!definition)
      continue;
    ObjectKind wrapper = ObjectKind::Function;
    const Op *made = &body.op(definition);
    if (made->opcode == Opcode::PyCall && made->operands.size() == 2) {
      OpId callee = body.value(made->operands[0]).definedBy;
      if (!callee || (body.op(callee).opcode != Opcode::GlobalLoad &&
                      body.op(callee).opcode != Opcode::NameLoad))
        continue;
      llvm::StringRef decorator = body.stringAttribute(callee, "name");
      wrapper = decorator == "property"       ? ObjectKind::Property
                : decorator == "staticmethod" ? ObjectKind::StaticMethod
                : decorator == "classmethod"  ? ObjectKind::ClassMethod
                                              : ObjectKind::Opaque;
      definition = body.value(made->operands[1]).definedBy;
      if (wrapper == ObjectKind::Opaque || !definition)
        continue;
      made = &body.op(definition);
    }
    Value attribute;
    if (made->opcode == Opcode::PyFunction)
      attribute = staticFunction(module, body, definition, cell);
    else if (made->opcode == Opcode::Const)
      attribute = staticValue(module, body, store.operands[0]);
    else
      continue;
    if (wrapper == ObjectKind::Property)
      attribute = heap_.makeList(wrapper, {attribute, heap_.none(), heap_.none()});
    else if (wrapper != ObjectKind::Function)
      attribute = heap_.makeList(wrapper, {attribute});
    heap_.setAttribute(type, body.stringAttribute(id, "name"), attribute);
  }
}

}  // namespace janus::speculate
