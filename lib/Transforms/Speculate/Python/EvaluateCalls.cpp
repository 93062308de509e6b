// Calls: whose parameters get which arguments, and what is entered.
#include "Transforms/Speculate/Python/Evaluator.h"

namespace janus::speculate {

using namespace ir;

Evaluator::Value Evaluator::call(Value callee, CallArgs args) {
  if (stopped())
    return {};
  if (!callee.isObject())
    return refuse(RefusalKind::UnknownCallee, describe(callee));
  ObjectId id = callee.objectId();
  switch (heap_.at(id).kind) {
  case ObjectKind::Function: return callFunction(id, std::move(args));
  case ObjectKind::Native: {
    if (!heap_.load(id).items.empty())  // its receiver
      args.positional.insert(args.positional.begin(), heap_.item(id, 0));
    ObjectId asClass = heap_.classNamed(heap_.at(id).name);
    bool exception =
        llvm::StringRef(heap_.at(id).name).startswith("builtins.") && isException(asClass);
    return exception ? makeException(asClass, std::move(args))
                     : callNative(heap_.at(id).name, std::move(args));
  }
  case ObjectKind::Method: {
    Value function = heap_.item(id, 0);
    args.positional.insert(args.positional.begin(), heap_.item(id, 1));
    return call(function, std::move(args));
  }
  case ObjectKind::Class: return instantiate(id, std::move(args));
  case ObjectKind::Instance: {
    std::optional<Value> method = lookupInClass(typeOf(callee), "__call__");
    if (method && !stopped())
      return call(bindAttribute(*method, callee, typeOf(callee)), std::move(args));
    break;
  }
  case ObjectKind::Opaque:
    if (isNativeObject(callee, PreludeName::CachedFunctionClass))
      return callCached(id, args);
    if (isNativeObject(callee, PreludeName::PartialClass))
      return callPartial(id, std::move(args));
    break;
  default: break;
  }
  return refuse(RefusalKind::UnknownCallee, describe(callee));
}

Evaluator::Value Evaluator::callMethod(Value receiver, llvm::StringRef name, CallArgs args) {
  Value method = getAttribute(receiver, name);
  return stopped() ? Value() : call(method, std::move(args));
}

// A method that Python calls by itself, looked up on the class.
Evaluator::Value Evaluator::callSpecial(Value receiver, llvm::StringRef name,
                                        llvm::ArrayRef<Value> args, bool *found) {
  *found = false;
  if (stopped() || !receiver.isObject())
    return {};
  ObjectId type = typeOf(receiver);
  std::optional<Value> method = lookupInClass(type, name);
  if (!method || stopped())
    return {};
  *found = true;
  Value answer = call(bindAttribute(*method, receiver, type), {{args.begin(), args.end()}, {}});
  if (answer.isObject() && heap_.at(answer).name == "builtins.NotImplemented")
    *found = false;
  return answer;
}

std::optional<Evaluator::Values> Evaluator::bindParameters(ObjectId id, CallArgs args) {
  heap_.load(id);
  const ir::Module *module = heap_.at(id).module;
  if (!module) {
    refuse(RefusalKind::UnknownCallee, "`" + heap_.at(id).name + "`, whose code is not here");
    return std::nullopt;
  }
  const Function &function = module->function(heap_.at(id).function);
  size_t positional = function.positional, keywordOnly = function.keywordOnly;
  bool varArgs = function.flags & kFnVarArgs, varKw = function.flags & kFnVarKw;
  Values bound(function.parameters.size());
  auto wrong = [&](const llvm::Twine &message) -> std::optional<Values> {
    raise("TypeError", function.name + llvm::Twine("() ") + message);
    return std::nullopt;
  };

  for (size_t i = 0; i < args.positional.size() && i < positional; ++i)
    bound[i] = args.positional[i];
  if (varArgs) {
    Values rest;
    if (args.positional.size() > positional)
      rest.assign(args.positional.begin() + positional, args.positional.end());
    bound[positional + keywordOnly] = heap_.makeList(ObjectKind::Tuple, std::move(rest));
  } else if (args.positional.size() > positional) {
    return wrong("takes fewer positional arguments");
  }
  ObjectId rest;
  if (varKw) {
    rest = heap_.make(ObjectKind::Dict);
    bound.back() = Value::object(rest);
  }
  for (auto &[name, value] : args.keywords) {
    size_t place = 0, named = positional + keywordOnly;
    while (place < named && (function.parameters[place] != name || place < function.positionalOnly))
      ++place;
    if (place == named) {
      if (!varKw)
        return wrong("got an unexpected keyword argument");
      heap_.setEntry(rest, heap_.str(name), value);
      continue;
    }
    if (bound[place].isBound())
      return wrong("got multiple values for an argument");
    bound[place] = value;
  }

  // Defaults: of the last positional parameters a tuple, of keyword-only ones a dict.
  std::optional<Values> values;
  for (size_t i = 0; i < positional; ++i) {
    if (bound[i].isBound())
      continue;
    if (!values) {
      values.emplace();
      Value defaults = heap_.item(id, 0);
      if (defaults.isObject() || kindOf(defaults) == TypeKind::Tuple)
        values = allItems(defaults);
      if (!values)
        return std::nullopt;
    }
    if (positional - i > values->size())
      return wrong("missing a required argument");
    bound[i] = (*values)[values->size() - (positional - i)];
  }
  for (size_t i = positional; i < positional + keywordOnly; ++i) {
    if (bound[i].isBound())
      continue;
    Value keywordDefaults = heap_.item(id, 1);
    Value *value = nullptr;
    if (keywordDefaults.isObject())
      value = heap_.entry(keywordDefaults.objectId(), heap_.str(function.parameters[i]));
    if (!value)
      return wrong("missing a required keyword-only argument");
    bound[i] = *value;
  }
  return bound;
}

// Functions of the prelude that torch.autocast casts for.
static const AutocastFunction *autocastFunction(const ir::Module *module, FunctionId id) {
  if (!module)
    return nullptr;
  auto known = llvm::find_if(kAutocastFunctions, [&](const AutocastFunction &each) {
    return llvm::StringRef(each.module) == module->name &&
           llvm::StringRef(each.name) == module->function(id).qualname;
  });
  return known == std::end(kAutocastFunctions) ? nullptr : known;
}

Evaluator::Value Evaluator::callFunction(ObjectId id, CallArgs args) {
  heap_.load(id);
  const AutocastFunction *casting =
      tensors_.isAutocastOn() ? autocastFunction(heap_.at(id).module, heap_.at(id).function)
                              : nullptr;
  if (casting)
    return tensors_.callCasting(casting->policy, std::move(args),
                                [&](CallArgs cast) { return callFunction(id, std::move(cast)); });
  std::optional<Values> bound = bindParameters(id, std::move(args));
  if (!bound || stopped())
    return {};
  Values cells;
  for (size_t i = 2; i < heap_.at(id).items.size(); ++i)
    cells.push_back(heap_.item(id, i));
  const Function &code = heap_.at(id).module->function(heap_.at(id).function);
  for (const Slot &slot : code.slots)
    if (slot.kind == SlotKind::Free && cells[slot.freeIndex].isObject())
      heap_.at(cells[slot.freeIndex]).name = slot.name;
  return callCode(heap_.at(id).module, heap_.at(id).function, cells, std::move(*bound));
}

Evaluator::Value Evaluator::callCode(const ir::Module *module, FunctionId id,
                                     llvm::ArrayRef<Value> cells, Values bound) {
  if (stopped())
    return {};
  if (in_.modules.isOfLibrary(*module))
    return callBody(module, id, cells, std::move(bound));
  if (std::optional<Value> result = callRecursive(module, id, cells, bound))
    return *result;
  if (stopped())
    return {};
  Value result = callBody(module, id, cells, bound);
  if (!stopped())
    noteRecursion(module->function(id), bound, result);
  return stopped() ? Value() : result;
}

Evaluator::Value Evaluator::callBody(const ir::Module *module, FunctionId id,
                                     llvm::ArrayRef<Value> cells, Values bound) {
  if (module->function(id).flags & kFnInPython)
    return refuse(RefusalKind::UnknownCallee,
                  "`" + module->function(id).qualname + "`, which runs in Python");
  if (module->function(id).flags & (kFnCoroutine | kFnAsyncGenerator))
    return refuse(RefusalKind::UnknownCallee,
                  "`" + module->function(id).qualname + "`, which is a coroutine");
  if (module->function(id).flags & kFnGenerator)
    return makeGenerator(module, id, cells, std::move(bound));
  return runCode(module, id, cells, bound);
}

Evaluator::Value Evaluator::runCode(const ir::Module *module, FunctionId id,
                                    llvm::ArrayRef<Value> cells, llvm::ArrayRef<Value> bound) {
  const Function &function = module->function(id);
  ++shared_.called[module->name + ":" + function.qualname];
  if (++depth_ > kMaxDepth) {
    --depth_;
    return refuse(RefusalKind::TooDeep, llvm::Twine(kMaxDepth));
  }
  Frame frame{module,
              &function,
              IdVector<ValueId, Value>(function.valueCount()),
              IdVector<SlotId, Value>(function.slots.size()),
              {},
              shared_.frame,
              shared_.span};
  frame.arguments = bound;
  frame.forks = shared_.forks.size();
  frame.operations = graph_.size();
  bind(frame, function.region(function.body).arguments, bound);
  for (SlotId slot : function.slots.ids()) {
    const Slot &facts = function.slots[slot];
    Value initial = facts.parameter >= 0 ? bound[facts.parameter] : Value();
    if (facts.kind == SlotKind::Free)
      frame.slots[slot] = cells[facts.freeIndex];
    else if (facts.kind == SlotKind::Cell)
      frame.slots[slot] = heap_.makeList(ObjectKind::Cell, {initial});
    else
      frame.slots[slot] = initial;
  }
  const Frame *caller = std::exchange(shared_.frame, &frame);
  Span callSite = shared_.span;
  Flow flow = region(frame, function.body);
  shared_.frame = caller;
  shared_.span = callSite;
  graph_.setSpan(callSite);
  --depth_;
  if (frame.returned.isChoice())
    heap_.noteUndecided(heap_.choice(frame.returned).fork);
  if (stopped())
    return {};
  return flow == Flow::Return ? frame.returned : heap_.none();
}

Evaluator::Value Evaluator::instantiate(ObjectId type, CallArgs args) {
  const std::string name = heap_.at(type).name;
  if (llvm::StringRef(name).startswith("builtins."))
    return isException(type) ? makeException(type, std::move(args))
                             : callNative(name, std::move(args));
  if (heap_.at(type).items.empty())
    heap_.load(type);
  if (heap_.at(type).items.empty())
    return refuse(RefusalKind::UnknownCallee,
                  "the class `" + name + "`, which is not in the profile");
  if (ObjectId meta = heap_.at(type).type; meta && hasOwnAttribute(meta, "__call__")) {
    Value maker = *lookupInClass(meta, "__call__");
    return call(bindAttribute(maker, Value::object(type), meta), std::move(args));
  }
  if (hasUnseenEffects(type))
    return {};
  if (isException(type))
    return makeException(type, std::move(args));
  if (isKnownNative(heap_.at(type).name))
    return callNative(heap_.at(type).name, std::move(args));
  for (ObjectId each : resolutionOrder(type)) {
    const Object &base = heap_.at(each);
    bool native = !llvm::StringRef(base.name).contains(':');
    if (native && base.name != "builtins.object" && base.name != "builtins.tuple")
      return refuse(RefusalKind::UnknownCallee, "a subclass of `" + base.name + "`");
  }
  Value instance;
  std::optional<Value> maker = lookupInClass(type, "__new__");
  if (maker && maker->isObject() && heap_.at(*maker).kind != ObjectKind::Native) {
    CallArgs all = args;
    all.positional.insert(all.positional.begin(), Value::object(type));
    Value function = *maker;
    if (heap_.at(function).kind == ObjectKind::StaticMethod)
      function = heap_.item(function.objectId(), 0);
    instance = call(function, std::move(all));
    if (!stopped() && kindOf(instance) == TypeKind::Tuple && hasOwnAttribute(type, "__init__"))
      return refuse(RefusalKind::UnknownCallee, "a subclass of `builtins.tuple` with `__init__`");
    if (stopped() || !instance.isObject() || heap_.at(instance).kind != ObjectKind::Instance ||
        !isSubclass(typeOf(instance), type))
      return stopped() ? Value() : instance;
  } else if (isSubclass(type, heap_.classNamed("builtins.tuple"))) {
    return refuse(RefusalKind::UnknownCallee, "a subclass of `builtins.tuple`");
  } else {
    instance = Value::object(heap_.make(ObjectKind::Instance));
    heap_.at(instance).type = type;
  }
  ObjectId made = typeOf(instance);
  std::optional<Value> init = lookupInClass(made, "__init__");
  if (init && !stopped())
    call(bindAttribute(*init, instance, made), std::move(args));
  return stopped() ? Value() : instance;
}

// True, and refused, for classes whose instances run code that nothing here follows: at their end,
// or in the place of torch's functions.
bool Evaluator::hasUnseenEffects(ObjectId type) {
  for (const char *name : {"__del__", "__torch_function__"})
    if (lookupInClass(type, name)) {
      refuse(RefusalKind::UnknownEffect,
             "`" + std::string(name) + "` of `" + heap_.at(type).name + "`");
      return true;
    }
  return stopped();
}

bool Evaluator::isException(ObjectId type) {
  return llvm::any_of(resolutionOrder(type), [&](ObjectId each) {
    return heap_.at(each).name == "builtins.BaseException";
  });
}

// Its text is not looked at: a region that lets it out is refused.
Evaluator::Value Evaluator::makeException(ObjectId type, CallArgs args) {
  ObjectId exception = heap_.make(ObjectKind::Instance);
  heap_.at(exception).type = type;
  heap_.setAttribute(exception, "args",
                     heap_.makeList(ObjectKind::Tuple, std::move(args.positional)));
  return Value::object(exception);
}

}  // namespace janus::speculate
