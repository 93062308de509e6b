#include "Transforms/Speculate/Heap/AbstractHeap.h"

#include "IR/Literals.h"
#include "IR/Printer.h"

#include "llvm/Support/raw_ostream.h"

namespace janus::speculate {

using namespace ir;

AbstractHeap::AbstractHeap(const Profile &profile, const ModuleSource &modules, GraphWriter &graph,
                           SizeSymbols &sizes, const llvm::DenseSet<NodeId> &oneObject)
    : profile_(profile), modules_(modules), graph_(graph), sizes_(sizes), oneObject_(oneObject) {
  for (NodeId node : profile.heap.ids())
    if (profile.heap[node].kind == NodeKind::Class ||
        profile.heap[node].kind == NodeKind::NativeClass)
      classNodes_.try_emplace(profile.heap[node].name, node);
}

ObjectId AbstractHeap::make(ObjectKind kind) {
  objects_.emplace_back();
  objects_.back().kind = kind;
  touched_.push_back(clock_);
  return ObjectId(objects_.size() - 1);
}

AbstractValue AbstractHeap::makeList(ObjectKind kind, std::vector<AbstractValue> items) {
  ObjectId id = make(kind);
  at(id).items = std::move(items);
  return AbstractValue::object(id);
}

// An attribute tells it from a plain tuple, and stays with it where sides are merged.
constexpr char kIsShape[] = "<shape>";

AbstractValue AbstractHeap::makeShape(std::vector<AbstractValue> sizes) {
  AbstractValue shape = makeList(ObjectKind::Tuple, std::move(sizes));
  at(shape).attributes.emplace_back(kIsShape, none());
  return shape;
}

AbstractValue AbstractHeap::makeListLike(AbstractValue original, std::vector<AbstractValue> items) {
  return isShape(original) ? makeShape(std::move(items))
                           : makeList(at(original).kind, std::move(items));
}

bool AbstractHeap::isShape(AbstractValue tuple) {
  const auto &attributes = at(tuple).attributes;
  return !attributes.empty() && attributes.front().first == kIsShape;
}

bool AbstractHeap::isPlain(AbstractValue container) const {
  static constexpr llvm::StringLiteral kTypes[] = {"builtins.list", "builtins.tuple",
                                                   "builtins.dict"};
  const Object &object = objects_[container.objectId().index];
  return object.type ? llvm::is_contained(kTypes, objects_[object.type.index].name)
                     : object.attributes.empty();
}

// ---------------------------------------------------------------- the snapshot

AbstractValue AbstractHeap::defer(const ProfileValue &value, std::string path) {
  if (!value.isBound())
    return {};
  deferred_.push_back({value, std::move(path), {}});
  return AbstractValue::deferred(DeferredId(deferred_.size() - 1));
}

AbstractValue AbstractHeap::read(AbstractValue &place) {
  if (place.isChoice())
    noteUndecided(choice(place).fork);
  if (!place.isDeferred())
    return place;
  size_t index = place.deferredId().index;
  if (deferred_[index].read.isBound())
    return place = deferred_[index].read;
  AbstractValue value = deferred_[index].made;
  if (value.isBound() && at(value).name.empty())
    graph_.assume("same", deferred_[index].path, at(value).path);
  else if (value.isBound())
    graph_.assume("global", deferred_[index].path, at(value).name);
  else
    value = fromProfile(deferred_[index].value, deferred_[index].path);
  deferred_[index].read = value;
  return place = value;
}

bool AbstractHeap::isUnchanged(AbstractValue before, AbstractValue now) const {
  return before == now ||
         (before.isDeferred() && deferred_[before.deferredId().index].read == now && now.isBound());
}

AbstractValue AbstractHeap::fromProfile(const ProfileValue &value, std::string path) {
  auto constant = [&](AbstractValue known, llvm::StringRef text) {
    graph_.assume("constant", path, text);
    return known;
  };
  if (!value.isBound())
    return {};
  if (std::holds_alternative<ProfileValue::None>(value.value))
    return constant(none(), "None");
  if (auto *truth = std::get_if<bool>(&value.value))
    return constant(boolean(*truth), *truth ? "True" : "False");
  // A text that was another one at another entry (`progress.prefix`) is only assumed where
  // something hangs on it.
  if (auto *text = std::get_if<std::string>(&value.value)) {
    if (!sizes_.mayVary(path))
      return constant(str(*text), keyText(value));
    return makeScalar({TypeKind::Str, ValueId(), graph_.str(*text), std::move(path)});
  }
  // The kind of the number may decide something, its value aside.
  bool isInt = std::holds_alternative<int64_t>(value.value);
  if (isInt || std::holds_alternative<double>(value.value))
    graph_.assume("class", path, isInt ? "builtins.int" : "builtins.float");
  if (auto *number = std::get_if<int64_t>(&value.value))
    if (std::optional<SymbolicSize> size = sizes_.ofNumber(path, *number)) {
      graph_.input(path, graph_.types().of(TypeKind::Int));
      return makeSize(*size);
    }
  if (auto *number = std::get_if<int64_t>(&value.value))
    return makeScalar({TypeKind::Int, ValueId(), graph_.integer(*number), std::move(path)});
  if (auto *number = std::get_if<double>(&value.value))
    return makeScalar({TypeKind::Float, ValueId(), graph_.real(*number), std::move(path)});
  return reach(std::get<NodeId>(value.value), std::move(path));
}

AbstractValue AbstractHeap::reach(NodeId node, std::string path) {
  const HeapNode &facts = profile_.heap[node];
  bool isClass = facts.kind == NodeKind::Class || facts.kind == NodeKind::NativeClass;
  if (isClass) {
    // A class is known by its name: who has an instance has its class.
    bool named = llvm::StringRef(path).startswith("<");
    if (!named)
      graph_.assume("is_class", path, facts.name);
    path = "<" + facts.name + ">";
  }
  auto [known, isNew] = byNode_.try_emplace(node);
  if (!isNew) {
    Object &object = at(known->second);
    if (object.path.empty()) {
      object.path = std::move(path);
      assumeKind(object);
    } else if (object.path != path) {
      if (mayBeSeveral(node, path))
        return AbstractValue::object(anotherTensor(node, std::move(path)));
      graph_.assume("same", path, object.path);
    }
    return AbstractValue::object(known->second);
  }
  static const ObjectKind kKinds[] = {
      ObjectKind::Instance,    ObjectKind::Class,  ObjectKind::Class,    ObjectKind::Function,
      ObjectKind::Native,      ObjectKind::Method, ObjectKind::Property, ObjectKind::StaticMethod,
      ObjectKind::ClassMethod, ObjectKind::Member, ObjectKind::Module,   ObjectKind::List,
      ObjectKind::Tuple,       ObjectKind::Dict,   ObjectKind::Set,      ObjectKind::Slice,
      ObjectKind::Range,       ObjectKind::Cell,   ObjectKind::Tensor,   ObjectKind::Enumerated,
      ObjectKind::Opaque,
  };
  ObjectId id = make(kKinds[static_cast<size_t>(facts.kind)]);
  byNode_[node] = id;
  Object &object = at(id);
  object.node = node;
  object.path = std::move(path);
  object.name = facts.name;
  object.loaded = false;
  if (object.kind == ObjectKind::Class)
    classes_.try_emplace(facts.name, id);
  if (object.kind == ObjectKind::Tensor)
    loadTensor(object, facts);
  if (facts.type)
    object.type = reach(facts.type, "<class>").objectId();
  assumeKind(at(id));
  if (facts.kind == NodeKind::Native)
    load(id);  // its name alone does not say what it is bound to
  return AbstractValue::object(id);
}

// `<class>.name`.
static bool isOfClass(llvm::StringRef path) {
  size_t end = path.rfind('>');
  return path.startswith("<") && end != llvm::StringRef::npos && end + 1 < path.size() &&
         path[end + 1] == '.' && path.find_first_of(".[", end + 2) == llvm::StringRef::npos;
}

// Assumes the kind of object that is at the path. The class of an instance is assumed with the
// instance.
void AbstractHeap::assumeKind(Object &object) {
  const HeapNode &facts = profile_.heap[object.node];
  // The function that a class's lookup gives is assumed with the class.
  bool isFunction = facts.kind == NodeKind::Function || facts.kind == NodeKind::Native;
  if (isFunction && isOfClass(object.path))
    return;
  switch (facts.kind) {
  case NodeKind::Class:
  case NodeKind::NativeClass:
  case NodeKind::Cell: return;
  case NodeKind::Function: return graph_.assume("code", object.path, facts.name);
  case NodeKind::Native:
  case NodeKind::Enumerated: return graph_.assume("native", object.path, facts.name);
  case NodeKind::Module: return graph_.assume("module", object.path, facts.name);
  case NodeKind::Method: return graph_.assume("class", object.path, "builtins.method");
  case NodeKind::Property: return graph_.assume("class", object.path, "builtins.property");
  case NodeKind::StaticMethod: return graph_.assume("class", object.path, "builtins.staticmethod");
  case NodeKind::ClassMethod: return graph_.assume("class", object.path, "builtins.classmethod");
  case NodeKind::Member: return graph_.assume("class", object.path, "builtins.member_descriptor");
  case NodeKind::Slice: return graph_.assume("class", object.path, "builtins.slice");
  case NodeKind::Range: return graph_.assume("class", object.path, "builtins.range");
  default: break;
  }
  if (object.type)
    graph_.assume("class", object.path, at(object.type).name);
  // Bindings take tensors for apart that nothing says share their memory.
  if (object.kind == ObjectKind::Tensor && isAnotherView(object))
    graph_.assume("shares", object.path, storages_[object.tensor.storage.index].path);
}

std::string partStep(NodeKind kind, size_t index) {
  switch (kind) {
  case NodeKind::Class:
  case NodeKind::NativeClass: return ".__mro__[" + std::to_string(index) + "]";
  case NodeKind::Function:
    return index == 0   ? ".__defaults__"
           : index == 1 ? ".__kwdefaults__"
                        : ".__closure__[" + std::to_string(index - 2) + "]";
  case NodeKind::Method: return index == 0 ? ".__func__" : ".__self__";
  case NodeKind::Native: return ".__self__";
  case NodeKind::StaticMethod:
  case NodeKind::ClassMethod: return ".__func__";
  case NodeKind::Property: return index == 0 ? ".fget" : index == 1 ? ".fset" : ".fdel";
  case NodeKind::Slice:
  case NodeKind::Range: return index == 0 ? ".start" : index == 1 ? ".stop" : ".step";
  case NodeKind::Cell: return ".cell_contents";
  default: return "[" + std::to_string(index) + "]";
  }
}

std::string attributePath(llvm::StringRef holder, bool isModule, llvm::StringRef name) {
  bool isRoot = isModule && holder.startswith("@") && !holder.contains(':');
  return (holder + (isRoot ? ":" : ".") + name).str();
}

Object &AbstractHeap::load(ObjectId id) {
  if (at(id).divergence)
    noteUndecided(at(id).divergence->fork);
  // Code that knows of such lists does not ask here: the loop is unrolled, or the size a number.
  if (at(id).grown && at(id).grown->isOfViews)
    sizes_.fix(*sizeOf(at(id).items[0]));
  else if (at(id).grown)
    noteUndecided(at(id).grown->fork);
  if (at(id).loaded)
    return at(id);
  at(id).loaded = true;
  std::string path = at(id).path;
  const HeapNode &node = profile_.heap[at(id).node];
  std::vector<AbstractValue> items;
  for (size_t i = 0; i < node.items.size(); ++i)
    items.push_back(defer(node.items[i], path + partStep(node.kind, i)));
  EntryList entries;
  for (const auto &[key, value] : node.entries) {
    std::string keyPath = path + ".keys()[" + std::to_string(entries.size()) + "]";
    AbstractValue keyValue = std::holds_alternative<NodeId>(key.value)
                                 ? reach(std::get<NodeId>(key.value), keyPath)
                                 : AbstractValue();
    if (auto *text = std::get_if<std::string>(&key.value))
      keyValue = str(*text);
    else if (auto *number = std::get_if<int64_t>(&key.value))
      keyValue = integer(*number);
    else if (auto *real = std::get_if<double>(&key.value))
      keyValue = this->real(*real);
    else if (!keyValue.isBound())
      keyValue = fromProfile(key, keyPath);
    entries.emplace_back(keyValue, defer(value, path + "[" + keyText(keyValue) + "]"));
  }
  AttributeList attributes;
  for (const auto &[name, value] : node.attributes)
    attributes.emplace_back(name,
                            defer(value, attributePath(path, node.kind == NodeKind::Module, name)));
  Object &object = at(id);
  object.items = object.oldItems = std::move(items);
  object.entries = object.oldEntries = std::move(entries);
  object.attributes = object.oldAttributes = std::move(attributes);
  if (object.kind == ObjectKind::Function)
    std::tie(object.module, object.function) = modules_.findCode(object.name);
  return object;
}

ObjectId AbstractHeap::classNamed(llvm::StringRef name) {
  auto [known, isNew] = classes_.try_emplace(name);
  if (!isNew)
    return known->second;
  auto node = classNodes_.find(name);
  if (node != classNodes_.end()) {
    classes_.erase(name);
    ObjectId id = reach(node->getValue(), "<class>").objectId();
    classes_[name] = id;
    return id;
  }
  ObjectId id = make(ObjectKind::Class);
  at(id).name = name.str();
  classes_[name] = id;
  return id;
}

ObjectId AbstractHeap::native(llvm::StringRef name) {
  auto [known, isNew] = natives_.try_emplace(name);
  if (isNew) {
    ObjectId id = make(ObjectKind::Native);
    at(id).name = name.str();
    natives_[name] = id;
    return id;
  }
  return known->second;
}

// ---------------------------------------------------------------- scalars

AbstractValue AbstractHeap::makeScalar(Scalar scalar) {
  scalars_.push_back(std::move(scalar));
  return AbstractValue::scalar(ScalarId(scalars_.size() - 1));
}

AbstractValue AbstractHeap::makeSize(const SymbolicSize &size) {
  if (std::optional<int64_t> number = size.expression.constant())
    return integer(*number);
  Scalar made{TypeKind::Int, ValueId(), std::nullopt, ""};
  if (!size.expression.isCounted())
    made.profile = graph_.integer(size.number);
  made.size = size.expression;
  return makeScalar(std::move(made));
}

std::optional<SymbolicSize> AbstractHeap::sizeOf(AbstractValue value) {
  if (value.isScalar() && scalar(value).size && scalar(value).size->isCounted())
    return sizes_.sizeOf(Dim{-1, scalar(value).size->text()});
  std::optional<ConstId> known = profiled(value);
  if (!known || graph_.constant(*known).kind != Constant::Kind::Int)
    return std::nullopt;
  int64_t number = graph_.constant(*known).integer;
  if (value.isConstant())
    return number;
  const std::optional<SizeExpression> &size = scalar(value).size;
  return size ? std::optional(SymbolicSize(number, *size)) : std::nullopt;
}

// The parts of a text as one.
ValueId AbstractHeap::joined(const Object &text) {
  llvm::SmallVector<ValueId, 8> parts = {graph_.materialize(graph_.str(""))};
  for (AbstractValue part : std::vector(text.items))
    parts.push_back(valueOf(part));
  return graph_.emit(ir::Opcode::TextCall, parts, graph_.types().of(TypeKind::Str),
                     {{"method", std::string("join")}});
}

ValueId AbstractHeap::valueOf(AbstractValue value) {
  if (value.isConstant())
    return graph_.materialize(value.constantId());
  if (value.isObject())
    return joined(at(value));
  Scalar &known = scalar(value);
  if (known.isFixed)
    return graph_.materialize(*known.profile);
  if (known.size && known.size->isCounted())  // at each place anew: this one may be in a branch
    return sizes_.valueOf(*known.size);
  if (!known.value && known.size)
    known.value = sizes_.valueOf(*known.size);
  if (!known.value)
    known.value = graph_.input(known.path, graph_.types().of(known.kind));
  return known.value;
}

AbstractValue AbstractHeap::scalarOf(ValueId value) const {
  for (size_t i = 0; i < scalars_.size(); ++i)
    if (scalars_[i].value == value)
      return AbstractValue::scalar(ScalarId(i));
  return {};
}

std::optional<ConstId> AbstractHeap::fix(AbstractValue value) {
  if (value.isConstant())
    return value.constantId();
  if (!value.isScalar())
    return std::nullopt;
  Scalar &known = scalar(value);
  if (known.size)
    return known.size->isCounted() ? std::nullopt
                                   : std::optional(graph_.integer(sizes_.fix(*sizeOf(value))));
  if (!known.profile || known.path.empty())
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream out(text);
  printConstant(out, graph_.module(), *known.profile);
  graph_.assume("constant", known.path, text);
  known.isFixed = true;
  return known.profile;
}

AbstractValue AbstractHeap::settled(AbstractValue value) const {
  if (!value.isScalar())
    return value;
  const Scalar &known = scalars_[value.scalarId().index];
  return known.isFixed ? AbstractValue::constant(*known.profile) : value;
}

std::optional<ConstId> AbstractHeap::profiled(AbstractValue value) {
  if (value.isConstant())
    return value.constantId();
  return value.isScalar() ? scalar(value).profile : std::nullopt;
}

// ---------------------------------------------------------------- attributes and items

std::optional<AbstractValue> AbstractHeap::attribute(ObjectId id, llvm::StringRef name) {
  if (std::optional<AbstractValue> found = classAttribute(id, name))
    return found;
  const Object &object = at(id);
  areConfused_ |= object.view && !llvm::is_contained(object.view->absent, name);
  bool wasThere = llvm::any_of(object.oldAttributes, [&](auto &old) { return old.first == name; });
  if (!object.isNew() && !wasThere)
    graph_.assume("absent", object.path, name);
  return std::nullopt;
}

std::optional<AbstractValue> AbstractHeap::classAttribute(ObjectId id, llvm::StringRef name) {
  load(id);
  for (size_t i = 0; i < at(id).attributes.size(); ++i)
    if (at(id).attributes[i].first == name) {
      AbstractValue value = read(at(id).attributes[i].second);
      at(id).attributes[i].second = value;
      return value;
    }
  return std::nullopt;
}

bool AbstractHeap::hasFact(ObjectId type, llvm::StringRef fact) {
  return llvm::any_of(load(type).attributes, [&](auto &each) { return each.first == fact; });
}

TypeKind AbstractHeap::kindOf(AbstractValue value) {
  if (value.isScalar())
    return scalar(value).kind;
  if (value.isConstant())
    return graph_.types().get(ir::typeOf(graph_.module(), value.constantId())).kind;
  if (!value.isObject())
    return TypeKind::Dyn;
  switch (at(value).kind) {
  case ObjectKind::Tensor: return TypeKind::Tensor;
  case ObjectKind::List: return TypeKind::List;
  case ObjectKind::Tuple: return TypeKind::Tuple;
  case ObjectKind::Dict: return TypeKind::Dict;
  case ObjectKind::Text: return TypeKind::Str;
  default: return TypeKind::Object;
  }
}

// A function is bound as its wrapper says; of others the name counts.
static std::string assumedName(const Object &found) {
  switch (found.kind) {
  case ObjectKind::StaticMethod: return "@staticmethod";
  case ObjectKind::ClassMethod: return "@classmethod";
  case ObjectKind::Property: return "@property";
  case ObjectKind::Member: return "@member";
  default: return found.name;
  }
}

// Nobody changes a native class, or one that the region makes.
bool AbstractHeap::isFixed(const Object &type) const {
  return type.isNew() || (type.node && profile_.heap[type.node].kind == NodeKind::NativeClass);
}

void AbstractHeap::assumeMethod(ObjectId type, llvm::StringRef name,
                                std::optional<AbstractValue> found) {
  const Object &object = at(type);
  if (isFixed(object))
    return;
  if (!found)
    return graph_.assume("absent", object.path, name);
  std::string what = found->isObject() ? assumedName(at(*found)) : "";
  graph_.assume("method", object.path, name.str() + "=" + what);
}

bool AbstractHeap::isStored(ObjectId id, llvm::StringRef name) {
  const Object &object = load(id);
  auto find = [&](const AttributeList &list) {
    auto found = llvm::find_if(list, [&](auto &each) { return each.first == name; });
    return found == list.end() ? AbstractValue() : found->second;
  };
  return !isUnchanged(find(object.oldAttributes), find(object.attributes));
}

// A function of one code without values of its own is the same wherever it is found, and so is a
// native.
void AbstractHeap::assumeInherited(ObjectId type, llvm::StringRef name, ObjectId holder,
                                   AbstractValue found) {
  ObjectKind kind = found.isObject() ? at(found).kind : ObjectKind::Opaque;
  if (kind == ObjectKind::Native)
    return;
  if (kind == ObjectKind::Function) {
    NodeId node = at(found).node;
    bool isPlain = !node || llvm::all_of(profile_.heap[node].items, [](const ProfileValue &item) {
      return std::holds_alternative<ProfileValue::None>(item.value);
    });
    if (isPlain)
      return;
  }
  assumeFoundIn(type, name, holder);
}

void AbstractHeap::assumeFoundIn(ObjectId type, llvm::StringRef name, ObjectId holder) {
  const Object &object = at(type);
  if (isFixed(object))
    return;
  graph_.assume("inherits", object.path, name.str() + "=" + at(holder).name);
}

// A place that only one side of a branch has bound: where it stands among the others hangs on the
// side.
void AbstractHeap::noteIfHalfBound(AbstractValue value) {
  if (!value.isChoice())
    return;
  for (AbstractValue side : {choice(value).then, choice(value).otherwise})
    if (!side.isBound())
      noteUndecided(choice(value).fork);
    else
      noteIfHalfBound(side);
}

void AbstractHeap::setAttribute(ObjectId id, llvm::StringRef name, AbstractValue value) {
  for (auto &[known, old] : load(id).attributes)
    if (known == name) {
      noteIfHalfBound(old);
      old = value;
      return;
    }
  at(id).attributes.emplace_back(name.str(), value);
  ++at(id).keyChanges;
}

bool AbstractHeap::deleteAttribute(ObjectId id, llvm::StringRef name) {
  AttributeList &attributes = load(id).attributes;
  auto found = llvm::find_if(attributes, [&](auto &each) { return each.first == name; });
  if (found == attributes.end())
    return false;
  noteIfHalfBound(found->second);
  attributes.erase(found);
  Object &object = at(id);
  ++object.keyChanges;
  bool wasThere = llvm::any_of(object.oldAttributes, [&](auto &old) { return old.first == name; });
  if (!wasThere && !object.isNew())
    graph_.assume("absent", object.path, name);  // else the one that was there would stay
  else if (wasThere && !llvm::is_contained(object.removedNames, name))
    object.removedNames.push_back(name.str());
  return true;
}

size_t AbstractHeap::length(ObjectId id) {
  if (at(id).namespaceOf)
    return keys(id).size();
  Object &object = load(id);
  bool isDict = object.kind == ObjectKind::Dict;
  if (!object.isNew() && !object.lengthAssumed && !object.keysAssumed) {
    object.lengthAssumed = true;
    size_t length = isDict ? object.oldEntries.size() : object.oldItems.size();
    graph_.assume("length", object.path, std::to_string(length));
  }
  return isDict ? object.entries.size() : object.items.size();
}

AbstractValue AbstractHeap::item(ObjectId id, size_t index) {
  AbstractValue place = load(id).items[index];
  if (!at(id).isNew() && index >= at(id).oldItems.size())
    length(id);  // the place of an item that the region has added
  AbstractValue value = read(place);
  return at(id).items[index] = value;
}

std::optional<AbstractValue> AbstractHeap::addedItem(ObjectId id, size_t fromEnd) {
  const Object &list = load(id);
  // Adding or removing elsewhere than at the end asks for the length.
  bool onlyAdds = list.kind == ObjectKind::List && !list.isNew() && !list.lengthAssumed &&
                  list.items.size() >= list.oldItems.size() + fromEnd;
  if (!onlyAdds)
    return std::nullopt;
  size_t index = list.items.size() - fromEnd;
  AbstractValue place = list.items[index], value = read(place);
  return at(id).items[index] = value;
}

std::optional<double> numberOf(const Constant &constant) {
  switch (constant.kind) {
  case Constant::Kind::True: return 1;
  case Constant::Kind::False: return 0;
  case Constant::Kind::Int: return static_cast<double>(constant.integer);
  case Constant::Kind::Float: return constant.number;
  default: return std::nullopt;
  }
}

// Classes, natives and modules are known by their names alone.
static bool isNamed(const Object &object) {
  static const ObjectKind kNamed[] = {ObjectKind::Class, ObjectKind::Native, ObjectKind::Module,
                                      ObjectKind::Enumerated};
  return llvm::is_contained(kNamed, object.kind) && !object.name.empty();
}

// Two objects of the snapshot are told apart by the snapshot. A type of elements is a native where
// code names it.
static bool areNamedAlike(const Object &a, const Object &b) {
  // The items of a class are its bases, once somebody has asked for them; of a native, its
  // receiver.
  auto hasReceiver = [](const Object &each) {
    return each.kind == ObjectKind::Native && !each.items.empty();
  };
  return isNamed(a) && isNamed(b) && a.name == b.name && !(a.node && b.node) && !hasReceiver(a) &&
         !hasReceiver(b);
}

// Bindings tell all objects apart whose identity the region asks for (Binding::areTwoObjects).
void AbstractHeap::noteCompared(ObjectId id) {
  const Object &object = at(id);
  if (object.isNew())
    return;
  graph_.assume("compared", object.path);
  if (object.kind == ObjectKind::Tensor)
    comparedTensors_.insert(object.node);
}

bool AbstractHeap::areOne(ObjectId a, ObjectId b) {
  if (a == b)
    return true;
  const Object &x = at(a), &y = at(b);
  if (areNamedAlike(x, y) || (x.namespaceOf && x.namespaceOf == y.namespaceOf))
    return true;
  areConfused_ |= x.view || y.view;
  bool differ = x.kind != y.kind && x.kind != ObjectKind::Opaque && y.kind != ObjectKind::Opaque &&
                !(isNamed(x) && isNamed(y));
  if (!x.isNew() && !y.isNew() && !differ) {
    areConfused_ |= x.path == y.path;
    noteCompared(a);
    noteCompared(b);
  }
  return false;
}

void AbstractHeap::assumeOther(AbstractValue a, AbstractValue b) {
  if (!a.isObject() || !b.isObject())
    return;
  const Object &x = at(a), &y = at(b);
  if (x.kind != ObjectKind::Tuple || y.kind != ObjectKind::Tuple) {
    areOne(a.objectId(), b.objectId());
    return;
  }
  if (x.items.size() != y.items.size())
    return;
  // One pair that differs is enough: of constants, if there is one.
  const AbstractValue *one = nullptr, *other = nullptr;
  for (size_t i = 0; i < x.items.size(); ++i) {
    if (sameKey(x.items[i], y.items[i]))
      continue;
    if (!x.items[i].isObject() || !y.items[i].isObject())
      return;
    one = &x.items[i];
    other = &y.items[i];
  }
  if (one)
    assumeOther(AbstractValue(*one), AbstractValue(*other));
}

void AbstractHeap::assumeOtherKeys(ObjectId dict, AbstractValue key) {
  for (size_t i = 0; key.isObject() && i < at(dict).entries.size(); ++i)
    assumeOther(at(dict).entries[i].first, key);
}

bool AbstractHeap::sameKey(AbstractValue a, AbstractValue b) {
  a = settled(a);
  b = settled(b);
  if (a == b)
    return true;
  if (a.isObject() && b.isObject()) {
    const Object &x = objects_[a.objectId().index], &y = objects_[b.objectId().index];
    if (areNamedAlike(x, y))
      return true;
    areConfused_ |= x.view || y.view;
    bool tuples = x.kind == ObjectKind::Tuple && y.kind == ObjectKind::Tuple;
    return tuples && x.items.size() == y.items.size() &&
           std::equal(x.items.begin(), x.items.end(), y.items.begin(),
                      [&](AbstractValue p, AbstractValue q) { return sameKey(p, q); });
  }
  if (!a.isConstant() || !b.isConstant())
    return false;
  // 1, 1.0 and True are one key. Past 2**53 ints lie closer than floats.
  const Constant &x = graph_.constant(a.constantId()), &y = graph_.constant(b.constantId());
  std::optional<double> p = numberOf(x), q = numberOf(y);
  if (x.kind == Constant::Kind::Int && y.kind == Constant::Kind::Int)
    return x.integer == y.integer;
  return p && q && *p == *q;
}

AbstractValue *AbstractHeap::entry(ObjectId id, AbstractValue key) {
  if (ObjectId owner = at(id).namespaceOf) {
    std::string name = namespaceKey(key);
    if (!attribute(owner, name))
      return nullptr;
    auto found =
        llvm::find_if(at(owner).attributes, [&](auto &each) { return each.first == name; });
    return &found->second;
  }
  load(id);
  work_ += at(id).entries.size();
  for (size_t i = 0; i < at(id).entries.size(); ++i)
    if (sameKey(at(id).entries[i].first, key)) {
      AbstractValue value = read(at(id).entries[i].second);
      at(id).entries[i].second = value;
      return &at(id).entries[i].second;
    }
  assumeOtherKeys(id, key);
  const Object &object = at(id);
  bool wasThere =
      llvm::any_of(object.oldEntries, [&](auto &old) { return sameKey(old.first, key); });
  if (!object.isNew() && !object.keysAssumed && !wasThere)
    graph_.assume("absent_key", object.path, keyText(key));
  return nullptr;
}

std::string AbstractHeap::namespaceKey(AbstractValue key) const {
  bool isText = key.isConstant() && graph_.constant(key.constantId()).kind == Constant::Kind::Str;
  return isText ? graph_.constant(key.constantId()).text : "";
}

std::vector<AbstractValue> AbstractHeap::keys(ObjectId id) {
  assumeKeys(id);
  std::vector<AbstractValue> keys;
  if (ObjectId owner = at(id).namespaceOf)
    for (auto &[name, value] : load(owner).attributes)
      keys.push_back(str(name));
  else
    for (auto &[key, value] : load(id).entries)
      keys.push_back(key);
  return keys;
}

void AbstractHeap::setEntry(ObjectId id, AbstractValue key, AbstractValue value) {
  if (ObjectId owner = at(id).namespaceOf)
    return setAttribute(owner, namespaceKey(key), value);
  work_ += load(id).entries.size();
  for (auto &[known, old] : at(id).entries)
    if (sameKey(known, key)) {
      old = value;
      return;
    }
  assumeOtherKeys(id, key);
  at(id).entries.emplace_back(key, value);
  ++at(id).keyChanges;
}

bool AbstractHeap::deleteEntry(ObjectId id, AbstractValue key) {
  if (ObjectId owner = at(id).namespaceOf)
    return deleteAttribute(owner, namespaceKey(key));
  EntryList &entries = load(id).entries;
  work_ += entries.size();
  auto found = llvm::find_if(entries, [&](auto &each) { return sameKey(each.first, key); });
  if (found == entries.end())
    return false;
  entries.erase(found);
  Object &object = at(id);
  ++object.keyChanges;
  auto same = [&](AbstractValue other) { return sameKey(other, key); };
  if (llvm::none_of(object.oldEntries, [&](auto &old) { return same(old.first); })) {
    if (!object.isNew() && !object.keysAssumed)
      graph_.assume("absent_key", object.path, keyText(key));
  } else if (llvm::none_of(object.removedKeys, same)) {
    object.removedKeys.push_back(key);
  }
  return true;
}

void AbstractHeap::assumeKeys(ObjectId id) {
  ObjectId owner = at(id).namespaceOf;
  Object &object = load(owner ? owner : id);
  if (object.isNew() || object.keysAssumed)
    return;
  object.keysAssumed = true;
  std::string keys;
  auto add = [&](AbstractValue key) { keys += (keys.empty() ? "" : ", ") + keyText(key); };
  if (owner)
    for (auto &[name, value] : object.oldAttributes)
      add(str(name));
  else
    for (auto &[key, value] : object.oldEntries)
      add(key);
  graph_.assume("keys", object.path + (owner ? ".__dict__" : ""), "[" + keys + "]");
}

std::string AbstractHeap::keyText(const ProfileValue &value) {
  std::string text;
  llvm::raw_string_ostream out(text);
  printQuoted(out, std::get<std::string>(value.value));
  return text;
}

bool AbstractHeap::isLiteral(AbstractValue key) const {
  using Kind = Constant::Kind;
  static constexpr Kind kWithoutText[] = {Kind::Bytes, Kind::Complex, Kind::FrozenSet};
  key = settled(key);
  if (key.isConstant())
    return !llvm::is_contained(kWithoutText, graph_.constant(key.constantId()).kind);
  if (!key.isObject())
    return false;
  const Object &object = objects_[key.objectId().index];
  return object.kind == ObjectKind::Tuple && object.loaded && isPlain(key) &&
         llvm::all_of(object.items, [&](AbstractValue item) { return isLiteral(item); });
}

std::string AbstractHeap::keyText(AbstractValue key) const {
  key = settled(key);
  if (key.isObject() && !isLiteral(key))
    return "<" + objects_[key.objectId().index].path + ">";
  if (key.isObject()) {
    std::string items;
    const auto &parts = objects_[key.objectId().index].items;
    for (AbstractValue item : parts)
      items += (items.empty() ? "" : ", ") + keyText(item);
    return "(" + items + (parts.size() == 1 ? ",)" : ")");
  }
  if (!key.isConstant())
    return "?";
  std::string text;
  llvm::raw_string_ostream out(text);
  printConstant(out, graph_.module(), key.constantId());
  return text;
}

bool AbstractHeap::hasKey(ObjectId dict, AbstractValue key) {
  return llvm::any_of(load(dict).entries, [&](auto &each) { return sameKey(each.first, key); });
}

void AbstractHeap::fixKeys(ObjectId container) {
  auto fixItems = [&](auto &again, AbstractValue key) -> void {
    if (!key.isObject() || at(key).kind != ObjectKind::Tuple || at(key).isNew())
      return void(fix(key));
    size_t size = load(key.objectId()).items.size();
    for (size_t i = 0; i < size; ++i)
      again(again, item(key.objectId(), i));
  };
  bool isDict = load(container).kind == ObjectKind::Dict;
  size_t count = isDict ? at(container).oldEntries.size() : at(container).items.size();
  work_ += count;
  for (size_t i = 0; i < count; ++i)
    fixItems(fixItems, isDict ? at(container).oldEntries[i].first : item(container, i));
}

}  // namespace janus::speculate
