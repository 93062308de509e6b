#include "speculate/Binding.h"

#include "janus/contract/ClassNames.h"
#include "speculate/Assumptions.h"
#include "speculate/Describe.h"
#include "speculate/ObjectNames.h"
#include "speculate/Programs.h"
#include "tensor/core/Tensor.h"
#include "value/call/Modules.h"
#include "value/call/Overriding.h"
#include "value/object/Foreign.h"
#include "value/object/Types.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace janus::speculate {

Binding::Binding(Version &v)
    : version(v), places(v.paths.nodes().size()), values(v.paths.nodes().size(), jn_unbound()),
      state(new std::byte[v.def->state_bytes + 1]()), accepted_(v.checks.size()) {}

void Binding::moveTo(const Value *liveIn) {
  ++moves_;
  roots.clear();
  for (uint32_t live : version.identity)
    roots.push_back(liveIn[live].tag == JN_OBJECT ? liveIn[live].o : nullptr);
  values.assign(values.size(), jn_unbound());
}

Binding::~Binding() {
  for (Object *o : watched)
    unwatch(o, this);
  if (version.def->release)
    version.def->release(state.get());
  dropMade();
}

bool Binding::isFor(const Value *liveIn) const {
  for (size_t i = 0; i < roots.size(); ++i) {
    Value v = liveIn[version.identity[i]];
    if ((v.tag == JN_OBJECT ? v.o : nullptr) != roots[i])
      return false;
    // Another object may have come to the address of one that is gone.
    if (dead && roots[i] && !std::binary_search(watched.begin(), watched.end(), roots[i]))
      return false;
  }
  return true;
}

// Roots, and what accepted_ and classes_ know.
bool Binding::outlivesEntry(const Object *o) const {
  return o->type == &jn_type_function || o->type->typeFlags & kTypeOfTypes ||
         std::find(roots.begin(), roots.end(), o) != roots.end();
}

