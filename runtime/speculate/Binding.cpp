#include "speculate/Binding.h"

#include "autograd/Meta.h"
#include "speculate/Describe.h"
#include "speculate/ObjectNames.h"
#include "speculate/Programs.h"
#include "tensor/Tensor.h"
#include "value/Calls.h"
#include "value/Dict.h"
#include "value/Modules.h"
#include "value/Set.h"
#include "value/Types.h"

#include <algorithm>
#include <string.h>
#include <tuple>

namespace janus::speculate {

Binding::Binding(Version &v, const Value *liveIn)
    : version(v), places(v.paths.nodes().size()), values(v.paths.nodes().size(), jn_unbound()),
      state(new std::byte[v.def->state_bytes + 1]()), accepted_(v.checks.size()) {
  for (uint32_t live : version.identity)
    roots.push_back(liveIn[live].tag == JN_OBJECT ? liveIn[live].o : nullptr);
}

Binding::~Binding() {
  for (Object *o : watched)
    unwatch(o, this);
  if (version.def->release)
    version.def->release(state.get());
}

bool Binding::isFor(const Value *liveIn) const {
  for (size_t i = 0; i < roots.size(); ++i) {
    Value v = liveIn[version.identity[i]];
    if ((v.tag == JN_OBJECT ? v.o : nullptr) != roots[i])
      return false;
  }
  return true;
}

void Binding::watchAll(std::vector<Object *> objects) {
  std::sort(objects.begin(), objects.end());
  objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
  if (objects == watched)
    return;
  for (Object *o : objects)
    if (!std::binary_search(watched.begin(), watched.end(), o))
      watch(o, this);
  for (Object *o : watched)
    if (!std::binary_search(objects.begin(), objects.end(), o))
      unwatch(o, this);
  watched = std::move(objects);
}

// ---------------------------------------------------------------- what is assumed

namespace {

bool isConstant(Value v, Value constant) {
  if (v.tag != constant.tag)
    return false;
  switch (v.tag) {
  case JN_INT:
  case JN_BOOL: return v.i == constant.i;
  case JN_FLOAT: return memcmp(&v.f, &constant.f, sizeof v.f) == 0;
  case JN_OBJECT: break;
  default: return true;
  }
  if (v.o == constant.o)
    return true;
  if (v.o->type != constant.o->type)
    return false;
  if (v.o->type == &jn_type_str)
    return utf8Of(v) == utf8Of(constant);
  if (v.o->type != &jn_type_tuple) {
    int equals = equal(v, constant);
    if (equals < 0)
      clearError();
    return equals == 1;
  }
  auto *a = as<jn_tuple>(v), *b = as<jn_tuple>(constant);
  for (int64_t i = 0; i < a->size && a->size == b->size; ++i)
    if (!isConstant(a->items[i], b->items[i]))
      return false;
  return a->size == b->size;
}

// "module:qualname@line", or without the line.
bool isCode(Value v, std::string_view name) {
  if (v.tag != JN_OBJECT || v.o->type != &jn_type_function)
    return false;
  std::string known = codeName(as<jn_function>(v));
  return known == name || std::string_view(known).substr(0, known.rfind('@')) == name;
}

bool isClass(Value v, std::string_view name) {
  return isType(v) && className(as<Type>(v)) == name;
}

bool isNative(Value v, std::string_view name) {
  if (v.tag != JN_OBJECT)
    return v.tag == JN_ELLIPSIS ? name == "Ellipsis"
                                : v.tag == JN_NOTIMPLEMENTED && name == "NotImplemented";
  std::string own = nativeName(v.o);
  if (own.empty())
    own = enumeratedName(v.o);
  if (own == name || isClass(v, name))
    return true;
  // Else what a module written in C++ has there: an object without a name, or a function that is
  // called as its package's (`torch.linear` of torch._C_ops). One function in the place of another
  // is called otherwise.
  size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || isType(v))
    return false;
  std::string package(name.substr(0, name.find('.'))), last(name.substr(dot));
  if (!own.empty() && own != package + last)
    return false;
  Value module = moduleCalled(internStr(name.substr(0, dot)));
  if (!isInstance(module, &jn_type_module) || as<jn_module>(module)->def)
    return false;
  Value there = dictGetStr(as<jn_module>(module)->dict, internStr(name.substr(dot + 1)));
  return there.tag == JN_OBJECT && there.o == v.o;
}

bool isModule(Value v, std::string_view name) {
  return isInstance(v, &jn_type_module) && moduleName(as<jn_module>(v)) == name;
}

bool isNamed(Value v, std::string_view name) {
  return isCode(v, name) || isClass(v, name) || isNative(v, name);
}

// What a class has under a name. An empty name stands for anything.
bool isMember(Value v, std::string_view name) {
  if (v.tag == JN_UNBOUND)
    return false;
  if (name.empty() || isNamed(v, name))
    return true;
  if (v.tag == JN_OBJECT &&
      (v.o->type == &jn_type_staticmethod || v.o->type == &jn_type_classmethod))
    return isNamed(staticmethodFunction(v), name);
  return false;
}

// Where the object's own attributes are.
jn_dict *dictOf(Value v) {
  if (v.tag != JN_OBJECT)
    return nullptr;
  if (isInstance(v, &jn_type_module))
    return as<jn_module>(v)->dict;
  if (isTensor(v))
    return asTensor(v)->dict;
  jn_dict **slot = dictSlot(v.o);
  return slot ? *slot : nullptr;
}

// An attribute of the object's own dict, or of the classes that a program made: native ones stay as
// they are. Snapshots leave out what every class has.
bool isAbsent(Value v, Value name) {
  if (!isType(v)) {
    jn_dict *d = dictOf(v);
    return d ? dictGetStr(d, name).tag == JN_UNBOUND : v.tag == JN_OBJECT;
  }
  for (std::string_view everywhere : {"__dict__", "__weakref__", "__doc__", "__annotations__"})
    if (utf8Of(name) == everywhere)
      return true;
  jn_tuple *mro = as<Type>(v)->mro;
  for (int64_t i = 0; i < mro->size; ++i)
    if (auto *type = as<Type>(mro->items[i]);
        type->typeFlags & kTypeHeap && dictGetStr(type->dict, name).tag != JN_UNBOUND)
      return false;
  return true;
}

bool isKeyAbsent(Value v, Value key) {
  if (!isInstance(v, &jn_type_dict))
    return false;
  Value found = dictGet(as<jn_dict>(v), key);
  if (jn_is_error(found))
    clearError();
  return found.tag == JN_UNBOUND;
}

int64_t lengthOf(Value v) {
  if (isInstance(v, &jn_type_list))
    return as<jn_list>(v)->size;
  if (isInstance(v, &jn_type_tuple))
    return as<jn_tuple>(v)->size;
  if (isInstance(v, &jn_type_dict))
    return as<jn_dict>(v)->count;
  if (isAnySet(v))
    return as<SetObject>(v)->used;
  return -1;
}

bool isMutable(Value v) {
  if (v.tag != JN_OBJECT || isType(v))
    return false;
  if (isTensor(v) || isInstance(v, &jn_type_list) || isInstance(v, &jn_type_dict) ||
      isInstance(v, &jn_type_set) || v.o->type == &jn_type_cell)
    return true;
  return v.o->type->typeFlags & kTypeHeap && dictSlot(v.o);
}

// Hooks would have to be called.
bool hasHooks(Value v) {
  const AutogradMeta *meta = asTensor(v)->meta;
  return meta && ((meta->hooks && meta->hooks->count) ||
                  (meta->afterAccumulate && meta->afterAccumulate->count) || meta->retainsGrad);
}

}  // namespace

