#include "speculate/Snapshot.h"

#include "autograd/Meta.h"
#include "speculate/AccessPath.h"
#include "speculate/Assumptions.h"
#include "speculate/JsonText.h"
#include "speculate/ObjectNames.h"
#include "stdlib/NativeParts.h"
#include "stdlib/RandomState.h"
#include "tensor/core/Names.h"
#include "tensor/core/Tensor.h"
#include "value/call/Calls.h"
#include "value/call/Overriding.h"
#include "value/container/Sequence.h"
#include "value/container/Set.h"
#include "value/object/Descriptors.h"
#include "value/object/Foreign.h"
#include "value/object/Types.h"

#include <algorithm>

namespace janus::speculate {

Snapshot::Snapshot(SnapshotOf what) : what_(what), start_(ProcessorClock::now()) {}

bool Snapshot::isOver() {
  if (over_)
    return true;
  constexpr size_t kNodesPerLook = 256;
  over_ =
      objects_.size() >= kProfileBudget.objects || bytes_ >= kProfileBudget.bytes ||
      (nodes_.size() % kNodesPerLook == 0 && ProcessorClock::now() - start_ > kProfileBudget.time);
  if (over_)
    notes_.push_back("the snapshot stops at " + std::to_string(nodes_.size()) +
                     " objects: what lies further away is not known");
  return over_;
}

std::string Snapshot::referenceText(size_t node) {
  return "{\"ref\": " + std::to_string(node) + "}";
}

size_t Snapshot::reference(Object *o) {
  auto [known, isNew] = ids_.try_emplace(o, objects_.size());
  if (isNew) {
    objects_.push_back(o);
    // Asking Python about an array lets other threads in, which may let go of what is listed.
    kept_.push_back(Ref::own(jn_obj(o)));
  }
  return known->second;
}

bool Snapshot::isLeftOut(Value v) const {
  bool isText = v.tag == JN_OBJECT && v.o->type == &jn_type_str;
  return what_ == SnapshotOf::Form && (v.tag == JN_INT || v.tag == JN_FLOAT || isText);
}

// Tuples of numbers and texts: it does not matter for the form which lists share them (`chunk =
// pairs[i:i + n]`).
bool Snapshot::isPlainTuple(Value v, int depth) const {
  constexpr int kDeepest = 3;
  if (what_ != SnapshotOf::Form || v.tag != JN_OBJECT || v.o->type != &jn_type_tuple ||
      depth == kDeepest)
    return false;
  const jn_tuple *tuple = as<jn_tuple>(v);
  return std::all_of(tuple->items, tuple->items + tuple->size,
                     [&](Value item) { return isLeftOut(item) || isPlainTuple(item, depth + 1); });
}

std::string Snapshot::value(Value v) {
  if (isLeftOut(v))
    return v.tag == JN_INT ? "0" : v.tag == JN_FLOAT ? "0.0" : "\"\"";
  if (isPlainTuple(v))
    return "[]";
  switch (v.tag) {
  case JN_NONE: return "null";
  case JN_BOOL: return v.i ? "true" : "false";
  case JN_INT: return std::to_string(v.i);
  case JN_FLOAT: {
    std::string out;
    appendJsonFloat(out, v.f);
    return out;
  }
  case JN_ELLIPSIS:
  case JN_NOTIMPLEMENTED: {
    size_t &node = singletons_[v.tag == JN_NOTIMPLEMENTED];
    if (node == SIZE_MAX) {
      node = objects_.size();
      objects_.push_back(nullptr);
      nodes_.resize(node + 1);
      nodes_[node] = named("enumerated", v.tag == JN_ELLIPSIS ? "Ellipsis" : "NotImplemented");
    }
    return referenceText(node);
  }
  case JN_OBJECT: break;
  default: return "{}";
  }
  if (v.o->type == &jn_type_str) {
    std::string out;
    std::string_view text = utf8Of(v);
    if (text.size() <= kProfileBudget.text && appendJsonText(out, text))
      return out;
  }
  return referenceText(reference(v.o));
}

std::string Snapshot::moduleWithNamespace(jn_module *m) {
  namespaces_[m] = true;
  return referenceText(reference(&m->head));
}

void Snapshot::finish() {
  size_t whole = ~size_t(0);
  for (size_t i = 0; i < objects_.size(); ++i) {
    if (!objects_[i])
      continue;
    if (whole > i && isOver())
      whole = i;
    std::string text = whole <= i ? opaque(objects_[i]) : node(objects_[i]);
    if (nodes_.size() <= i)
      nodes_.resize(i + 1);
    bytes_ += text.size();
    nodes_[i] = std::move(text);
  }
  nodes_.resize(objects_.size());
  cutFunctions(whole);
  hideNamespaces();
}

// A function is nothing without its cells and defaults, which stand behind it, where objects from
// `whole` on are opaque.
void Snapshot::cutFunctions(size_t whole) {
  auto isCut = [&](Object *part) {
    auto known = ids_.find(part);
    return known != ids_.end() && known->second >= whole;
  };
  for (size_t i = 0; i < std::min(whole, objects_.size()); ++i) {
    if (!objects_[i] || !isExact(jn_obj(objects_[i]), &jn_type_function))
      continue;
    const auto *f = as<jn_function>(jn_obj(objects_[i]));
    bool lacksParts = false;
    for (Value part : {f->defaults, f->kwdefaults})
      lacksParts |= part.tag == JN_OBJECT && isCut(part.o);
    for (int64_t k = 0; k < f->closure_size; ++k)
      lacksParts |= isCut(&f->closure[k]->head);
    if (lacksParts)
      nodes_[i] = opaque(objects_[i]);
  }
}

// A dict that is the namespace of an object is no object of its own: who writes to the one writes
// to the other.
void Snapshot::hideNamespaces() {
  for (Object *o : objects_) {
    if (!o || isType(jn_obj(o)))
      continue;
    jn_dict *space = isInstance(jn_obj(o), &jn_type_module) ? as<jn_module>(jn_obj(o))->dict
                     : dictSlot(o)                          ? *dictSlot(o)
                                                            : nullptr;
    auto known = space ? ids_.find(&space->head) : ids_.end();
    if (known != ids_.end())
      nodes_[known->second] = opaque(&space->head);
  }
}

std::string Snapshot::named(const char *kind, std::string_view name) {
  return std::string("{\"kind\": \"") + kind + "\", \"name\": " + jsonText(name) + "}";
}

// The start of a node with a class: without the closing brace.
std::string Snapshot::withType(const char *kind, Object *o) {
  return std::string("{\"kind\": \"") + kind +
         "\", \"type\": " + std::to_string(reference(&knownClassOf(jn_obj(o))->head));
}

std::string Snapshot::opaque(Object *o) {
  // Classes are named by whatever refers to them.
  return isType(jn_obj(o)) ? named("native_class", className(reinterpret_cast<Type *>(o)))
                           : std::string("{\"kind\": \"opaque\"}");
}

std::string Snapshot::cut(Object *o, const std::string &why) {
  notes_.push_back("an instance of `" + className(knownClassOf(jn_obj(o))) +
                   "` is left out: " + why);
  return withType("opaque", o) + "}";
}

namespace {

// Names that every class and every module has, and that no program reads.
bool isSkipped(std::string_view name, Snapshot::Holder holder) {
  if (holder == Snapshot::Holder::Instance || name.substr(0, 2) != "__")
    return false;
  if (holder == Snapshot::Holder::Module)
    return name != "__name__" && name != "__file__";
  return name == "__dict__" || name == "__weakref__" || name == "__doc__" ||
         name == "__annotations__";
}

}  // namespace

// Adds to the text of a JSON object.
static void addMember(std::string &object, std::string_view name, const std::string &value) {
  object.insert(object.size() - 1,
                (object.size() == 2 ? "" : ", ") + jsonText(name) + ": " + value);
}

// Members of `__slots__` that the object has, by name.
static std::vector<std::pair<std::string, Value>> slotsOf(Object *o) {
  std::vector<std::pair<std::string, Value>> found;
  const jn_tuple *order = o->type->typeFlags & kTypeHeap ? o->type->mro : nullptr;
  for (int64_t i = 0; order && i < order->size; ++i) {
    auto *type = as<Type>(order->items[i]);
    int64_t at = 0;
    Value key, v;
    while (type->slotCount > 0 && dictNext(type->dict, &at, &key, &v)) {
      if (!isExact(v, &jn_type_member))
        continue;
      std::string name(utf8Of(key));
      Value *slot = slotOf(o, name);
      auto isKnown = [&](auto &each) { return each.first == name; };
      if (slot && slot->tag != JN_UNBOUND && std::none_of(found.begin(), found.end(), isKnown))
        found.emplace_back(name, *slot);
    }
  }
  return found;
}

// A dict with names for keys as a JSON object.
std::string Snapshot::members(jn_dict *d, Holder holder) {
  std::string out = "{";
  int64_t at = 0;
  Value key, v;
  while (d && dictNext(d, &at, &key, &v)) {
    if (!isStr(key) || isSkipped(utf8Of(key), holder))
      continue;
    std::string text;
    if (!appendJsonText(text, utf8Of(key)))
      continue;
    out += (out.size() == 1 ? "" : ", ") + text + ": " + value(v);
  }
  return out + "}";
}

// Members that native subclasses of containers keep beside their items (`default_factory`) count as
// attributes, and so do the parts of native objects.
void Snapshot::appendAttributes(std::string &out, Object *o) {
  jn_dict *own = dictOf(jn_obj(o));
  std::string text = own ? members(own, Holder::Instance) : "{}";
  for (const Type *type = isTensor(jn_obj(o)) ? nullptr : nativeBase(o->type);
       type && type->base && type->base != &jn_type_object; type = type->base)
    for (const GetSetDef *each = type->getsets; each && each->name; ++each) {
      if (!each->set || each->name[0] == '_')
        continue;
      Ref v(each->get(o));
      addMember(text, each->name, value(v.get()));
    }
  for (const NativePart *part = nativePartsOf(o->type); part && part->name; ++part)
    addMember(text, part->name, value(*part->in(o)));
  for (const auto &[name, slot] : slotsOf(o))
    addMember(text, name + std::string(kSlotSuffix), value(slot));
  if (text != "{}")
    out += ", \"attributes\": " + text;
}

// The tensors that the elements of an array of a package make: as they are when they are read, and
// over the array's memory.
void Snapshot::appendElements(std::string &out, Value array) {
  if (arrays_ == kProfileBudget.arrays)
    return;
  ++arrays_;
  Ref facts(foreignInterface.arrayFacts(array));
  if (facts.failed())
    clearError();
  if (!isInstance(facts.get(), &jn_type_tuple))
    return;
  const jn_tuple *parts = facts.as<jn_tuple>();
  std::string shape;
  for (int64_t i = 1; i < parts->size; ++i)
    shape += (i > 1 ? ", " : "") + std::to_string(parts->items[i].i);
  std::string attributes;
  for (std::string_view step : kArraySteps) {
    size_t node = objects_.size();
    objects_.push_back(nullptr);
    nodes_.resize(node + 1);
    nodes_[node] =
        "{\"kind\": \"tensor\", \"type\": " + std::to_string(reference(&jn_type_tensor.head)) +
        ", \"tensor\": {\"dtype\": " + jsonText(utf8Of(parts->items[0])) + ", \"shape\": [" +
        shape + "], \"storage\": " + std::to_string(storageCount_++) + "}}";
    attributes += (attributes.empty() ? "" : ", ") + jsonText(step) + ": " + referenceText(node);
  }
  out += ", \"attributes\": {" + attributes + "}";
}

std::string Snapshot::classNode(Type *type) {
  bool heap = type->typeFlags & kTypeHeap;
  std::string out = std::string("{\"kind\": \"") + (heap ? "class" : "native_class") +
                    "\", \"name\": " + jsonText(className(type));
  if (heap && type->head.type != &jn_type_type)
    out += ", \"type\": " + std::to_string(reference(&type->head.type->head));
  out += ", \"items\": [";
  for (int64_t i = 0; type->mro && i < type->mro->size; ++i)
    out += (i ? ", " : "") + value(type->mro->items[i]);
  out += "]";
  if (heap) {
    std::string attributes = members(type->dict, Holder::Class);
    if (type->dictOffset == 0)
      addMember(attributes, kWithoutDict, "true");
    if (type->typeFlags & (kTypeSequencePattern | kTypeMappingPattern))
      addMember(attributes, kOfPattern, "true");
    out += ", \"attributes\": " + attributes;
  }
  return out + "}";
}

std::string Snapshot::functionNode(jn_function *f) {
  std::string out = "{\"kind\": \"function\", \"name\": " + jsonText(codeName(f)) +
                    ", \"items\": [" + value(f->defaults) + ", " + value(f->kwdefaults);
  for (int64_t i = 0; i < f->closure_size; ++i)
    out += ", " + referenceText(reference(&f->closure[i]->head));
  out += "]";
  appendAttributes(out, &f->head);
  return out + "}";
}

std::string Snapshot::tensorNode(Object *o) {
  auto *t = reinterpret_cast<TensorObject *>(o);
  auto [storage, isNew] = storages_.try_emplace(t->storage, storageCount_);
  storageCount_ += isNew;
  bool leaf = !(t->flags & kTensorNonLeaf);
  std::string out = withType("tensor", o) + ", \"tensor\": {\"dtype\": \"" +
                    std::string(info(t->dtype).name) + "\", \"shape\": [";
  for (int i = 0; i < t->ndim; ++i)
    out += (i ? ", " : "") + std::to_string(t->sizes[i]);
  auto truth = [](bool b) { return b ? "true" : "false"; };
  out +=
      std::string("], \"device\": ") + jsonText(deviceText(t->device)) +
      ", \"contiguous\": " + truth(isRowMajor(t)) +
      ", \"requires_grad\": " + truth(t->flags & kTensorRequiresGrad) +
      ", \"leaf\": " + truth(leaf) + ", \"storage\": " + std::to_string(storage->second) +
      ", \"grad\": " + (leaf && t->meta && t->meta->grad ? value(jn_obj(t->meta->grad)) : "null") +
      "}";
  if (t->dict && t->dict->count > 0)
    out += ", \"attributes\": " + members(t->dict, Holder::Instance);
  return out + "}";
}

// Names count, numbers do not: dicts by step grow.
std::string Snapshot::keyText(Value key) {
  std::string text;
  bool isName = isLeftOut(key) && isStr(key) && appendJsonText(text, utf8Of(key));
  return isName ? text : value(key);
}

// Lists, tuples, dicts and sets, and instances of subclasses of theirs.
std::string Snapshot::containerNode(Object *o, const Type *base) {
  Value v = jn_obj(o);
  bool isList = base == &jn_type_list, isTuple = base == &jn_type_tuple,
       isDict = base == &jn_type_dict;
  int64_t size = isList    ? as<jn_list>(v)->size
                 : isTuple ? as<jn_tuple>(v)->size
                 : isDict  ? as<jn_dict>(v)->count
                           : as<SetObject>(v)->used;
  if (size > kProfileBudget.items)
    return cut(o, "it has " + std::to_string(size) + " items");
  std::string items;
  auto add = [&](Value item) {
    if (!isLeftOut(item))
      items += (items.empty() ? "" : ", ") + value(item);
  };
  Value key, item;
  if (isDict) {
    int64_t at = 0;
    while (dictNext(as<jn_dict>(v), &at, &key, &item))
      items += (items.empty() ? "[" : ", [") + keyText(key) + ", " + value(item) + "]";
  } else if (isList || isTuple) {
    for (int64_t i = 0; i < size; ++i)
      add(isList ? as<jn_list>(v)->items[i] : as<jn_tuple>(v)->items[i]);
  } else {
    uint64_t slot = 0;
    while (setNext(as<SetObject>(v), &slot, &key))
      add(key);
  }
  std::string out = withType(isList ? "list" : isTuple ? "tuple" : isDict ? "dict" : "set", o);
  if (isDict || !items.empty())
    out += (isDict ? ", \"entries\": [" : ", \"items\": [") + items + "]";
  appendAttributes(out, o);
  return out + "}";
}

std::string Snapshot::node(Object *o) {
  Value v = jn_obj(o);
  if (isType(v))
    return classNode(reinterpret_cast<Type *>(o));
  auto items = [&](const char *kind, std::initializer_list<Value> values) {
    std::string out = std::string("{\"kind\": \"") + kind + "\", \"items\": [";
    size_t count = 0;
    for (Value each : values)
      out += (count++ ? ", " : "") + (each.tag == JN_UNBOUND ? "null" : value(each));
    return out + "]}";
  };
  const Type *type = o->type;
  if (type == &jn_type_function)
    return functionNode(reinterpret_cast<jn_function *>(o));
  if (type == &jn_type_cell)
    return "{\"kind\": \"cell\", \"items\": [" + value(reinterpret_cast<jn_cell *>(o)->value) +
           "]}";
  if (type == &jn_type_method) {
    auto *m = reinterpret_cast<MethodObject *>(o);
    return items("method", {m->function, m->self});
  }
  if (type == &jn_type_property) {
    auto *p = reinterpret_cast<PropertyObject *>(o);
    return items("property", {p->get, p->set, p->remove});
  }
  if (type == &jn_type_staticmethod || type == &jn_type_classmethod)
    return items(type == &jn_type_staticmethod ? "staticmethod" : "classmethod",
                 {reinterpret_cast<WrapperObject *>(o)->function});
  if (type == &jn_type_member)
    return named("member", std::string(utf8Of(reinterpret_cast<MemberObject *>(o)->name)) +
                               std::string(kSlotSuffix));
  if (type == &jn_type_slice) {
    auto *s = reinterpret_cast<SliceObject *>(o);
    return items("slice", {s->start, s->stop, s->step});
  }
  if (type == &jn_type_range) {
    auto *r = reinterpret_cast<RangeObject *>(o);
    bool isSmall = r->start.tag == JN_INT && r->stop.tag == JN_INT && r->step.tag == JN_INT;
    return isSmall ? items("range", {r->start, r->stop, r->step}) : opaque(o);
  }
  if (std::string name = nativeName(o); !name.empty()) {
    std::string out = named("native", name);
    auto *native = o->type == &jn_type_native ? reinterpret_cast<NativeObject *>(o) : nullptr;
    if (native && native->owner && native->self.tag == JN_OBJECT && !isType(native->self))
      out.insert(out.size() - 1, ", \"items\": [" + value(native->self) + "]");
    return out;
  }
  if (std::string name = enumeratedName(o); !name.empty())
    return named("enumerated", name);
  const Type *base = nativeBase(type);
  if (isSubtype(base, &jn_type_module)) {
    auto *m = reinterpret_cast<jn_module *>(o);
    std::string out = "{\"kind\": \"module\", \"name\": " + jsonText(moduleName(m));
    if (namespaces_.count(m))
      out += ", \"attributes\": " + members(m->dict, Holder::Module);
    return out + "}";
  }
  if (answersForFunctions(v))
    return cut(o, "it answers for torch's functions");
  if (isTensor(v) && asTensor(v)->device.type != DeviceType::Sparse)
    return tensorNode(o);
  for (const Type *container :
       {&jn_type_list, &jn_type_tuple, &jn_type_dict, &jn_type_set, &jn_type_frozenset})
    if (isSubtype(base, container))
      return containerNode(o, container);
  // Sparse tensors are made of tensors, as Python has written them.
  bool isKnown = base == &jn_type_object || randomStateOf(v) || isTensor(v);
  std::string out = withType(isKnown ? "instance" : "opaque", o);
  if (jn_dict *names = dictOf(v); names && !namesOf_.try_emplace(names, o).second)
    return cut(o, "it shares its `__dict__` with another object");
  if (isForeignObject(v)) {
    appendElements(out, v);
    return out + "}";
  }
  appendAttributes(out, o);
  return out + "}";
}

}  // namespace janus::speculate
