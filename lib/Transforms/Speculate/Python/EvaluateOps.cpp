// Operations without regions: storage, names, displays, definitions.
#include "Transforms/Speculate/Heap/BuiltinAttributes.h"
#include "Transforms/Speculate/Python/Evaluator.h"

#include "Transforms/Speculate/Python/Operators.h"

namespace janus::speculate {

using namespace ir;

void Evaluator::compute(Frame &frame, OpId id) {
  const Op &op = frame.function->op(id);
  const Function &function = *frame.function;
  auto in = [&](size_t i) { return frame.values[op.operands[i]]; };
  switch (op.opcode) {
  case Opcode::SlotStore: return storeSlot(frame, function.slotAttribute(id, "slot"), in(0));
  case Opcode::SlotClear: return storeSlot(frame, function.slotAttribute(id, "slot"), Value());
  case Opcode::SlotDelete:
    loadSlot(frame, function.slotAttribute(id, "slot"));
    return storeSlot(frame, function.slotAttribute(id, "slot"), Value());
  case Opcode::GlobalStore: return setGlobal(frame, function.stringAttribute(id, "name"), in(0));
  case Opcode::GlobalDelete: return setGlobal(frame, function.stringAttribute(id, "name"), Value());
  case Opcode::PySetAttr: return setAttribute(in(0), function.stringAttribute(id, "name"), in(1));
  case Opcode::PyDelAttr: return deleteAttribute(in(0), function.stringAttribute(id, "name"));
  case Opcode::PySetItem: return setItem(in(0), in(1), in(2));
  case Opcode::PyDelItem: return deleteItem(in(0), in(1));
  case Opcode::PyListAppend:
    if (isRows(in(0)))
      appendRow(in(0), in(1));
    else
      heap_.load(in(0)).items.push_back(in(1));
    return;
  case Opcode::PySetAdd: addToSet(in(0).objectId(), in(1)); return;
  case Opcode::PyListExtend:
    if (std::optional<Values> items = allItems(in(1)))
      llvm::append_range(heap_.load(in(0)).items, *items);
    return;
  case Opcode::PySetUpdate: return updateSet(in(0).objectId(), in(1));
  case Opcode::PyDictSet: return setEntry(in(0).objectId(), in(1), in(2));
  case Opcode::PyDictUpdate:
  case Opcode::PyDictMergeKwargs: {
    Value from = in(1);
    if (!from.isObject() || heap_.at(from).kind != ObjectKind::Dict)
      return void(refuse(RefusalKind::UnknownObject, describe(from) + " after **"));
    for (Value key : heap_.keys(from.objectId()))
      setEntry(in(0).objectId(), key, *heap_.entry(from.objectId(), key));
    return;
  }
  case Opcode::PyUnpack: return unpack(frame, id);
  default: break;
  }
  Value result = computeOne(frame, id);
  if (!op.results.empty())
    bind(frame, op.results[0], result);
}

Evaluator::Value Evaluator::computeOne(Frame &frame, OpId id) {
  const Op &op = frame.function->op(id);
  const Function &function = *frame.function;
  auto in = [&](size_t i) { return frame.values[op.operands[i]]; };
  auto operands = [&](size_t skip) {
    Values values;
    for (size_t i = skip; i < op.operands.size(); ++i)
      values.push_back(in(i));
    return values;
  };
  auto arguments = [&](size_t skip) {
    CallArgs args{operands(skip), {}};
    llvm::ArrayRef<std::string> names = function.stringsAttribute(id, "kwnames");
    size_t first = args.positional.size() - names.size();
    for (size_t i = 0; i < names.size(); ++i)
      args.keywords.emplace_back(names[i], args.positional[first + i]);
    args.positional.resize(first);
    return args;
  };
  if (isBinaryShim(op.opcode))
    return binary(op.opcode, in(0), in(1));
  switch (op.opcode) {
  case Opcode::Const: return constantOf(*frame.module, function.constAttribute(id, "value"));
  case Opcode::SlotLoad: return loadSlot(frame, function.slotAttribute(id, "slot"));
  case Opcode::SlotIsBound: {
    Value value = heap_.read(frame.slots[function.slotAttribute(id, "slot")]);
    return heap_.boolean(value.isBound());
  }
  case Opcode::GlobalLoad: return global(frame, function.stringAttribute(id, "name"));
  case Opcode::PyNeg:
  case Opcode::PyPos:
  case Opcode::PyInvert: return unary(op.opcode, in(0));
  case Opcode::PyIs: return identical(in(0), in(1));
  case Opcode::PyContains: return contains(in(0), in(1));
  case Opcode::PyTruth: return truth(in(0));
  case Opcode::BoolNot: return scalars_.negated(in(0));
  case Opcode::PyGetAttr: return getAttribute(in(0), function.stringAttribute(id, "name"));
  case Opcode::PyGetItem: return getItem(in(0), in(1));
  case Opcode::PySlice: return heap_.makeList(ObjectKind::Slice, operands(0));
  case Opcode::PyCall: return call(in(0), arguments(1));
  case Opcode::PyCallMethod:
    return callMethod(in(0), function.stringAttribute(id, "name"), arguments(1));
  case Opcode::PyCallEx: {
    CallArgs args;
    std::optional<Values> items = allItems(in(1));
    if (!items)
      return {};
    args.positional = std::move(*items);
    if (in(2).isObject()) {
      for (Value key : heap_.keys(in(2).objectId())) {
        std::optional<std::string> name = scalars_.fixedText(key, "the name of an argument");
        if (!name)
          return {};
        args.keywords.emplace_back(*name, *heap_.entry(in(2).objectId(), key));
      }
    }
    return call(in(0), std::move(args));
  }
  case Opcode::PySuper: return heap_.makeList(ObjectKind::Super, operands(0));
  case Opcode::PyTuple: return heap_.makeList(ObjectKind::Tuple, operands(0));
  case Opcode::PyList: return heap_.makeList(ObjectKind::List, operands(0));
  case Opcode::PySet: {
    ObjectId set = heap_.make(ObjectKind::Set);
    for (Value each : operands(0))
      addToSet(set, each);
    return Value::object(set);
  }
  case Opcode::PyListToTuple: {
    std::optional<Values> items = allItems(in(0));
    return items ? heap_.makeList(ObjectKind::Tuple, std::move(*items)) : Value();
  }
  case Opcode::PyDict: {
    ObjectId dict = heap_.make(ObjectKind::Dict);
    for (size_t i = 0; i + 1 < op.operands.size(); i += 2)
      setEntry(dict, in(i), in(i + 1));
    return Value::object(dict);
  }
  case Opcode::PyFormat:
    return format(in(0), function.stringAttribute(id, "conversion"),
                  op.operands.size() > 1 ? in(1) : heap_.str(""));
  case Opcode::PyConcatStrings: return concatenate(operands(0));
  case Opcode::PyIter: return iterate(in(0));
  case Opcode::PyFunction: return makeFunction(frame, id);
  case Opcode::PyExceptionMatches: {
    std::optional<bool> matches = isInstance(in(0), in(1));
    return matches ? heap_.boolean(*matches) : Value();
  }
  case Opcode::PyMatchSequence:
  case Opcode::PyMatchMapping:
  case Opcode::PyMatchKeys:
  case Opcode::PyMatchClass: return matched(function, id, operands(0));
  case Opcode::PyWithExitMethod: return getAttribute(in(0), "__exit__");
  case Opcode::PyWithEnter: return callMethod(in(0), "__enter__", {});
  case Opcode::PyWithExit: {
    // Of what passes through a graph only its class and what it is are known, not its places.
    Values passing(3, heap_.none());
    if (in(1) != heap_.none())
      passing = {Value::object(typeOf(in(1))), in(1),
                 Value::object(heap_.make(ObjectKind::Opaque))};
    Value answer = call(in(0), {passing, {}});
    return stopped() ? Value() : truth(answer);
  }
  case Opcode::PyLength: return nativeLen({{in(0)}, {}});
  case Opcode::PyImport:
  case Opcode::PyImportForFrom:
  case Opcode::PyImportFrom: return import(frame, id);
  case Opcode::PyYield: return yieldValue(in(0));
  case Opcode::PyYieldFrom: return yieldFrom(in(0));
  default: return refuse(RefusalKind::UnknownOperation, info(op.opcode).name);
  }
}

// ---------------------------------------------------------------- slots and names

Evaluator::Value Evaluator::loadSlot(Frame &frame, SlotId slot) {
  Value value = heap_.read(frame.slots[slot]);
  if (frame.function->slots[slot].kind != SlotKind::Local && value.isObject())
    value = heap_.item(value.objectId(), 0);
  if (!value.isBound())
    return raise("UnboundLocalError", frame.function->slots[slot].name);
  return value;
}

void Evaluator::storeSlot(Frame &frame, SlotId slot, Value value) {
  if (stopped())
    return;
  nameAfter(frame, frame.function->slots[slot].name, value);
  if (frame.function->slots[slot].kind == SlotKind::Local) {
    frame.slots[slot] = value;
    return;
  }
  heap_.load(frame.slots[slot]).items[0] = value;
}

Evaluator::Value Evaluator::global(Frame &frame, llvm::StringRef name) {
  return globalOf(*frame.module, name);
}

// Unbound: deletes. Only the globals of modules that the snapshot holds can be written: of others
// it is known what their code made, not what they are.
void Evaluator::setGlobal(Frame &frame, llvm::StringRef name, Value value) {
  if (stopped())
    return;
  Value module = moduleNamed(frame.module->name);
  if (!heap_.at(module).node)
    return void(refuse(RefusalKind::UnknownGlobal, name));
  if (value.isBound())
    heap_.setAttribute(module.objectId(), name, value);
  else if (!heap_.deleteAttribute(module.objectId(), name))
    raise("NameError", name);
}

// The value of a global name: as the snapshot has it if the program made or changed the module,
// else as the module's code says, else the builtin.
Evaluator::Value Evaluator::globalOf(const ir::Module &module, llvm::StringRef name) {
  if (std::optional<Value> value = ofSnapshot(module.name, name))
    return *value;
  StaticValue value = statics_.global(module.name, name);
  std::string builtin = ("builtins." + name).str();
  // A native module that is imported with `*` may have the name, or not.
  bool doubtful = value.kind == StaticValue::Kind::Native && !isKnownNative(value.name);
  if (value.isKnown() && !(doubtful && isKnownNative(builtin)))
    return fromStatic(value, ("@" + module.name + ":" + name).str());
  graph_.assume("absent", "@" + module.name, name);
  if (std::optional<Value> value = ofSnapshot("builtins", name))
    return *value;
  if (!isKnownNative(builtin) && !mayHaveAttribute("builtins", name))
    return raise("NameError", name);
  graph_.assume("global", "@builtins:" + name.str(), builtin);
  return Value::object(heap_.native(builtin));
}

std::optional<Evaluator::Value> Evaluator::ofSnapshot(llvm::StringRef module,
                                                      llvm::StringRef name) {
  for (const NamedValue &each : in_.profile.modules) {
    if (each.name != module)
      continue;
    ObjectId object = heap_.fromProfile(each.value, ("@" + module).str()).objectId();
    auto has = [&](const AttributeList &list) {
      return llvm::any_of(list, [&](auto &entry) { return entry.first == name; });
    };
    if (has(heap_.load(object).attributes))
      return heap_.attribute(object, name);
    if (has(heap_.at(object).oldAttributes))
      return refuse(RefusalKind::UnknownEffect, "the name `" + name + "`, which was removed,");
  }
  return std::nullopt;
}

bool Evaluator::isOfProfile(llvm::StringRef module) {
  return llvm::any_of(in_.profile.modules, [&](auto &each) { return each.name == module; });
}

Evaluator::Value Evaluator::moduleNamed(llvm::StringRef name) {
  for (const NamedValue &each : in_.profile.modules)
    if (each.name == name)
      return heap_.fromProfile(each.value, ("@" + name).str());
  auto [known, isNew] = displays_.try_emplace(("@" + name).str());
  if (isNew) {
    ObjectId module = heap_.make(ObjectKind::Module);
    heap_.at(module).name = name.str();
    heap_.at(module).path = ("@" + name).str();
    known->getValue() = Value::object(module);
  }
  return known->getValue();
}

// Imports of modules that are loaded already: their code has run.
Evaluator::Value Evaluator::import(Frame &frame, OpId id) {
  const Op &op = frame.function->op(id);
  const Function &function = *frame.function;
  if (op.opcode == Opcode::PyImport) {
    llvm::StringRef dotted = function.stringAttribute(id, "module");
    return moduleNamed(function.boolAttribute(id, "leaf") ? dotted : dotted.split('.').first);
  }
  if (op.opcode == Opcode::PyImportForFrom)
    return moduleNamed(StaticModules::absoluteName(
        *frame.module, function.stringAttribute(id, "module"), function.intAttribute(id, "level")));
  Value holder = frame.values[op.operands[0]];
  return getAttribute(holder, function.stringAttribute(id, "name"));
}

Evaluator::Value Evaluator::makeFunction(Frame &frame, OpId id) {
  const Op &op = frame.function->op(id);
  ObjectId function = heap_.make(ObjectKind::Function);
  Object &object = heap_.at(function);
  object.module = frame.module;
  object.function = frame.function->functionAttribute(id, "function");
  object.name = heap_.modules().codeName(*frame.module, object.function);
  object.items = {frame.values[op.operands[0]], frame.values[op.operands[1]]};
  for (SlotId slot : frame.function->slotsAttribute(id, "captures"))
    object.items.push_back(frame.slots[slot]);
  return Value::object(function);
}

// Tuples are objects here, whatever they were made of.
Evaluator::Value Evaluator::constantOf(const ir::Module &module, ConstId id) {
  const Constant &constant = module.constant(id);
  if (constant.kind != Constant::Kind::Tuple)
    return Value::constant(graph_.import(module, id));
  Values items;
  for (ConstId item : constant.items)
    items.push_back(constantOf(module, item));
  return heap_.makeList(ObjectKind::Tuple, std::move(items));
}

void Evaluator::unpack(Frame &frame, OpId id) {
  const Op &op = frame.function->op(id);
  std::optional<Values> items = allItems(frame.values[op.operands[0]]);
  if (!items)
    return;
  size_t before = frame.function->intAttribute(id, "before");
  size_t after = frame.function->intAttribute(id, "after");
  bool star = frame.function->boolAttribute(id, "star");
  if (star ? items->size() < before + after : items->size() != before) {
    raise("ValueError", "values to unpack");
    return;
  }
  Values results(items->begin(), items->begin() + before);
  if (star) {
    results.push_back(
        heap_.makeList(ObjectKind::List, Values(items->begin() + before, items->end() - after)));
    results.insert(results.end(), items->end() - after, items->end());
  }
  bind(frame, op.results, results);
}

}  // namespace janus::speculate