// All that are called the same are one class.
bool Binding::isOfClass(Value v, const std::string &name) {
  if (v.tag < JN_NONE)
    return false;
  Type *type = classOf(v);
  auto known = classes_.find(name);
  if (known != classes_.end())
    return known->second == type;
  if (className(type) != name)
    return false;
  classes_.emplace(name, type);
  return true;
}

// The class of one of the objects, a base of one, or a global of its module.
Value Binding::findClass(const std::string &name) {
  if (auto known = classes_.find(name); known != classes_.end())
    return jn_obj(known->second);
  auto found = [&](Type *type) {
    classes_.emplace(name, type);
    return jn_obj(type);
  };
  for (const Check &check : version.checks) {
    if (check.kind != Check::Kind::Class || values[check.node].tag < JN_NONE)
      continue;
    jn_tuple *mro = classOf(values[check.node])->mro;
    for (int64_t i = 0; i < mro->size; ++i)
      if (className(as<Type>(mro->items[i])) == name)
        return found(as<Type>(mro->items[i]));
  }
  size_t colon = name.find(':');
  if (colon == std::string::npos)
    return jn_unbound();
  Value module = moduleCalled(internStr(name.substr(0, colon)));
  if (!isInstance(module, &jn_type_module))
    return jn_unbound();
  Value global = dictGetStr(as<jn_module>(module)->dict, internStr(name.substr(colon + 1)));
  return isClass(global, name) ? found(as<Type>(global)) : jn_unbound();
}