void Binding::watchAll(std::vector<Object *> objects) {
  if (isTransient())
    std::erase_if(objects, [&](const Object *o) { return !outlivesEntry(o); });
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

// All that are called the same are one class, and those that are not are several.
bool Binding::isTheClass(Type *type, const std::string &name) {
  if (Type *known = knownClass(name))
    return known == type;
  bool isOther = std::any_of(classes_.begin(), classes_.end(),
                             [&](auto &known) { return known.second.type == type; });
  if (isOther || className(type) != nameOfClass(name))
    return false;
  classes_.insert_or_assign(name, KnownClass{type, type->version});
  return true;
}

// A class may have been changed since, and have no such name any more.
Type *Binding::knownClass(const std::string &name) {
  auto known = classes_.find(name);
  if (known == classes_.end())
    return nullptr;
  auto &[type, seen] = known->second;
  if (!seen || seen != type->version) {
    if (className(type) != nameOfClass(name))
      return nullptr;
    seen = type->version;
  }
  return type;
}

// The class of one of the objects, one that a path leads to, a base of them, or a global of its
// module.
Value Binding::findClass(const std::string &name, uint32_t node) {
  if (Type *known = knownClass(name))
    return jn_obj(known);
  // Whole names take long to make: most classes have another one.
  const bool isMarked = name.ends_with('\'');
  auto isCalled = [&](Type *type) {
    return (isMarked || name.ends_with(typeNameOf(type))) && className(type) == name;
  };
  auto found = [&](Type *type) { return isTheClass(type, name) ? jn_obj(type) : jn_unbound(); };
  for (const Check &check : version.checks) {
    // A node behind has the value of an earlier walk, which may have ended.
    if (check.node >= node && version.paths.nodes()[check.node].isOfClass)
      continue;
    Value v = values[check.node];
    bool ofObject = check.kind == JN_ASSUME_CLASS && v.tag >= JN_NONE;
    if (!ofObject && !(check.kind == JN_ASSUME_IS_CLASS && isType(v)))
      continue;
    if (isNumberedClass(name)) {  // one of several: the check itself says which
      Type *type = ofObject ? knownClassOf(v) : as<Type>(v);
      if (check.text == name && isTheClass(type, name))
        return jn_obj(type);
      continue;
    }
    jn_tuple *mro = (ofObject ? knownClassOf(v) : as<Type>(v))->mro;
    for (int64_t i = 0; i < mro->size; ++i)
      if (isCalled(as<Type>(mro->items[i])))
        return found(as<Type>(mro->items[i]));
  }
  // `module:Class` of programs, `module.Class` of native ones.
  size_t end = name.find(':');
  if (end == std::string::npos)
    end = name.rfind('.');
  if (end == std::string::npos)
    return jn_unbound();
  Value module = moduleCalled(internStr(name.substr(0, end)));
  if (!isInstance(module, &jn_type_module))
    return jn_unbound();
  Value global = dictGetStr(as<jn_module>(module)->dict, internStr(name.substr(end + 1)));
  return isClass(global, name) ? found(as<Type>(global)) : jn_unbound();
}

// A class that the program has made: another can be called the same.
static bool isMadeClass(Value v) {
  return isType(v) && as<Type>(v)->typeFlags & kTypeHeap;
}

bool Binding::holds(size_t index) {
  const Check &check = version.checks[index];
  Accepted &accepted = accepted_[index];
  Value v = values[check.node];
  switch (check.kind) {
  case JN_ASSUME_CLASS: return v.tag >= JN_NONE && isTheClass(knownClassOf(v), check.text);
  case JN_ASSUME_IS_CLASS: return isType(v) && isTheClass(as<Type>(v), check.text);
  case JN_ASSUME_INHERITS: {
    Type *from = isType(v) ? definingClass(as<Type>(v), check.key) : nullptr;
    return from && isTheClass(from, check.text);
  }
  case JN_ASSUME_METHOD:
  case JN_ASSUME_ABSENT: {
    bool ofType = isType(v);
    if (ofType && accepted.what == v.o && accepted.version != 0 &&
        accepted.version == as<Type>(v)->version)
      return true;
    if (check.kind == JN_ASSUME_METHOD) {
      Value member = ofType ? lookupInType(as<Type>(v), check.key) : jn_unbound();
      // Another class may have the name by the next walk.
      if (isMadeClass(member) && !check.text.empty())
        return isTheClass(as<Type>(member), check.text);
      if (!isMember(member, check.text, check.key))
        return false;
    } else if (!isAbsent(v, check.key)) {
      return false;
    }
    if (ofType)
      accepted = {v.o, as<Type>(v)->version};
    return true;
  }
  case JN_ASSUME_PRESENT: return isPresent(v, check.key);
  case JN_ASSUME_ABSENT_KEY:
  case JN_ASSUME_PRESENT_KEY: {
    bool isAbsent = isKeyAbsent(v, check.other == JN_NO_STEP ? check.key : values[check.other]);
    return isInstance(v, &jn_type_dict) && isAbsent == (check.kind == JN_ASSUME_ABSENT_KEY);
  }
  case JN_ASSUME_KEYS: {
    if (!isInstance(v, &jn_type_dict) ||
        as<jn_dict>(v)->count != static_cast<int64_t>(check.keys.size()))
      return false;
    int64_t at = 0;
    Value key, item;
    for (size_t i = 0; dictNext(as<jn_dict>(v), &at, &key, &item); ++i) {
      uint32_t node = check.keyNodes[i];
      if (node == JN_NO_STEP ? !isConstant(key, check.keys[i])
                             : key.tag != JN_OBJECT || key.o != values[node].o)
        return false;
    }
    return true;
  }
  case JN_ASSUME_LENGTH: return lengthOf(v) == check.number;
  case JN_ASSUME_CONSTANT: return isConstant(v, check.key);
  case JN_ASSUME_CODE:
  case JN_ASSUME_GLOBAL: {
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
    if (check.kind != JN_ASSUME_GLOBAL)
      return false;
    if (isMadeClass(v))
      return isTheClass(as<Type>(v), check.text);
    return isNamed(v, check.text) || isModule(v, check.text);
  }
  case JN_ASSUME_NATIVE: return isNative(v, check.text);
  case JN_ASSUME_MODULE: return isModule(v, check.text);
  case JN_ASSUME_SAME: {
    Value other = values[check.other];
    return v.tag == other.tag && v.tag != JN_UNBOUND && (v.tag != JN_OBJECT || v.o == other.o);
  }
  case JN_ASSUME_SHARES:
    return isTensor(v) && isTensor(values[check.other]) &&
           asTensor(v)->storage == asTensor(values[check.other])->storage;
  case JN_ASSUME_COMPARED:  // isDistinct()
  case JN_ASSUME_ALONE:     // stateFits()
  case JN_ASSUME_UNRELATED:
  case JN_ASSUME_MODE: break;
  }
  return false;
}

namespace {
// An object or a storage, its group, and a node that has it.
struct Seen {
  const void *what;
  uint32_t group, node;
};

// True when none stands in the list under two groups: nearly always, and sorting costs more.
bool isOfOneGroupEach(const std::vector<Seen> &list) {
  constexpr uint64_t kMix = 0x9E3779B97F4A7C15;  // 2^64 by the golden ratio
  const size_t mask = std::bit_ceil(2 * list.size() + 1) - 1;
  std::vector<const Seen *> table(mask + 1);
  for (const Seen &each : list) {
    size_t at = (reinterpret_cast<uintptr_t>(each.what) * kMix >> 32) & mask;
    while (table[at] && table[at]->what != each.what)
      at = (at + 1) & mask;
    if (table[at] && table[at]->group != each.group)
      return false;
    table[at] = &each;
  }
  return true;
}

// True for tensors with elements of their own in one storage, which count their writes apart: the
// parameters that `vector_to_parameters` has made parts of one vector.
bool areApart(Value a, Value b) {
  auto range = [](const TensorObject *t) {
    int64_t end = t->offset + 1;
    for (int i = 0; i < t->ndim; ++i)
      end += (t->sizes[i] - 1) * t->strides[i];
    return std::pair(t->offset, end);
  };
  const TensorObject *x = asTensor(a), *y = asTensor(b);
  if (x == y || x->dtype != y->dtype || x->version == y->version)
    return false;
  auto [begin, end] = range(x);
  auto [otherBegin, otherEnd] = range(y);
  return end <= otherBegin || otherEnd <= begin;
}
}  // namespace

// Objects of different groups are different objects, with dicts of their own, tensors of different
// groups have different storages. Tensors without gradients that the region leaves alone may be
// one: of a leaf that is two inputs each has the gradient of its own uses, and somebody adds them.
bool Binding::isDistinct(Finding *why) const {
  std::vector<Seen> objects, storages;
  std::vector<std::pair<const void *, uint32_t>> owners;  // of dicts of attributes
  for (uint32_t i = 0; i < values.size(); ++i) {
    bool hasNames = version.isLookedAt[i] && values[i].tag == JN_OBJECT && !isType(values[i]);
    if (jn_dict *names = hasNames ? dictOf(values[i]) : nullptr)
      owners.push_back({names, i});
    bool isCompared = version.isCompared[i] && values[i].tag == JN_OBJECT;
    if (!isCompared && !(version.isLookedAt[i] && isMutable(values[i])))
      continue;
    objects.push_back({values[i].o, version.groups[i], i});
    if (isTensor(values[i]))
      storages.push_back({asTensor(values[i])->storage, version.storages[i], i});
  }
  // Two objects may have been given one dict, or a variable the dict of an object.
  std::sort(owners.begin(), owners.end());
  for (size_t i = 1; i < owners.size(); ++i)
    if (owners[i - 1].first == owners[i].first &&
        values[owners[i - 1].second].o != values[owners[i].second].o) {
      *why = {"`" + version.paths.textOf(owners[i - 1].second) + "` and `" +
                  version.paths.textOf(owners[i].second) + "` have a `__dict__` each",
              "one for both"};
      return false;
    }
  for (const Seen &each : objects) {
    auto owner = isInstance(values[each.node], &jn_type_dict)
                     ? std::lower_bound(owners.begin(), owners.end(), std::pair(each.what, 0u))
                     : owners.end();
    if (owner != owners.end() && owner->first == each.what) {
      *why = {"`" + version.paths.textOf(each.node) + "` is not the `__dict__` of `" +
                  version.paths.textOf(owner->second) + "`",
              "that it is"};
      return false;
    }
  }
  for (auto *list : {&objects, &storages}) {
    if (JN_LIKELY(isOfOneGroupEach(*list)))
      continue;
    std::sort(list->begin(), list->end(), [](const Seen &a, const Seen &b) {
      return std::tie(a.what, a.group) < std::tie(b.what, b.group);
    });
    const bool object = list == &objects;
    auto isFree = [&](uint32_t node) {
      return isTensor(values[node]) && !mayRequireGrad(asTensor(values[node]));
    };
    auto mayShare = [&](const Seen &a, const Seen &b) {
      if (a.group == b.group || (!object && areApart(values[a.node], values[b.node])))
        return true;
      return isFree(a.node) && isFree(b.node) &&
             (object ? version.mayBeOneTensor(a.group, b.group)
                     : version.mayBeOneStorage(a.group, b.group));
    };
    auto first = list->begin();
    for (auto each = first; each != list->end(); ++each) {
      const Seen &b = *each;
      if (first->what != b.what)
        first = each;
      auto other = std::find_if(first, each, [&](const Seen &a) { return !mayShare(a, b); });
      if (other == each)
        continue;
      const Seen &a = *other;
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
  if (node.isMade())
    return;
  Value v = jn_unbound();
  switch (node.kind) {
  case JN_STEP_OPERAND:
  case JN_STEP_SLOT:
    // Arguments change from entry to entry: they are nobody's to watch.
    if (!version.isArgument[node.index]) {
      v = liveIn[node.index];
      // Nothing holds it: where it dies, another object may come, a tuple of other items.
      if (v.tag == JN_OBJECT)
        seen->push_back(v.o);
    }
    break;
  case JN_STEP_MODULE: v = moduleCalled(node.key); break;
  case JN_STEP_CLASS: v = findClass(node.name, id); break;
  default:
    places[id] = stepInto(node, values[node.parent],
                          node.kind == JN_STEP_ITEM_AT ? values[node.index] : jn_unbound(), seen);
    v = places[id].value();
    readsGradients |= places[id].kind == Place::Kind::Gradient;
    break;
  }
  if (isReplaced(id, v) || places[id].kind == Place::Kind::Drawn)
    version.setPassing(id);
  values[id] = v;
  if (version.isPassing[id])
    return;
  if (v.tag == JN_OBJECT && (isType(v) || isMutable(v) || v.o->type == &jn_type_function))
    seen->push_back(v.o);
  // A view requires gradients as its base does.
  if (isTensor(v) && asTensor(v)->flags & kTensorIsView)
    seen->push_back(&asTensor(v)->base->head);
  if (v.tag == JN_OBJECT && v.o->type->typeFlags & kTypeHeap)
    seen->push_back(&v.o->type->head);
  if (jn_dict *d = dictOf(v); d && !isType(v))
    seen->push_back(&d->head);
}

// True when another value stands where a walk has found one before, of a kind that each entry can
// look at by itself: loops of a module's own code put a new batch into the same global again and
// again.
bool Binding::isReplaced(uint32_t id, Value v) const {
  Value old = values[id];
  if (places[id].kind != Place::Kind::Entry || !version.isLeaf[id] || old.tag == JN_UNBOUND ||
      (old.tag == v.tag && old.i == v.i))
    return false;
  return version.isTensorInput[id] ? isTensor(v)
                                   : v.tag != JN_OBJECT || isStr(v) || isForeignObject(v);
}

bool Binding::inputsFit(Finding *why) {
  for (const Input &input : version.inputs) {
    if (version.isArgumentNode(input.node) || version.paths.nodes()[input.node].isMade())
      continue;
    Value v = values[input.node];
    // Writes to the base of a view are not watched, and one that may not be written could be out
    // of date at each entry.
    bool mayAge =
        isTensor(v) && asTensor(v)->flags & kTensorNotWritten && mayRequireGrad(asTensor(v));
    if (!input.fits(v) || mayAge || (isTensor(v) && needsEngine(v))) {
      why->assumption = "`" + version.paths.textOf(input.node) + "` is a " + input.record.type;
      why->found =
          describeValue(v) +
          (isTensor(v) && needsEngine(v) ? ", with hooks, or of a graph that is still there" : "");
      why->obstacle = {Obstacle::Kind::Input,
                       static_cast<uint32_t>(&input - version.inputs.data())};
      return false;
    }
  }
  return true;
}

// The value at the place of a check, in words.
std::string Binding::foundAt(const Check &check) const {
  Value v = values[check.node];
  if (check.kind == JN_ASSUME_METHOD && isType(v))
    v = lookupInType(as<Type>(v), check.key);
  return describeValue(v);
}

bool Binding::walk(const Value *liveIn, Finding *why) {
  if (hasLostCode)
    accepted_.assign(accepted_.size(), {});
  // Classes that a failed walk has found are watched by nobody: they may have ended.
  if (hasLostCode || !classesAreWatched_)
    classes_.clear();
  classesAreWatched_ = false;
  const std::vector<PathNode> &nodes = version.paths.nodes();
  std::vector<Object *> seen;
  // Classes are found by the objects that have them: those come first.
  for (bool ofClasses : {false, true})
    for (uint32_t i = 0; i < nodes.size(); ++i)
      if (nodes[i].isOfClass == ofClasses)
        visit(i, liveIn, &seen);
  for (size_t i = 0; i < version.checks.size(); ++i)
    if (!version.paths.nodes()[version.checks[i].node].isMade() && !holds(i)) {
      *why = {version.what(version.checks[i]),
              foundAt(version.checks[i]),
              {Obstacle::Kind::Check, static_cast<uint32_t>(i)}};
      return false;
    }
  for (uint32_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].kind == JN_STEP_CLASS && values[i].tag == JN_UNBOUND) {
      *why = {"there is the class `" + nodes[i].name + "`", "none that is found"};
      return false;
    }
  for (uint32_t i = 0; i < nodes.size(); ++i)
    if (answersForFunctions(values[i]) && !version.isPassing[i]) {
      *why = {"`" + version.paths.textOf(i) + "` does not answer for torch's functions",
              describeValue(values[i])};
      return false;
    }
  if (!inputsFit(why))
    return false;
  if (!isDistinct(why))
    return false;
  for (auto &[name, known] : classes_)
    seen.push_back(&known.type->head);
  watchAll(std::move(seen));
  classesAreWatched_ = true;
  entries.clear();
  for (uint32_t i = 0; i < places.size(); ++i)
    if (places[i].kind == Place::Kind::Entry && !(version.isPassing[i] && version.isLeaf[i]))
      entries.emplace_back(places[i].holder, places[i].index);
  std::sort(entries.begin(), entries.end());
  findVarying();
  stale = dead = hasLostCode = false;
  return true;
}

}  // namespace janus::speculate
