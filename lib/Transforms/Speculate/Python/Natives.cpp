// Handlers of native functions by name, and those for functions of `builtins`.
#include "Transforms/Speculate/Heap/BuiltinAttributes.h"
#include "Transforms/Speculate/Python/Evaluator.h"
#include "Transforms/Speculate/Python/NativeNames.h"
#include "Transforms/Speculate/Python/Operators.h"

#include <cmath>

namespace janus::speculate {

using namespace ir;

struct NativeTable {
  static constexpr size_t kAny = ~size_t(0);
  struct Row {
    Evaluator::Value (Evaluator::*handler)(CallArgs);
    size_t least, most;  // arguments
    llvm::StringRef keywords;

    bool takes(const CallArgs &args) const {
      llvm::SmallVector<llvm::StringRef, 4> known;
      keywords.split(known, ' ');
      return args.positional.size() >= least && args.positional.size() <= most &&
             llvm::all_of(args.keywords, [&](auto &each) {
               return keywords == "*" || llvm::is_contained(known, each.first);
             });
    }
  };
  static const llvm::StringMap<Row> &rows() {
    static const llvm::StringMap<Row> kRows = {
#define JANUS_NATIVE(name, handler, least, most, keywords)                                         \
  {name, {&Evaluator::handler, least, most, keywords}},
#define JANUS_NATIVE_ALSO(name, handler, least, most, keywords)                                    \
  {name, {&Evaluator::handler, least, most, keywords}},
#include "Transforms/Speculate/Python/Natives.def"
    };
    return kRows;
  }
};

// A function of the prelude, as an object: nothing of it is the program's to change.
Evaluator::Value Evaluator::callStatic(const StaticValue &function, CallArgs args) {
  const Function &body = function.module->function(function.module->body);
  ObjectId made = heap_.make(ObjectKind::Function);
  heap_.at(made).module = function.module;
  heap_.at(made).function = function.function;
  heap_.at(made).name = heap_.modules().codeName(*function.module, function.function);
  Value defaults = staticValue(*function.module, body, function.defaults);
  Value keywordDefaults = staticValue(*function.module, body, function.keywordDefaults);
  heap_.at(made).items = {defaults, keywordDefaults};
  return call(Value::object(made), std::move(args));
}

bool Evaluator::isKnownNative(llvm::StringRef name) {
  return NativeTable::rows().count(name) || isNumberNative(name) || isTextNative(name) ||
         operatorNamed(name) || !tensors_.overloadsOf(name).empty() ||
         statics_.composite(name).isKnown();
}

// True when the receiver of a method is of the kind that has it.
bool Evaluator::isMethodOf(llvm::StringRef name, const CallArgs &args) {
  static const std::pair<llvm::StringRef, ObjectKind> kOwners[] = {{"list.", ObjectKind::List},
                                                                   {"dict.", ObjectKind::Dict},
                                                                   {"set.", ObjectKind::Set},
                                                                   {"Tensor.", ObjectKind::Tensor}};
  for (auto &[owner, kind] : kOwners)
    if (name.startswith(owner) && !name.endswith("slice__"))
      return args.positional[0].isObject() && heap_.at(args.positional[0]).kind == kind;
  return true;
}

Evaluator::Value Evaluator::callNative(llvm::StringRef name, CallArgs args) {
  if (stopped())
    return {};
  bool takesRows =
      llvm::any_of(args.positional, [&](Value each) { return isRows(each); }) ||
      llvm::any_of(args.keywords, [&](const auto &each) { return isRows(each.second); });
  return takesRows ? callOfRows(name, std::move(args)) : callKnownNative(name, std::move(args));
}

Evaluator::Value Evaluator::callKnownNative(llvm::StringRef name, CallArgs args) {
  if (llvm::any_of(args.positional, [&](Value each) { return heap_.isUnseen(each); }))
    heap_.noteConfused();
  static constexpr llvm::StringLiteral kOfAnyTensor[] = {"torch.is_tensor",
                                                         "torch._advance_version"};
  bool isOfTensors = (name.startswith("torch.") || name.startswith("Tensor.")) &&
                     !llvm::is_contained(kOfAnyTensor, name);
  auto isKeyword = [&](auto &each) { return tensors_.holdsSparse(each.second); };
  if (isOfTensors &&
      (llvm::any_of(args.positional, [&](Value each) { return tensors_.holdsSparse(each); }) ||
       llvm::any_of(args.keywords, isKeyword)))
    return callOfSparse(name, std::move(args));
  auto row = NativeTable::rows().find(name);
  if (row != NativeTable::rows().end()) {
    if (!row->getValue().takes(args) || !isMethodOf(name, args))
      return refuse(RefusalKind::UnknownCallee, "`" + name + "` with these arguments");
    return (this->*row->getValue().handler)(std::move(args));
  }
  if (isNumberNative(name))
    return callNumberNative(name, std::move(args));
  if (isTextNative(name))
    return callTextNative(name, std::move(args));
  if (std::optional<Opcode> shim = operatorNamed(name); shim && args.positional.size() == 2)
    return binary(*shim, args.positional[0], args.positional[1]);
  if (StaticValue function = statics_.composite(name); function.isKnown())
    return callStatic(function, std::move(args));
  llvm::ArrayRef<TensorOp> overloads = tensors_.overloadsOf(name);
  if (!overloads.empty())
    return tensors_.call(overloads, name, std::move(args));
  return refuse(RefusalKind::UnknownCallee, "`" + name + "`");
}

// A native of tensors with a sparse one among its arguments. What graphs have in the place of
// others is no function that the run time calls then.
Evaluator::Value Evaluator::callOfSparse(llvm::StringRef name, CallArgs args) {
  if (StaticValue function = statics_.ofSparse(name); function.isKnown())
    return callStatic(function, std::move(args));
  llvm::ArrayRef<TensorOp> overloads = tensors_.overloadsOf(name);
  return overloads.empty() ? refuse(RefusalKind::UnknownCallee, "`" + name + "` of a sparse tensor")
                           : tensors_.call(overloads, name, std::move(args));
}

// A tensor of the prelude's class: its parts are attributes, which the prelude sets.
Evaluator::Value Evaluator::nativeSparseShell(CallArgs args) {
  Value type = args.positional[0];
  bool isKnown = type.isObject() && heap_.at(type).kind == ObjectKind::Class &&
                 heap_.at(type).name == toString(PreludeName::SparseClass);
  if (!isKnown)
    return refuse(RefusalKind::UnknownObject, describe(type) + " as a class");
  ObjectId shell = heap_.make(ObjectKind::Instance);
  heap_.at(shell).type = type.objectId();
  return Value::object(shell);
}

// Of a shell of the region, whose count nobody reads.
Evaluator::Value Evaluator::nativeAdvanceVersion(CallArgs args) {
  Value shell = args.positional[0];
  return isSparse(shell) && heap_.at(shell).isNew()
             ? heap_.none()
             : refuse(RefusalKind::UnknownEffect, "a write to a sparse tensor");
}

// Methods that a native class gives: "list.append" of "builtins.list", or by the full name of a
// class of another module.
std::optional<Evaluator::Value> Evaluator::nativeAttribute(ObjectId type, llvm::StringRef name) {
  llvm::StringRef owner = llvm::StringRef(heap_.at(type).name);
  if (owner.contains(':'))
    return std::nullopt;
  auto [module, own] = owner.rsplit('.');
  std::string full = (own + "." + name).str();
  if (!isKnownNative(full) && module != "builtins")
    full = (owner + "." + name).str();
  return isKnownNative(full) ? std::optional(Value::object(heap_.native(full))) : std::nullopt;
}

// ---------------------------------------------------------------- objects and attributes

Evaluator::Value Evaluator::nativeLen(CallArgs args) {
  Value value = args.positional[0];
  if (isTensor(value))
    return nativeTensorLen(std::move(args));
  if (value.isConstant() && kindOf(value) == TypeKind::Tuple)
    return heap_.integer(graph_.constant(value.constantId()).items.size());
  if (kindOf(value) == TypeKind::Str)
    value = nativeTextIter(std::move(args));
  if (stopped() || !value.isObject())
    return refuse(RefusalKind::UnknownOperation, "len of " + describe(value));
  if (std::optional<Value> own = ownSpecial(value, "__len__"))
    return call(*own, {});
  switch (heap_.at(value).kind) {
  case ObjectKind::List:
  case ObjectKind::Tuple:
  case ObjectKind::Dict:
  case ObjectKind::Set: return heap_.integer(heap_.length(value.objectId()));
  case ObjectKind::Range: return lengthOfRange(value.objectId());
  case ObjectKind::RowList: return lengthOfRows(value);
  case ObjectKind::Iterator:
    if (isView(value))
      return heap_.integer(heap_.length(*heap_.at(value).source));
    if (heap_.at(value).source || !heap_.at(value).name.empty())
      break;
    return heap_.integer(heap_.length(value.objectId()));
  default: break;
  }
  bool found;
  Value answer = callSpecial(value, "__len__", {}, &found);
  return found || stopped() ? answer
                            : refuse(RefusalKind::UnknownOperation, "len of " + describe(value));
}

Evaluator::Value Evaluator::nativeIsInstance(CallArgs args) {
  std::optional<bool> is = isInstance(args.positional[0], args.positional[1]);
  return is ? heap_.boolean(*is) : Value();
}

Evaluator::Value Evaluator::nativeIsSubclass(CallArgs args) {
  Value a = args.positional[0], b = args.positional[1];
  if (a.isObject() && b.isObject() && heap_.at(b).kind == ObjectKind::Tuple) {
    std::optional<Values> classes = allItems(b);
    Value answer = heap_.boolean(false);
    for (size_t i = 0; classes && i < classes->size() && answer == heap_.boolean(false); ++i)
      answer = nativeIsSubclass({{a, (*classes)[i]}, {}});
    return classes ? answer : Value();
  }
  for (Value *each : {&a, &b})  // a class by its name
    if (each->isObject() && heap_.at(*each).kind == ObjectKind::Native &&
        isBuiltinClass(heap_.at(*each).name))
      *each = Value::object(heap_.classNamed(heap_.at(*each).name));
  if (!a.isObject() || !b.isObject() || heap_.at(b).kind != ObjectKind::Class)
    return refuse(RefusalKind::UnknownObject, describe(b) + " as a class");
  bool is = isSubclass(a.objectId(), b.objectId());
  if (ObjectId meta = heap_.at(b).type; !is && meta && hasOwnAttribute(meta, "__subclasscheck__"))
    return refuse(RefusalKind::UnknownEffect, "`__subclasscheck__` of a metaclass");
  return heap_.boolean(is);
}

Evaluator::Value Evaluator::nativeCallable(CallArgs args) {
  Value value = args.positional[0];
  if (!value.isObject())
    return heap_.boolean(false);
  if (tensors_.isNamedValue(value))
    return heap_.boolean(false);
  if (!isIdentified(value))
    return refuse(RefusalKind::UnknownObject, describe(value));
  switch (heap_.at(value).kind) {
  case ObjectKind::Function:
  case ObjectKind::Native:
  case ObjectKind::Method:
  case ObjectKind::Class: return heap_.boolean(true);
  case ObjectKind::Opaque:
    if (isNativeObject(value, PreludeName::PartialClass) ||
        isNativeObject(value, PreludeName::CachedFunctionClass))
      return heap_.boolean(true);
    return refuse(RefusalKind::UnknownObject, describe(value));
  default: return heap_.boolean(lookupInClass(typeOf(value), "__call__").has_value());
  }
}

// The second argument of `getattr` and the like.
std::optional<std::string> Evaluator::attributeNamed(const CallArgs &args) {
  return scalars_.fixedText(args.positional[1], "the name of an attribute");
}

Evaluator::Value Evaluator::nativeVars(CallArgs args) {
  return getAttribute(args.positional[0], "__dict__");
}

// An attribute that may be missing: nothing then, and the AttributeError is gone.
Evaluator::Value Evaluator::nativeGetAttr(CallArgs args) {
  std::optional<std::string> name = attributeNamed(args);
  if (!name)
    return {};
  std::optional<Value> found = findAttribute(args.positional[0], *name);
  bool missing = shared_.raised.isBound() &&
                 heap_.at(heap_.at(shared_.raised).type).name == "builtins.AttributeError";
  if (args.positional.size() > 2 && !shared_.refusal &&
      (missing || (!found && !shared_.raised.isBound()))) {
    shared_.raised = {};
    return args.positional[2];
  }
  if (stopped())
    return {};
  return found ? *found : raise("AttributeError", *name);
}

Evaluator::Value Evaluator::nativeHasAttr(CallArgs args) {
  // A builtin class has what its row says, also what graphs could not do with it.
  Value holder = args.positional[0];
  std::optional<std::string> name = attributeNamed(args);
  if (!name)
    return {};
  if (isIdentified(holder) && !isNamedResult(holder)) {
    llvm::StringRef type = heap_.at(typeOf(holder)).name;
    if (type.startswith("builtins.") && mayHaveAttribute(type, *name))
      return heap_.boolean(true);
  }
  args.positional.push_back(Value::object(heap_.make(ObjectKind::Opaque)));
  Value absent = args.positional.back();
  Value found = nativeGetAttr(std::move(args));
  return stopped() ? Value() : heap_.boolean(!(found == absent));
}

Evaluator::Value Evaluator::nativeSetAttr(CallArgs args) {
  std::optional<std::string> name = attributeNamed(args);
  if (name)
    setAttribute(args.positional[0], *name, args.positional[2]);
  return stopped() ? Value() : heap_.none();
}

Evaluator::Value Evaluator::nativeType(CallArgs args) {
  if (args.positional.size() != 1)
    return refuse(RefusalKind::UnknownCallee, "`type` with three arguments");
  Value value = args.positional[0];
  if (value.isObject() && (!isIdentified(value) || isNamedResult(value)))
    return refuse(RefusalKind::UnknownObject, "`type` of " + describe(value));
  return Value::object(namedTypeOf(value));
}

// `super(C, object)`, where `object` is an instance of C.
Evaluator::Value Evaluator::nativeSuper(CallArgs args) {
  Value after = args.positional[0], receiver = args.positional[1];
  if (!after.isObject() || heap_.at(after).kind != ObjectKind::Class || !receiver.isObject() ||
      !isIdentified(receiver) || heap_.at(receiver).kind == ObjectKind::Class ||
      !isSubclass(typeOf(receiver), after.objectId()))
    return refuse(RefusalKind::UnknownCallee,
                  "`super` of other values than a class and its instance");
  return heap_.makeList(ObjectKind::Super, {after, receiver});
}

Evaluator::Value Evaluator::nativeObjectInit(CallArgs) {
  return heap_.none();
}

Evaluator::Value Evaluator::nativeObjectNew(CallArgs args) {
  Value type = args.positional[0];
  if (!type.isObject() || heap_.at(type).kind != ObjectKind::Class)
    return refuse(RefusalKind::UnknownObject, describe(type) + " as a class");
  if (hasUnseenEffects(type.objectId()))
    return {};
  ObjectId instance = heap_.make(ObjectKind::Instance);
  heap_.at(instance).type = type.objectId();
  return Value::object(instance);
}

// A number that a generator of `random` gives next: an input, which is looked at when the region is
// entered. The commit takes as many as were drawn.
Evaluator::Value Evaluator::nativeRandomNumber(CallArgs args) {
  constexpr llvm::StringLiteral kComing = "random()";  // a step of access paths
  Value generator = args.positional[0];
  if (!generator.isObject() || heap_.at(generator).path.empty())
    return refuse(RefusalKind::UnknownObject, "a generator of `random` made in the region");
  ObjectId id = generator.objectId();
  std::optional<Value> drawn = heap_.classAttribute(id, kComing);
  if (drawn && !(drawn->isConstant() && kindOf(*drawn) == TypeKind::Int))
    return refuse(RefusalKind::NotConstant, "how many numbers `random` has given before");
  int64_t count = drawn ? graph_.constant(drawn->constantId()).integer : 0;
  heap_.noteCompared(id);  // two generators stay two
  heap_.setAttribute(id, kComing, heap_.integer(count + 1));
  std::string path = (heap_.at(id).path + "." + kComing + llvm::Twine(count)).str();
  ValueId number = graph_.input(path, graph_.types().of(TypeKind::Float));
  return heap_.makeScalar({TypeKind::Float, number, std::nullopt, ""});
}

// The place of a call of `warn`, which generated code notes in front of functions of that name: a
// tuple with its line, of which `is_silent` alone may be asked here.
Evaluator::Value Evaluator::nativeCallPlace(CallArgs) {
  const Frame &warning = *shared_.frame;
  std::string call = warning.caller ? shared_.sourceOf(*warning.caller, warning.callSite) : "";
  llvm::StringRef callee = llvm::StringRef(call).split('(').first.rtrim();
  if (callee != "warn" && !callee.endswith(".warn"))
    return refuse(RefusalKind::UnknownCallee, "`warn` by another name");
  ir::SourcePlace place = shared_.placeOf(*warning.caller, warning.callSite);
  return heap_.makeList(ObjectKind::Tuple, {heap_.str(place.line)});
}

// A frame further out; there is none where the program's functions note none.
Evaluator::Value Evaluator::nativeStackFrame(CallArgs) {
  if (in_.options.keepsFrames)
    return refuse(RefusalKind::UnknownCallee, "a look at the stack");
  return heap_.none();
}

// A warning in a graph is one that has been shown, or is ignored: the version assumes that it is
// among the silent ones of the module `warnings`. A step that changes the filters has no graph.
Evaluator::Value Evaluator::nativeIsSilent(CallArgs args) {
  Value where = args.positional[0], category = args.positional[1];
  if (category == heap_.none())
    category = Value::object(heap_.native("builtins.UserWarning"));
  if (!category.isObject() || heap_.at(category).kind != ObjectKind::Native)
    return heap_.boolean(false);  // of the program
  std::optional<std::string> text = scalars_.fixedText(args.positional[2], "the text of a warning");
  if (!text)
    return {};
  Value site = where == heap_.none() ? heap_.str("sys:1") : heap_.item(where.objectId(), 0);
  std::string key = graph_.constant(site.constantId()).text + " " +
                    llvm::StringRef(heap_.at(category).name).rsplit('.').second.str() + ": " +
                    *text;
  graph_.assume("present_key", "@warnings:_silent", heap_.keyText(heap_.str(key)));
  return heap_.boolean(true);
}

// The protocol without a class's own `__setattr__`.
Evaluator::Value Evaluator::nativeObjectSetAttr(CallArgs args) {
  Value object = args.positional[0], value = args.positional[2];
  std::optional<std::string> name = attributeNamed(args);
  if (!name || !isSettable(object, *name))
    return {};
  ObjectId type = typeOf(object);
  std::optional<Value> found = lookupInClass(type, *name);
  if (stopped() || isForeignDescriptor(found, *name))
    return {};
  ObjectKind kind = found && found->isObject() ? heap_.at(*found).kind : ObjectKind::Opaque;
  if (kind == ObjectKind::Property) {
    Value setter = heap_.item(found->objectId(), 1);
    if (!setter.isObject())
      return raise("AttributeError", *name);
    return call(setter, {{object, value}, {}});
  }
  if (kind == ObjectKind::Member) {
    heap_.setAttribute(object.objectId(), std::string(heap_.at(*found).name), value);
    return heap_.none();
  }
  if (kind == ObjectKind::Instance)
    if (std::optional<Value> setter = lookupInClass(typeOf(*found), "__set__"))
      return call(bindAttribute(*setter, *found, typeOf(*found)), {{object, value}, {}});
  Object &holder = heap_.at(object);
  if (holder.kind == ObjectKind::Tensor && *name == "grad") {
    // None, or another tensor of its shape and type.
    auto typeOfTensor = [&](Value each) { return graph_.types().get(heap_.at(each).tensorType); };
    bool fits =
        value == heap_.none() || (isTensor(value) && value != object &&
                                  typeOfTensor(value).dtype == typeOfTensor(object).dtype &&
                                  tensors_.haveOneShape(value.objectId(), object.objectId()));
    if (stopped())
      return {};
    if (!fits)
      return refuse(RefusalKind::UnknownOperation,
                    "a store to `grad` of what is no gradient of the tensor");
    holder.tensor.grad = value;
    holder.tensor.gradKnown = true;
    return heap_.none();
  }
  if (holder.kind == ObjectKind::Tensor && *name == "requires_grad") {
    if (holder.tensor.tape || holder.tensor.hasPast)
      return raise("RuntimeError", "a store to `requires_grad` of what is no leaf");
    tensors_.setRequiresGrad(object.objectId(), value);
    return stopped() ? Value() : heap_.none();
  }
  if (holder.kind == ObjectKind::Tensor && *name == "data") {
    tensors_.setData(object.objectId(), value);
    return stopped() ? Value() : heap_.none();
  }
  if (holder.kind == ObjectKind::Tensor && isTensor(value) &&
      tensors_.writePart(object.objectId(), *name, value))
    return stopped() ? Value() : heap_.none();
  if (holder.kind == ObjectKind::Tensor && tensors_.attribute(object.objectId(), *name).isBound())
    return refuse(RefusalKind::UnknownOperation, "setting `" + *name + "` of a tensor");
  if (holder.kind == ObjectKind::Tensor &&
      mayHaveAttribute(toString(PreludeName::TensorClass), *name))
    return refuse(RefusalKind::UnknownEffect, "a store to `" + *name + "` of a tensor");
  if (stopped())
    return {};
  if (holder.kind == ObjectKind::Instance && heap_.hasFact(type, kWithoutDict))
    return stopped() ? Value() : raise("AttributeError", *name);
  heap_.setAttribute(object.objectId(), *name, value);
  return heap_.none();
}

Evaluator::Value Evaluator::nativeObjectGetAttribute(CallArgs args) {
  std::optional<std::string> name = attributeNamed(args);
  if (!name)
    return {};
  Value object = args.positional[0];
  if (!object.isObject() || heap_.at(object).kind != ObjectKind::Instance || *name == "__dict__" ||
      *name == "__class__")
    return refuse(RefusalKind::UnknownEffect, "`object.__getattribute__` of " + describe(object));
  std::optional<Value> found = ownOrInherited(object, *name);
  if (found || stopped())
    return found ? *found : Value();
  missing(resolutionOrder(typeOf(object)), *name);
  return stopped() ? Value() : raise("AttributeError", *name);
}

Evaluator::Value Evaluator::nativeObjectDelAttr(CallArgs args) {
  std::optional<std::string> name = attributeNamed(args);
  if (!name)
    return {};
  Value object = args.positional[0];
  if (!isSettable(object, *name))
    return {};
  std::optional<Value> found = lookupInClass(typeOf(object), *name);
  if (stopped() || isForeignDescriptor(found, *name))
    return {};
  ObjectKind kind = found && found->isObject() ? heap_.at(*found).kind : ObjectKind::Opaque;
  if (kind == ObjectKind::Property) {
    Value remover = heap_.item(found->objectId(), 2);
    return remover.isObject() ? call(remover, {{object}, {}}) : raise("AttributeError", *name);
  }
  if (kind == ObjectKind::Instance) {
    if (std::optional<Value> remover = lookupInClass(typeOf(*found), "__delete__"))
      return call(bindAttribute(*remover, *found, typeOf(*found)), {{object}, {}});
    if (lookupInClass(typeOf(*found), "__set__"))
      return stopped() ? Value() : raise("AttributeError", *name);
  }
  if (heap_.at(object).kind != ObjectKind::Instance)
    return refuse(RefusalKind::UnknownEffect,
                  "a removal of `" + *name + "` of " + describe(object));
  const std::string key = kind == ObjectKind::Member ? heap_.at(*found).name : *name;
  std::optional<Value> own = heap_.attribute(object.objectId(), key);
  if (stopped())
    return {};
  if (!own || !own->isBound() || !heap_.deleteAttribute(object.objectId(), key))
    return raise("AttributeError", *name);
  return heap_.none();
}

// Names that are no entries of an instance's dict.
bool Evaluator::isSettable(Value object, llvm::StringRef name) {
  ObjectKind kind = object.isObject() ? heap_.at(object).kind : ObjectKind::Opaque;
  bool isReserved = name == "__class__" || name == "__dict__" || name == "__weakref__";
  isReserved |= isSparse(object) && !heap_.at(object).isNew();
  if (kind == ObjectKind::Tensor && tensors_.isUndecided(object.objectId()))
    return false;
  if ((kind == ObjectKind::Instance || kind == ObjectKind::Tensor) && !isReserved)
    return true;
  refuse(RefusalKind::UnknownEffect, "a store to `" + name + "` of " + describe(object));
  return false;
}

// ---------------------------------------------------------------- numbers

namespace {

// Texts that float() reads, as far as C reads them the same: no underscores, no other digits than
// ASCII's, no hexadecimal numbers.
std::optional<double> numberIn(llvm::StringRef text) {
  text = text.trim();
  if (text.find_first_of("xX_") != llvm::StringRef::npos)
    return std::nullopt;
  double value;
  std::string name = text.lower();
  for (char sign : {'+', '-'})
    for (llvm::StringRef infinity : {"inf", "infinity"})
      if (name == infinity || name == sign + infinity.str())
        return name[0] == '-' ? -HUGE_VAL : HUGE_VAL;
  // No NaN: two of them are two objects, which `in` and comparisons of lists tell from each other.
  return text.getAsDouble(value) || !std::isfinite(value) ? std::nullopt : std::optional(value);
}

}  // namespace

Evaluator::Value Evaluator::nativeFloat(CallArgs args) {
  if (args.positional.empty())
    return heap_.real(0);
  Value value = args.positional[0];
  // A loop that is one operation does not wait for the warning, which its first turn would give.
  if (isTensor(value) && tensors_.gradEnabled() && tensors_.requiresGrad(value) && turns_.empty())
    graph_.assume("mode", "warned_of_numbers", "True");
  if (isTensor(value))
    value = tensors_.apply(in_.ops.known(KnownOp::ReadNumber), {value});
  if (stopped() || kindOf(value) == TypeKind::Float)
    return value;
  if (value.isConstant() && kindOf(value) == TypeKind::Int)
    return heap_.real(*numberOf(graph_.constant(value.constantId())));
  if (value.isConstant() && kindOf(value) == TypeKind::Str)
    if (std::optional<double> number = numberIn(graph_.constant(value.constantId()).text))
      return heap_.real(*number);
  if (kindOf(value) != TypeKind::Int && kindOf(value) != TypeKind::Bool)
    return refuse(RefusalKind::UnknownOperation, "float of " + describe(value));
  std::optional<ConstId> known;
  if (std::optional<ConstId> profile = heap_.profiled(value))
    known = graph_.real(*numberOf(graph_.constant(*profile)));
  return heap_.makeScalar({TypeKind::Float, scalars_.asFloat(value), known, ""});
}

Evaluator::Value Evaluator::nativeInt(CallArgs args) {
  if (args.positional.empty())
    return heap_.integer(0);
  Value value = args.positional[0];
  if (isTensor(value))
    value = tensors_.apply(in_.ops.known(KnownOp::ReadNumber), {value});
  if (stopped() || (args.positional.size() == 1 && kindOf(value) == TypeKind::Int))
    return value;
  args.positional[0] = value;
  return callNumberNative("builtins.int", std::move(args));
}

Evaluator::Value Evaluator::nativeAbs(CallArgs args) {
  Value value = args.positional[0];
  return isTensor(value) ? callMethod(value, "abs", {})
                         : callNumberNative("builtins.abs", std::move(args));
}

Evaluator::Value Evaluator::nativeDivMod(CallArgs args) {
  Value left = args.positional[0], right = args.positional[1];
  if (!isNumber(kindOf(left)) || !isNumber(kindOf(right)))
    return refuse(RefusalKind::UnknownOperation, "divmod of " + describe(left));
  Value quotient = binary(Opcode::PyFloorDiv, left, right);
  return stopped()
             ? Value()
             : heap_.makeList(ObjectKind::Tuple, {quotient, binary(Opcode::PyMod, left, right)});
}

Evaluator::Value Evaluator::nativePower(CallArgs args) {
  return binary(Opcode::PyPow, args.positional[0], args.positional[1]);
}

Evaluator::Value Evaluator::nativeBool(CallArgs args) {
  return args.positional.empty() ? heap_.boolean(false) : truth(args.positional[0]);
}

Evaluator::Value Evaluator::nativeRepr(CallArgs args) {
  return format(args.positional[0], "r", heap_.str(""));
}

Evaluator::Value Evaluator::nativeStr(CallArgs args) {
  return args.positional.empty() ? heap_.str("") : format(args.positional[0], "s", heap_.str(""));
}

Evaluator::Value Evaluator::nativeFormat(CallArgs args) {
  return format(args.positional[0], "",
                args.positional.size() > 1 ? args.positional[1] : heap_.str(""));
}

Evaluator::Value Evaluator::nativeSum(CallArgs args) {
  std::optional<Values> items = allItems(args.positional[0]);
  if (!items)
    return {};
  Value total = args.positional.size() > 1 ? args.positional[1] : heap_.integer(0);
  if (kindOf(total) == TypeKind::Str)
    return raise("TypeError", "sum() can't sum strings");
  for (Value each : *items)
    total = binary(Opcode::PyAdd, total, each);
  return total;
}

Evaluator::Value Evaluator::nativeMax(CallArgs args) {
  return extreme(std::move(args), Opcode::PyGt);
}

Evaluator::Value Evaluator::nativeMin(CallArgs args) {
  return extreme(std::move(args), Opcode::PyLt);
}

// The larger of numbers of one kind is computed; which one it is decides nothing else.
// A truth that only the run knows: the library's function for it has a branch, which goes both
// ways.
bool Evaluator::isOpen(Value truth) {
  return truth.isScalar() && !heap_.profiled(truth);
}

// True for what two sides of a branch can have in common: which object it is does not matter, or
// is decided by neither.
bool Evaluator::isNewValue(Value value) {
  if (!value.isObject())
    return true;
  const Object &object = heap_.at(value);
  return object.isNew() && (object.kind == ObjectKind::Tensor || object.kind == ObjectKind::Tuple);
}

Evaluator::Value Evaluator::extreme(CallArgs args, Opcode better) {
  Value key = heap_.none(), otherwise;
  for (auto &[name, value] : args.keywords)
    (name == "key" ? key : otherwise) = value;
  const bool isLargest = better == Opcode::PyGt;
  Values items = args.positional;
  if (items.size() == 1) {
    std::optional<Values> all = allItems(items[0]);
    if (!all)
      return {};
    items = std::move(*all);
    if (items.empty())
      return otherwise.isBound() ? otherwise
                                 : raise("ValueError", std::string(isLargest ? "max" : "min") +
                                                           "() arg is an empty sequence");
  } else if (otherwise.isBound()) {
    return refuse(RefusalKind::UnknownOperation, "a default for several arguments");
  }
  auto keyOf = [&](Value item) { return key == heap_.none() ? item : call(key, {{item}, {}}); };
  Value best = items[0], chosen = keyOf(best);
  for (size_t i = 1; i < items.size() && !stopped(); ++i) {
    Value each = keyOf(items[i]);
    if (stopped())
      return {};
    bool ofOneKind = key == heap_.none() && kindOf(best) == kindOf(each) &&
                     (kindOf(best) == TypeKind::Int || kindOf(best) == TypeKind::Float);
    if (ofOneKind && !(best.isConstant() && each.isConstant())) {
      best = chosen =
          callNumberNative(isLargest ? "builtins.max" : "builtins.min", {{best, each}, {}});
      continue;
    }
    Value isBetter = truth(binary(better, each, chosen));
    const bool isChoice = isOpen(isBetter) || (isBetter.isScalar() && key != heap_.none());
    if (!stopped() && isChoice && isNewValue(best) && isNewValue(items[i])) {
      Value both = callOnRows("_better", {{best, chosen, items[i], each, isBetter}, {}});
      if (stopped())
        return {};
      best = heap_.item(both.objectId(), 0);
      chosen = heap_.item(both.objectId(), 1);
      continue;
    }
    if (!stopped() && isChoice)
      return refuse(RefusalKind::NotConstant, "which item is the largest or smallest");
    std::optional<bool> holds = fixedTruth(isBetter, "which number is larger");
    if (!holds)
      return {};
    if (*holds)
      best = items[i], chosen = each;
  }
  return stopped() ? Value() : best;
}

Evaluator::Value Evaluator::nativeAny(CallArgs args) {
  return quantified(std::move(args), true);
}

Evaluator::Value Evaluator::nativeAll(CallArgs args) {
  return quantified(std::move(args), false);
}

// The method of an instance; of None the function itself.
Evaluator::Value Evaluator::nativeFunctionGet(CallArgs args) {
  bool isOfClass = args.positional[1] == heap_.none();
  return isOfClass ? args.positional[0]
                   : heap_.makeList(ObjectKind::Method, {args.positional[0], args.positional[1]});
}

// The first item whose truth is `stop` decides.
Evaluator::Value Evaluator::quantified(CallArgs args, bool stop) {
  Value iterator = iterate(args.positional[0]);
  if (iterator.isObject() && heap_.at(iterator).kind == ObjectKind::Generator)
    return quantify(iterator, stop);
  while (std::optional<Value> each = next(iterator)) {
    Value truthOfIt = truth(*each);
    if (!stopped() && isOpen(truthOfIt) && iterator.isObject())
      return callOnRows(stop ? "_any_of" : "_all_of", {{truthOfIt, iterator}, {}});
    std::optional<bool> holds = fixedTruth(truthOfIt, "the truth of an item");
    if (!holds)
      return {};
    if (*holds == stop)
      return heap_.boolean(stop);
  }
  return stopped() ? Value() : heap_.boolean(!stop);
}

}  // namespace janus::speculate