bool Binding::holds(size_t index) {
  const Check &check = version.checks[index];
  Accepted &accepted = accepted_[index];
  Value v = values[check.node];
  switch (check.kind) {
  case Check::Kind::Class: return isOfClass(v, check.text);
  case Check::Kind::IsClass: {
    if (!isType(v))
      return false;
    auto known = classes_.find(check.text);
    return known != classes_.end() ? known->second == as<Type>(v) : isClass(v, check.text);
  }
  case Check::Kind::Method:
  case Check::Kind::Absent: {
    bool ofType = isType(v);
    if (ofType && accepted.what == v.o && accepted.version != 0 &&
        accepted.version == as<Type>(v)->version)
      return true;
    bool good = check.kind == Check::Kind::Absent
                    ? isAbsent(v, check.key)
                    : ofType && isMember(lookupInType(as<Type>(v), check.key), check.text);
    if (good && ofType)
      accepted = {v.o, as<Type>(v)->version};
    return good;
  }
  case Check::Kind::AbsentKey:
    return isKeyAbsent(v, check.other == kNoNode ? check.key : values[check.other]);
  case Check::Kind::Keys: {
    if (!isInstance(v, &jn_type_dict) ||
        as<jn_dict>(v)->count != static_cast<int64_t>(check.keys.size()))
      return false;
    int64_t at = 0;
    Value key, item;
    for (size_t i = 0; dictNext(as<jn_dict>(v), &at, &key, &item); ++i) {
      uint32_t node = check.keyNodes[i];
      if (node == kNoNode ? !isConstant(key, check.keys[i])
                          : key.tag != JN_OBJECT || key.o != values[node].o)
        return false;
    }
    return true;
  }
  case Check::Kind::Length: return lengthOf(v) == check.number;
  case Check::Kind::Constant: return isConstant(v, check.key);
  case Check::Kind::Code:
  case Check::Kind::Global: {
    if (v.tag != JN_OBJECT)
      return false;
    const jn_function_def *def = v.o->type == &jn_type_function ? as<jn_function>(v)->def : nullptr;
    if (def && accepted.what == def)
      return true;
    if (def && isCode(v, check.text)) {
      accepted.what = def;
      return true;
    }
    if (def)
      return false;
    return check.kind == Check::Kind::Global && (isNamed(v, check.text) || isModule(v, check.text));
  }
  case Check::Kind::Native: return isNative(v, check.text);
  case Check::Kind::Module: return isModule(v, check.text);
  case Check::Kind::Same: {
    Value other = values[check.other];
    return v.tag == other.tag && v.tag != JN_UNBOUND && (v.tag != JN_OBJECT || v.o == other.o);
  }
  case Check::Kind::Shares:
    return isTensor(v) && isTensor(values[check.other]) &&
           asTensor(v)->storage == asTensor(values[check.other])->storage;
  }
  return false;
}

// Objects of different groups are different objects, tensors of different groups have different
// storages.
bool Binding::isDistinct(Finding *why) const {
  struct Seen {
    const void *what;
    uint32_t group, node;
  };
  std::vector<Seen> objects, storages;
  for (uint32_t i = 0; i < values.size(); ++i) {
    if (!version.isLookedAt[i] || !isMutable(values[i]))
      continue;
    objects.push_back({values[i].o, version.groups[i], i});
    if (isTensor(values[i]))
      storages.push_back({asTensor(values[i])->storage, version.storages[i], i});
  }
  for (auto *list : {&objects, &storages}) {
    std::sort(list->begin(), list->end(), [](const Seen &a, const Seen &b) {
      return std::tie(a.what, a.group) < std::tie(b.what, b.group);
    });
    for (size_t i = 1; i < list->size(); ++i) {
      const Seen &a = (*list)[i - 1], &b = (*list)[i];
      if (a.what != b.what || a.group == b.group)
        continue;
      bool object = list == &objects;
      *why = {"`" + version.paths.textOf(a.node) + "` and `" + version.paths.textOf(b.node) +
                  (object ? "` are two objects" : "` are tensors of two storages"),
              object ? "one object" : "one storage"};
      return false;
    }
  }
  return true;
}

