// Attributes, items and iteration, in the order in which Python looks.
#include "Transforms/Speculate/Heap/BuiltinAttributes.h"
#include "Transforms/Speculate/Python/Evaluator.h"
#include "janus/contract/ClassNames.h"

namespace janus::speculate {

using namespace ir;

// ---------------------------------------------------------------- classes

ObjectId Evaluator::typeOf(Value value) {
  auto builtin = [&](const char *name) {
    return heap_.classNamed(std::string("builtins.") + name);
  };
  if (heap_.isUnseen(value))
    heap_.noteConfused();
  if (value.isObject()) {
    const Object &object = heap_.at(value);
    if (object.type)
      return object.type;
    switch (object.kind) {
    case ObjectKind::Class: return builtin("type");
    case ObjectKind::Function: return builtin("function");
    case ObjectKind::Enumerated:
    case ObjectKind::Native:
      if (llvm::StringRef named = tensors_.classOfNamed(value); !named.empty())
        return heap_.classNamed(named);
      if (isBuiltinClass(object.name))
        return builtin("type");
      if (object.kind == ObjectKind::Native)
        return builtin("builtin_function_or_method");
      break;
    case ObjectKind::Method: return builtin("method");
    case ObjectKind::Module: return builtin("module");
    case ObjectKind::List: return builtin("list");
    case ObjectKind::RowList: return builtin(object.grown->isOfViews ? "tuple" : "list");
    case ObjectKind::Tuple:
      return heap_.isShape(value) ? heap_.classNamed(toString(PreludeName::SizeClass))
                                  : builtin("tuple");
    case ObjectKind::Dict: return builtin("dict");
    case ObjectKind::Set: return builtin("set");
    case ObjectKind::Slice: return builtin("slice");
    case ObjectKind::Range: return builtin("range");
    case ObjectKind::Text: return builtin("str");
    case ObjectKind::Generator: return builtin("generator");
    case ObjectKind::Tensor: return heap_.classNamed(toString(PreludeName::TensorClass));
    case ObjectKind::Property: return builtin("property");
    case ObjectKind::StaticMethod: return builtin("staticmethod");
    case ObjectKind::ClassMethod: return builtin("classmethod");
    case ObjectKind::Super: return builtin("super");
    default: break;
    }
    // The class of nodes of histories, iterators and others is not known.
    refuse(RefusalKind::UnknownObject, "`type` of " + describe(value));
    return builtin("object");
  }
  switch (kindOf(value)) {
  case TypeKind::None: return builtin("NoneType");
  case TypeKind::Bool: return builtin("bool");
  case TypeKind::Int: return builtin("int");
  case TypeKind::Float: return builtin("float");
  case TypeKind::Str: return builtin("str");
  case TypeKind::Tuple: return builtin("tuple");
  default:
    if (value.isConstant() && graph_.constant(value.constantId()).kind == Constant::Kind::Ellipsis)
      return builtin("ellipsis");
    refuse(RefusalKind::UnknownObject, "`type` of " + describe(value));
  }
  return builtin("object");
}

// What Python calls the class.
ObjectId Evaluator::namedTypeOf(Value value) {
  return isSparse(value) ? heap_.classNamed(toString(PreludeName::TensorClass)) : typeOf(value);
}

// The class itself first, `object` last.
std::vector<ObjectId> Evaluator::resolutionOrder(ObjectId type) {
  std::vector<ObjectId> order;
  Object &object = heap_.load(type);
  for (size_t i = 0; i < object.items.size(); ++i) {
    Value each = heap_.at(type).items[i];
    if (each.isDeferred())
      each = heap_.item(type, i);
    order.push_back(each.objectId());
  }
  if (order.empty()) {
    order.push_back(type);
    for (llvm::StringRef base = builtinBase(heap_.at(type).name); !base.empty();) {
      std::string full = "builtins." + base.str();
      order.push_back(heap_.classNamed(full));
      base = builtinBase(full);
    }
    ObjectId base = heap_.classNamed("builtins.object");
    if (base != type)
      order.push_back(base);
  }
  return order;
}

bool Evaluator::isSubclass(ObjectId type, ObjectId of) {
  for (ObjectId each : resolutionOrder(type))
    if (each == of || heap_.at(each).name == heap_.at(of).name)
      return true;
  return false;
}

// The entry of that name in runtime/prelude/_abc_answers.py. Nothing: there is none.
std::optional<Evaluator::Value> Evaluator::abstractAnswer(llvm::StringRef key) {
  std::optional<Value> answers = ofSnapshot("_abc_answers", "answers");
  bool isKnown = answers && answers->isObject() && heap_.at(*answers).kind == ObjectKind::Dict &&
                 heap_.hasKey(answers->objectId(), heap_.str(key));
  Value *answer = isKnown ? heap_.entry(answers->objectId(), heap_.str(key)) : nullptr;
  return answer ? std::optional(heap_.read(*answer)) : std::nullopt;
}

// The answer that an abstract class has given for another one, and keeps until some class is
// registered (runtime/prelude/abc.py). Nothing: it is no such class, or has not been asked.
std::optional<bool> Evaluator::asAbstract(ObjectId abstract, ObjectId type) {
  std::optional<Value> check = lookupInClass(heap_.at(abstract).type, "__instancecheck__");
  bool isAsWritten =
      check && check->isObject() &&
      llvm::StringRef(heap_.at(*check).name).startswith("abc:ABCMeta.__instancecheck__@");
  if (stopped() || !isAsWritten || hasOwnAttribute(type, "__class__"))
    return std::nullopt;
  auto nameOf = [&](ObjectId id) {
    llvm::StringRef name = heap_.at(id).name;
    auto [module, own] = name.contains(':') ? name.split(':') : name.rsplit('.');
    return (module + ":" + own).str();
  };
  // Classes of a function are many of one name.
  const std::string key = nameOf(abstract) + " " + nameOf(type);
  if (llvm::StringRef(key).contains("<locals>"))
    return std::nullopt;
  std::optional<Value> answer = abstractAnswer(key);
  std::optional<ConstId> holds = answer ? heap_.fix(*answer) : std::nullopt;
  if (!holds || graph_.constant(*holds).kind == Constant::Kind::None)
    return std::nullopt;
  return graph_.constant(*holds).kind == Constant::Kind::True;
}

std::optional<bool> Evaluator::isInstance(Value value, Value classOrTuple) {
  if (stopped() || !classOrTuple.isObject()) {
    refuse(RefusalKind::UnknownObject, describe(classOrTuple) + " as a class");
    return std::nullopt;
  }
  if (heap_.at(classOrTuple).kind == ObjectKind::Tuple) {
    std::optional<Values> classes = allItems(classOrTuple);
    if (!classes)
      return std::nullopt;
    for (Value each : *classes) {
      std::optional<bool> is = isInstance(value, each);
      if (!is || *is)
        return is;
    }
    return false;
  }
  const Object &object = heap_.at(classOrTuple);
  if (value.isObject() && !isIdentified(value)) {
    refuse(RefusalKind::UnknownObject, describe(value));
    return std::nullopt;
  }
  // Views of dicts are of classes that have no name; `object` is their only base.
  bool isOther = object.name == toString(PreludeName::TensorClass) ||
                 (isBuiltinClass(object.name) && object.name != "builtins.object");
  if (isOther && isView(value))
    return false;
  if (object.kind == ObjectKind::Native)
    return isSubclass(typeOf(value), heap_.classNamed(object.name));
  if (object.kind != ObjectKind::Class) {
    refuse(RefusalKind::UnknownObject, describe(classOrTuple) + " as a class");
    return std::nullopt;
  }
  ObjectId type = classOrTuple.objectId();
  if (typeOf(value) == type)
    return true;
  if (ObjectId meta = heap_.at(type).type; meta && hasOwnAttribute(meta, "__instancecheck__")) {
    if (std::optional<bool> known = asAbstract(type, typeOf(value)); known || stopped())
      return known;
    bool found;
    Value answer = callSpecial(classOrTuple, "__instancecheck__", value, &found);
    return fixedTruth(answer, "the class of an object");
  }
  return isSubclass(typeOf(value), type);
}

std::optional<Evaluator::Value> Evaluator::lookupInClass(ObjectId type, llvm::StringRef name) {
  std::optional<Value> found;
  ObjectId holder;
  for (ObjectId each : resolutionOrder(type)) {
    holder = each;
    found = heap_.classAttribute(each, name);
    if (!found)
      found = nativeAttribute(each, name);
    auto unknown = unknownNames_.find(heap_.at(each).name);
    if (!found && unknown != unknownNames_.end() && unknown->getValue().contains(name))
      refuse(RefusalKind::UnknownGlobal, heap_.at(each).name + "." + name);
    if (found || stopped())
      break;
  }
  if (stopped())
    return std::nullopt;
  if (found && heap_.isStored(holder, name)) {
    // A value that the region has stored there says nothing about the entry.
    if (holder != type)
      refuse(RefusalKind::UnknownEffect, "`" + name + "`, stored to a base of the class,");
    return found;
  }
  heap_.assumeMethod(type, name, found);
  if (found && holder != type)
    heap_.assumeInherited(type, name, holder, *found);
  return found;
}

// Lookup of `super()`: asks the class without its bases.
std::optional<Evaluator::Value> Evaluator::lookupInClassAlone(ObjectId type, llvm::StringRef name) {
  if (std::optional<Value> found = heap_.classAttribute(type, name)) {
    heap_.assumeMethod(type, name, found);
    return found;
  }
  std::vector<ObjectId> order = resolutionOrder(type);
  auto holder = llvm::find_if(order, [&](ObjectId each) {
    return heap_.classAttribute(each, name) || nativeAttribute(each, name);
  });
  if (holder == order.end())
    heap_.assumeMethod(type, name, std::nullopt);
  else
    heap_.assumeFoundIn(type, name, *holder);
  return nativeAttribute(type, name);
}

// A method of a subclass of a container that the program has made, in the place of the
// container's own; of what Python calls without looking at the instance.
std::optional<Evaluator::Value> Evaluator::ownSpecial(Value container, llvm::StringRef name) {
  if (!container.isObject())
    return std::nullopt;
  static const ObjectKind kContainers[] = {ObjectKind::List, ObjectKind::Tuple, ObjectKind::Dict,
                                           ObjectKind::Set};
  const Object &object = heap_.at(container);
  if (!object.type || !llvm::is_contained(kContainers, object.kind) ||
      !llvm::StringRef(heap_.at(object.type).name).contains(':'))
    return std::nullopt;
  ObjectId type = object.type;
  std::optional<Value> found = lookupInClass(type, name);
  if (!found || !found->isObject() || heap_.at(*found).kind != ObjectKind::Function)
    return std::nullopt;
  return bindAttribute(*found, container, type);
}

// True, and refused, for an attribute of the class that is of a kind that is not known. Such a
// descriptor of the run time may go before the instance's dict, and keep its value where nothing
// here looks.
bool Evaluator::isForeignDescriptor(std::optional<Value> ofClass, llvm::StringRef name) {
  if (!ofClass || !ofClass->isObject() || heap_.at(*ofClass).kind != ObjectKind::Opaque ||
      isNativeObject(*ofClass, PreludeName::CachedFunctionClass) ||
      isNativeObject(*ofClass, PreludeName::PartialClass))
    return false;
  refuse(RefusalKind::UnknownEffect, "the attribute `" + name + "` of a kind that is not known");
  return true;
}

// A class whose attributes are found by a function of its own, or that has got another name.
bool Evaluator::isMarked(ObjectId type) {
  if (!llvm::StringRef(heap_.at(type).name).endswith("'"))
    return false;
  refuse(RefusalKind::UnknownEffect, "`__getattribute__` of `" + heap_.at(type).name +
                                         "`, or a name of a class that was changed");
  return true;
}

// An attribute that was not found: refuses where a builtin class may have it, of which nothing is
// known here.
std::nullopt_t Evaluator::missing(llvm::ArrayRef<ObjectId> classes, llvm::StringRef name) {
  for (ObjectId each : classes) {
    llvm::StringRef type = heap_.at(each).name;
    if (!stopped() && !type.contains(':') && mayHaveAttribute(type, name))
      refuse(RefusalKind::UnknownOperation, type.rsplit('.').second + "." + name);
  }
  return std::nullopt;
}

// The value of a class's attribute when it is read of an instance.
Evaluator::Value Evaluator::bindAttribute(Value found, Value receiver, ObjectId type) {
  if (!found.isObject())
    return found;
  switch (heap_.at(found).kind) {
  case ObjectKind::Function:
  case ObjectKind::Native: return heap_.makeList(ObjectKind::Method, {found, receiver});
  case ObjectKind::Property: return call(heap_.item(found.objectId(), 0), {{receiver}, {}});
  case ObjectKind::StaticMethod: return heap_.item(found.objectId(), 0);
  case ObjectKind::ClassMethod:
    return heap_.makeList(ObjectKind::Method,
                          {heap_.item(found.objectId(), 0), Value::object(type)});
  case ObjectKind::Instance: {  // a descriptor of the program's or the library's own
    std::optional<Value> getter = lookupInClass(typeOf(found), "__get__");
    return getter ? call(*getter, {{found, receiver, Value::object(type)}, {}}) : found;
  }
  case ObjectKind::Opaque:
    return isNativeObject(found, PreludeName::CachedFunctionClass)
               ? heap_.makeList(ObjectKind::Method, {found, receiver})
               : found;
  default: return found;
  }
}

// ---------------------------------------------------------------- attributes

Evaluator::Value Evaluator::getAttribute(Value object, llvm::StringRef name) {
  std::optional<Value> found = findAttribute(object, name);
  if (found || stopped())
    return found ? *found : Value();
  return raise("AttributeError", name);
}

std::optional<Evaluator::Value> Evaluator::findAttribute(Value value, llvm::StringRef name) {
  if (stopped())
    return std::nullopt;
  if (!value.isObject()) {
    std::optional<Value> found = lookupInClass(typeOf(value), name);
    if (!found)
      return missing(resolutionOrder(typeOf(value)), name);
    return bindAttribute(*found, value, typeOf(value));
  }
  ObjectId id = value.objectId();
  switch (heap_.at(id).kind) {
  case ObjectKind::Module: {
    std::string module = heap_.at(id).name;
    if (std::optional<Value> found = ofSnapshot(module, name))
      return found;
    StaticValue known = statics_.global(module, name);
    if (known.kind == StaticValue::Kind::Module)
      return moduleNamed(known.name);
    if (!known.isKnown()) {
      refuse(RefusalKind::UnknownGlobal, module + "." + name);
      return std::nullopt;
    }
    return fromStatic(known, "@" + module + ":" + name.str());
  }
  case ObjectKind::Class: {
    ObjectId meta = heap_.at(id).type;
    // A function of the metaclass stands behind what the class has under the name.
    std::optional<Value> ofMeta =
        meta && hasOwnAttribute(meta, name) ? lookupInClass(meta, name) : std::nullopt;
    bool isBehind = ofMeta && ofMeta->isObject() && !stopped() &&
                    (heap_.at(*ofMeta).kind == ObjectKind::Function ||
                     heap_.at(*ofMeta).kind == ObjectKind::StaticMethod) &&
                    hasOwnAttribute(id, name);
    if (isMarked(id) || (ofMeta && !isBehind)) {
      refuse(RefusalKind::UnknownEffect, "`" + name + "`, an attribute of a metaclass");
      return std::nullopt;
    }
    if (std::optional<Value> found = lookupInClass(id, name)) {
      ObjectKind kind = found->isObject() ? heap_.at(*found).kind : ObjectKind::Opaque;
      if (kind == ObjectKind::StaticMethod || kind == ObjectKind::ClassMethod ||
          kind == ObjectKind::Instance)
        return bindAttribute(*found, heap_.none(), id);
      return found;
    }
    if (name == "__name__" || name == "__qualname__") {
      llvm::StringRef full = nameOfClass(heap_.at(id).name);
      llvm::StringRef qualified =
          full.contains(':') ? full.rsplit(':').second : full.rsplit('.').second;
      bool nested = name == "__name__" && qualified.contains('.');
      return heap_.str(nested ? qualified.rsplit('.').second : qualified);
    }
    if (meta && hasOwnAttribute(meta, "__getattr__"))
      refuse(RefusalKind::UnknownEffect, "`__getattr__` of a metaclass");
    missing(resolutionOrder(id), name);
    return missing(heap_.classNamed("builtins.type"), name);
  }
  case ObjectKind::Super: {
    Value after = heap_.at(id).items[0], receiver = heap_.at(id).items[1];
    ObjectId type =
        heap_.at(receiver).kind == ObjectKind::Class ? receiver.objectId() : typeOf(receiver);
    std::vector<ObjectId> order = resolutionOrder(type);
    auto next = std::find(order.begin(), order.end(), after.objectId());
    order.erase(order.begin(), next == order.end() ? next : next + 1);
    for (ObjectId each : order)
      if (std::optional<Value> found = lookupInClassAlone(each, name))
        return bindAttribute(*found, receiver, type);
    return missing(order, name);
  }
  case ObjectKind::Range:
  case ObjectKind::Slice:
    for (auto [i, part] : {std::pair(0, "start"), std::pair(1, "stop"), std::pair(2, "step")})
      if (name == part)
        return heap_.item(id, i);
    break;
  case ObjectKind::Function:
    if (name == "__defaults__")
      return heap_.item(id, 0);
    // A text, or None: a wrapper may have another function's.
    if (name == "__doc__")
      return Value::object(heap_.native("function.__doc__"));
    break;
  case ObjectKind::Method:
    for (auto [i, part] : {std::pair(0, "__func__"), std::pair(1, "__self__")})
      if (name == part)
        return heap_.item(id, i);
    break;
  case ObjectKind::Enumerated:
  case ObjectKind::Native:  // a module or class of the run time
    if (std::optional<Value> known = tensors_.namedAttribute(value, name))
      return known;
    if (std::string own = heap_.at(id).name + "." + name.str(); isKnownNative(own))
      return Value::object(heap_.native(own));
    return Value::object(heap_.native(StaticModules::nativeName(heap_.at(id).name, name)));
  case ObjectKind::Opaque:
    if (isNativeObject(value, PreludeName::PartialClass))
      for (const std::string &each : {(name + "()").str(), name.str()})
        if (std::optional<Value> part = heap_.classAttribute(id, each))
          return part;
    refuse(RefusalKind::UnknownObject, describe(value));
    return std::nullopt;
  default: break;
  }
  if (isMarked(typeOf(value)))
    return std::nullopt;
  if (name == "__class__" && isNamedResult(value)) {
    refuse(RefusalKind::UnknownObject, "the class of named results");
    return std::nullopt;
  }
  if (name == "__class__" && heap_.at(id).kind != ObjectKind::Function)
    return Value::object(namedTypeOf(value));
  bool hasNamespace = heap_.at(id).kind == ObjectKind::Instance && !isSparse(value);
  if (name == "__dict__" && (!hasNamespace || hasMembers(typeOf(value)))) {
    refuse(RefusalKind::UnknownOperation, "`__dict__` of " + describe(value));
    return std::nullopt;
  }
  if (name == "__dict__") {
    ObjectId space = heap_.make(ObjectKind::Dict);
    heap_.at(space).namespaceOf = id;
    return Value::object(space);
  }
  if (std::optional<Value> found = ownOrInherited(value, name); found || stopped())
    return found;
  ObjectId type = typeOf(value);
  missing(resolutionOrder(type), name);
  std::optional<Value> fallback = lookupInClass(type, "__getattr__");
  if (!fallback || stopped())
    return std::nullopt;
  return call(bindAttribute(*fallback, value, type), {{heap_.str(name)}, {}});
}

// Lookup of `object.__getattribute__`.
std::optional<Evaluator::Value> Evaluator::ownOrInherited(Value value, llvm::StringRef name) {
  // A descriptor with a setter goes before the instance's dict, any other attribute after it.
  ObjectId id = value.objectId(), type = typeOf(value);
  std::optional<Value> ofClass = lookupInClass(type, name);
  if (stopped() || isForeignDescriptor(ofClass, name))
    return std::nullopt;
  ObjectKind found = ofClass && ofClass->isObject() ? heap_.at(*ofClass).kind : ObjectKind::Opaque;
  if (found == ObjectKind::Member)
    return heap_.attribute(id, std::string(heap_.at(*ofClass).name));
  if (found == ObjectKind::Property ||
      (found == ObjectKind::Instance && lookupInClass(typeOf(*ofClass), "__set__")))
    return bindAttribute(*ofClass, value, type);
  if (heap_.at(id).kind == ObjectKind::Tensor) {
    Value special = tensors_.attribute(id, name);
    if (special.isBound() || stopped())
      return special;
  }
  if (hasOwnNames(id))
    if (std::optional<Value> own = heap_.attribute(id, name))
      return own;
  if (ofClass)
    return bindAttribute(*ofClass, value, type);
  return std::nullopt;
}

// The class, or one of its bases, names members in `__slots__`.
bool Evaluator::hasMembers(ObjectId type) {
  return llvm::any_of(resolutionOrder(type), [&](ObjectId each) {
    std::optional<Value> slots = heap_.classAttribute(each, "__slots__");
    std::optional<Values> names = slots ? allItems(*slots) : Values();
    return !names || !names->empty();
  });
}

// `object` is the only builtin class among its bases.
bool Evaluator::isPlainClass(ObjectId type) {
  return llvm::all_of(resolutionOrder(type), [&](ObjectId each) {
    llvm::StringRef name = heap_.at(each).name;
    return name.contains(':') || name == "builtins.object";
  });
}

// True when the class itself, or a base that is no native one, has the attribute.
bool Evaluator::hasOwnAttribute(ObjectId type, llvm::StringRef name) {
  std::optional<Value> found = lookupInClass(type, name);
  return found && !(found->isObject() && heap_.at(*found).kind == ObjectKind::Native);
}

// An attribute of a module or class of the run time has a name, whatever it is: only functions,
// objects of the profile, types and devices are known for what they are.
// What `max(dim)` and its like give: a tuple, of a class that nothing here has.
bool Evaluator::isNamedResult(Value value) {
  if (!value.isObject() || heap_.isShape(value))
    return false;
  const Object &object = heap_.at(value);
  return object.kind == ObjectKind::Tuple && object.isNew() && !object.type &&
         !object.attributes.empty();
}

bool Evaluator::isIdentified(Value value) {
  const Object &object = heap_.at(value);
  if (object.kind != ObjectKind::Native && object.kind != ObjectKind::Enumerated)
    return true;
  return object.node || isKnownNative(object.name) || tensors_.isNamedValue(value);
}

// Lists, dicts and others of a builtin class have no attributes of their own.
bool Evaluator::hasOwnNames(ObjectId id) {
  switch (heap_.at(id).kind) {
  case ObjectKind::List:
  case ObjectKind::Tuple:
  case ObjectKind::Dict:
  case ObjectKind::Set: {
    if (!heap_.load(id).attributes.empty())
      return true;
    ObjectId type = heap_.at(id).type;
    return type && !llvm::StringRef(heap_.at(type).name).startswith("builtins.");
  }
  case ObjectKind::Iterator:
  case ObjectKind::Generator:
  case ObjectKind::Range:
  case ObjectKind::RowList:
  case ObjectKind::Text: return false;
  default: return true;
  }
}

void Evaluator::setAttribute(Value object, llvm::StringRef name, Value value) {
  if (stopped())
    return;
  if (!object.isObject())
    return void(refuse(RefusalKind::UnknownObject, describe(object)));
  ObjectId id = object.objectId();
  ObjectId type = typeOf(object);
  if (heap_.at(id).kind == ObjectKind::Instance || heap_.at(id).kind == ObjectKind::Tensor) {
    std::optional<Value> setter = lookupInClass(type, "__setattr__");
    if (setter && setter->isObject() && heap_.at(*setter).kind == ObjectKind::Function) {
      call(bindAttribute(*setter, object, type), {{heap_.str(name), value}, {}});
      return;
    }
    callNative("object.__setattr__", {{object, heap_.str(name), value}, {}});
    return;
  }
  // Names with two underscores may change how the object itself behaves.
  bool isPlain = !name.startswith("__") || !name.endswith("__");
  bool isPartial = isNativeObject(object, PreludeName::PartialClass);
  if (isPartial ? heap_.at(id).isNew() : isPlain && mayStoreTo(id, name))
    return heap_.setAttribute(id, name, value);
  refuse(RefusalKind::UnknownEffect, "a store to `" + name + "` of " + describe(object));
}

// True when a store to an attribute is one to the namespace of a function, module or class.
bool Evaluator::mayStoreTo(ObjectId id, llvm::StringRef name) {
  const Object &object = heap_.at(id);
  switch (object.kind) {
  case ObjectKind::Function: return true;
  case ObjectKind::Dict:
    return object.type && !object.node && isBuiltinClass(heap_.at(object.type).name);
  case ObjectKind::Module: return bool(object.node) && isOfProfile(object.name);
  case ObjectKind::Class: {
    ObjectId meta = object.type;
    return llvm::StringRef(object.name).contains(':') && !isMarked(id) &&
           !(meta && (hasOwnAttribute(meta, "__setattr__") || hasOwnAttribute(meta, name)));
  }
  default: return false;
  }
}

void Evaluator::deleteAttribute(Value object, llvm::StringRef name) {
  if (stopped())
    return;
  if (!object.isObject() || heap_.at(object).kind != ObjectKind::Instance)
    return void(refuse(RefusalKind::UnknownObject, describe(object)));
  bool found;
  callSpecial(object, "__delattr__", heap_.str(name), &found);
  if (!found)
    callNative("object.__delattr__", {{object, heap_.str(name)}, {}});
}

// ---------------------------------------------------------------- items

Evaluator::Value Evaluator::getItem(Value object, Value key) {
  if (stopped())
    return {};
  if (isTensor(object))
    return callMethod(object, "__getitem__", {{key}, {}});
  if (!object.isObject() && kindOf(object) == TypeKind::Tuple)
    return getItem(iterate(object), key);
  if (kindOf(object) == TypeKind::Str)
    return callNative("str.__getitem__", {{object, key}, {}});
  if (!object.isObject())
    return refuse(RefusalKind::UnknownOperation, "an item of " + describe(object));
  ObjectId id = object.objectId();
  if (std::optional<Value> own = ownSpecial(object, "__getitem__"))
    return call(*own, {{key}, {}});
  switch (heap_.at(id).kind) {
  case ObjectKind::List:
  case ObjectKind::Tuple:
  case ObjectKind::Iterator: {
    if (key.isObject() && heap_.at(key).kind == ObjectKind::Slice)
      return callNative("list.__getslice__", {{object, key}, {}});
    if (scalars_.takesManyValues(key))
      return refuse(RefusalKind::UnknownOperation, "an item at a place that moves");
    std::optional<int64_t> index = scalars_.fixedInt(key, "an index");
    if (!index)
      return {};
    if (*index < 0) {
      if (std::optional<Value> added = heap_.addedItem(id, -*index))
        return *added;
      *index += heap_.length(id);
    }
    if (*index < 0 || *index >= static_cast<int64_t>(heap_.load(id).items.size())) {
      heap_.length(id);
      return raise("IndexError", "index out of range");
    }
    return heap_.item(id, *index);
  }
  case ObjectKind::Class: {
    bool found = false;
    Value item = callSpecial(object, "__getitem__", key, &found);
    if (found || stopped())
      return item;
    break;
  }
  case ObjectKind::Range:
    if (key.isObject())
      break;
    return itemOfRange(id, key);
  case ObjectKind::RowList: return itemOfRows(object, key);
  case ObjectKind::Dict: {
    if (scalars_.takesManyValues(key))
      return refuse(RefusalKind::UnknownOperation, "an item at a place that moves");
    key = keyIn(id, key);
    if (stopped())
      return {};
    Value *found = heap_.entry(id, key);
    if (found)
      return *found;
    if (Value made = defaultEntry(object, key); made.isBound() || stopped())
      return made;
    bool missing;
    Value answer = callSpecial(object, "__missing__", key, &missing);
    return missing ? answer : raise("KeyError", describe(key));
  }
  case ObjectKind::Instance: {
    bool found;
    Value answer = callSpecial(object, "__getitem__", key, &found);
    if (found || stopped())
      return answer;
    break;
  }
  default: break;
  }
  return refuse(RefusalKind::UnknownOperation, "an item of " + describe(object));
}

// The entry that a defaultdict makes for a missing key.
Evaluator::Value Evaluator::defaultEntry(Value dict, Value key) {
  Object &object = heap_.at(dict);
  if (!object.type || heap_.at(object.type).name != "collections.defaultdict")
    return {};
  std::optional<Value> factory = heap_.attribute(dict.objectId(), "default_factory");
  if (!factory)
    return refuse(RefusalKind::UnknownAttribute, "default_factory");
  if (*factory == heap_.none())
    return {};
  Value made = call(*factory, {});
  if (!stopped())
    heap_.setEntry(dict.objectId(), key, made);
  return made;
}

void Evaluator::setItem(Value object, Value key, Value value) {
  if (stopped())
    return;
  if (isTensor(object)) {
    callMethod(object, "__setitem__", {{key, value}, {}});
    return;
  }
  if (std::optional<Value> own = ownSpecial(object, "__setitem__"))
    return void(call(*own, {{key, value}, {}}));
  if (object.isObject()) {
    ObjectId id = object.objectId();
    switch (heap_.at(id).kind) {
    case ObjectKind::List: {
      if (key.isObject() && heap_.at(key).kind == ObjectKind::Slice)
        return setSlice(id, key, value);
      std::optional<int64_t> index = scalars_.fixedInt(key, "an index");
      if (!index)
        return;
      // The length is assumed: nothing else says that there is such a place, since a store reads
      // none.
      int64_t size = heap_.length(id);
      if (*index < 0)
        *index += size;
      if (*index < 0 || *index >= size)
        return void(raise("IndexError", "index out of range"));
      heap_.load(id).items[*index] = value;
      return;
    }
    case ObjectKind::Dict: return setEntry(id, key, value);
    case ObjectKind::Instance: {
      bool found;
      std::optional<Value> method = lookupInClass(typeOf(object), "__setitem__");
      found = method.has_value();
      if (found)
        call(bindAttribute(*method, object, typeOf(object)), {{key, value}, {}});
      if (found || stopped())
        return;
      break;
    }
    default: break;
    }
  }
  refuse(RefusalKind::UnknownOperation, "setting an item of " + describe(object));
}

void Evaluator::setSlice(ObjectId list, Value slice, Value value) {
  if (!value.isObject() && !isTensor(value))
    return void(
        refuse(RefusalKind::UnknownOperation, "storing " + describe(value) + " in a slice"));
  std::optional<Values> given = allItems(value);
  if (!given)
    return;
  std::optional<std::array<int64_t, 3>> bounds = sliceBounds(slice, heap_.length(list));
  if (!bounds)
    return;
  Values &items = heap_.load(list).items;
  if (auto [start, stop, step] = *bounds; step == 1) {
    auto at = items.erase(items.begin() + start, items.begin() + std::max(start, stop));
    items.insert(at, given->begin(), given->end());
    return;
  }
  const std::vector<int64_t> places = placesIn(*bounds);
  if (places.size() != given->size())
    return void(
        raise("ValueError", "attempt to assign sequence of size " + std::to_string(given->size()) +
                                " to extended slice of size " + std::to_string(places.size())));
  for (size_t i = 0; i < places.size(); ++i)
    items[places[i]] = (*given)[i];
}

void Evaluator::deleteItem(Value object, Value key) {
  if (stopped())
    return;
  if (std::optional<Value> own = ownSpecial(object, "__delitem__"))
    return void(call(*own, {{key}, {}}));
  if (object.isObject() && heap_.at(object).kind == ObjectKind::Dict) {
    key = keyIn(object.objectId(), key);
    if (stopped())
      return;
    if (heap_.entry(object.objectId(), key))
      heap_.deleteEntry(object.objectId(), key);
    else
      raise("KeyError", describe(key));
    return;
  }
  if (object.isObject() && heap_.at(object).kind == ObjectKind::List)
    return deleteFromList(object.objectId(), key);
  if (object.isObject() && heap_.at(object).kind == ObjectKind::Instance) {
    bool found;
    callSpecial(object, "__delitem__", key, &found);
    if (found || stopped())
      return;
  }
  refuse(RefusalKind::UnknownOperation, "deleting an item of " + describe(object));
}

void Evaluator::deleteFromList(ObjectId list, Value key) {
  if (!key.isObject() || heap_.at(key).kind != ObjectKind::Slice)
    return void(callNative("list.pop", {{Value::object(list), key}, {}}));
  std::optional<std::array<int64_t, 3>> bounds = sliceBounds(key, heap_.length(list));
  if (!bounds)
    return;
  Values &items = heap_.load(list).items, kept;
  std::vector<bool> isDeleted(items.size());
  for (int64_t i : placesIn(*bounds))
    isDeleted[i] = true;
  for (size_t i = 0; i < items.size(); ++i)
    if (!isDeleted[i])
      kept.push_back(items[i]);
  items = std::move(kept);
}

// An entry of a dict, or the attribute that it stands for.
void Evaluator::setEntry(ObjectId dict, Value key, Value value) {
  key = keyIn(dict, key);
  if (stopped())
    return;
  if (ObjectId owner = heap_.at(dict).namespaceOf) {
    bool isName = key.isConstant() && kindOf(key) == TypeKind::Str;
    if (!isName || heap_.at(owner).kind != ObjectKind::Instance)
      return void(refuse(RefusalKind::UnknownEffect, "a store to `__dict__`"));
  }
  heap_.setEntry(dict, key, value);
}

}  // namespace janus::speculate