// ---------------------------------------------------------------- binding

void Binding::visit(uint32_t id, const Value *liveIn, std::vector<Object *> *seen) {
  const PathNode &node = version.paths.nodes()[id];
  Value v = jn_unbound();
  switch (node.kind) {
  case PathNode::Kind::LiveIn:
    // Arguments change from entry to entry: they are nobody's to watch.
    if (!version.isArgument[node.index]) {
      v = liveIn[node.index];
      // Nothing holds it: where it dies, another object may come, a tuple of other items.
      if (v.tag == JN_OBJECT)
        seen->push_back(v.o);
    }
    break;
  case PathNode::Kind::Module: v = moduleCalled(node.key); break;
  case PathNode::Kind::Class: v = findClass(node.name); break;
  default:
    places[id] =
        stepInto(node, values[node.parent],
                 node.kind == PathNode::Kind::ItemAt ? values[node.index] : jn_unbound(), seen);
    v = places[id].value();
    readsGradients |= places[id].kind == Place::Kind::Gradient;
    break;
  }
  values[id] = v;
  // What the region writes comes and goes with each entry; others write through the holder.
  if (version.isWritten[id])
    return;
  if (v.tag == JN_OBJECT && (isType(v) || isMutable(v)))
    seen->push_back(v.o);
  if (v.tag == JN_OBJECT && v.o->type->typeFlags & kTypeHeap)
    seen->push_back(&v.o->type->head);
  if (jn_dict *d = dictOf(v); d && !isType(v))
    seen->push_back(&d->head);
}

bool Binding::inputsFit(Finding *why) {
  tensorStorages.clear();
  for (const Input &input : version.inputs) {
    const PathNode &node = version.paths.nodes()[input.node];
    if (node.kind == PathNode::Kind::LiveIn && version.isArgument[node.index])
      continue;
    Value v = values[input.node];
    if (!input.type.fits(v) || (isTensor(v) && hasHooks(v))) {
      const jn_heap_input &record = version.def->inputs[&input - version.inputs.data()];
      why->assumption = "`" + std::string(record.path) + "` is a " + record.type;
      why->found = describeValue(v) + (isTensor(v) && hasHooks(v) ? ", with hooks" : "");
      return false;
    }
    if (isTensor(v))
      tensorStorages.push_back(asTensor(v)->storage);
  }
  std::sort(tensorStorages.begin(), tensorStorages.end());
  return true;
}

// What stands where a check looks.
std::string Binding::foundAt(const Check &check) const {
  Value v = values[check.node];
  if (check.kind == Check::Kind::Method && isType(v))
    v = lookupInType(as<Type>(v), check.key);
  return describeValue(v);
}

bool Binding::walk(const Value *liveIn, Finding *why) {
  if (dead) {
    classes_.clear();
    accepted_.assign(accepted_.size(), {});
  }
  const std::vector<PathNode> &nodes = version.paths.nodes();
  std::vector<Object *> seen;
  // Classes are found by the objects that have them: those come first.
  for (bool ofClasses : {false, true})
    for (uint32_t i = 0; i < nodes.size(); ++i)
      if ((nodes[version.paths.rootOf(i)].kind == PathNode::Kind::Class) == ofClasses)
        visit(i, liveIn, &seen);
  for (size_t i = 0; i < version.checks.size(); ++i)
    if (!holds(i)) {
      *why = {version.checks[i].what(), foundAt(version.checks[i])};
      return false;
    }
  if (!inputsFit(why))
    return false;
  if (!isDistinct(why))
    return false;
  for (auto &[name, type] : classes_)
    seen.push_back(&type->head);
  watchAll(std::move(seen));
  entries.clear();
  for (const Place &place : places)
    if (place.kind == Place::Kind::Entry)
      entries.emplace_back(place.holder, place.index);
  std::sort(entries.begin(), entries.end());
  findVarying();
  stale = dead = false;
  return true;
}

// ---------------------------------------------------------------- on each entry

static bool argumentHolds(const Check &check, Value v) {
  switch (check.kind) {
  case Check::Kind::Class: {
    const Type *type = classOf(v);
    if (v.tag < JN_NONE || (type != check.known && className(type) != check.text))
      return false;
    if (!(type->typeFlags & kTypeHeap))
      check.known = type;
    return true;
  }
  case Check::Kind::Constant: return isConstant(v, check.key);
  default: return isAbsent(v, check.key);
  }
}

bool argumentsFit(const Version &version, const Value *liveIn) {
  const std::vector<PathNode> &nodes = version.paths.nodes();
  for (const Check &check : version.argumentChecks)
    if (!argumentHolds(check, liveIn[nodes[check.node].index]))
      return false;
  for (uint32_t i : version.argumentInputs)
    if (!version.inputs[i].type.fits(liveIn[nodes[version.inputs[i].node].index]))
      return false;
  return true;
}

// Inputs that can be another value while nothing that was walked is written: live-ins, and what the
// region puts in place itself.
void Binding::findVarying() {
  varying_.clear();
  inputs_.resize(version.inputs.size());
  for (uint32_t i = 0; i < version.inputs.size(); ++i) {
    uint32_t id = version.inputs[i].node;
    const PathNode &node = version.paths.nodes()[id];
    if (node.kind == PathNode::Kind::LiveIn || version.isWritten[id])
      varying_.push_back(i);
    else
      inputs_[i] = node.parent == kNoNode ? values[id] : places[id].value();
  }
  varyingChecks_.clear();
  for (uint32_t i = 0; i < version.checks.size(); ++i) {
    const Check &check = version.checks[i];
    if (version.isWritten[check.node] || (check.other != kNoNode && version.isWritten[check.other]))
      varyingChecks_.push_back(i);
  }
  varyingSince_ = version.writtenCount;
}

// What is assumed of values that the region itself puts in place: a gradient that was None is a
// tensor when the region has run.
bool Binding::varyingHolds(const Value *liveIn) {
  for (uint32_t i : varyingChecks_) {
    const Check &check = version.checks[i];
    Value v = values[check.node] = valueAt(check.node, liveIn);
    if (check.other != kNoNode)
      values[check.other] = valueAt(check.other, liveIn);
    bool isClass = check.kind == Check::Kind::Class && v.tag == JN_OBJECT;
    if (isClass && accepted_[i].what == v.o->type)
      continue;
    if (!holds(i))
      return false;
    if (isClass && !(v.o->type->typeFlags & kTypeHeap))
      accepted_[i].what = v.o->type;
  }
  return true;
}

bool Binding::stateFits(const Value *liveIn) {
  if (varyingSince_ != version.writtenCount)
    findVarying();
  if (!varyingHolds(liveIn))
    return false;
  const std::vector<PathNode> &nodes = version.paths.nodes();
  const Storage *seen[8];
  uint32_t seenAt[8];  // nodes: one argument may be two inputs, its contents and itself
  size_t count = 0;
  for (uint32_t i : varying_) {
    const Input &input = version.inputs[i];
    const PathNode &node = nodes[input.node];
    bool isArgument = node.kind == PathNode::Kind::LiveIn && version.isArgument[node.index];
    Value v = inputs_[i] = valueAt(input.node, liveIn);
    if (!isArgument && !input.type.fits(v))
      return false;
    // The object itself may be an input beside its contents.
    if (!isArgument || input.type.kind != InputType::Kind::Tensor)
      continue;
    if (std::find(seenAt, seenAt + count, input.node) != seenAt + count)
      continue;
    const Storage *storage = asTensor(v)->storage;
    if (hasHooks(v) || std::binary_search(tensorStorages.begin(), tensorStorages.end(), storage) ||
        std::find(seen, seen + count, storage) != seen + count || count == std::size(seen))
      return false;
    seenAt[count] = input.node;
    seen[count++] = storage;
  }
  return true;
}

Value Binding::valueAt(uint32_t node, const Value *liveIn) const {
  const PathNode &n = version.paths.nodes()[node];
  if (n.kind == PathNode::Kind::LiveIn)
    return liveIn[n.index];
  return n.parent == kNoNode ? values[node] : places[node].value();
}

}  // namespace janus::speculate
