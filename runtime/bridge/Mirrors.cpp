#include "bridge/Mirrors.h"

#include "bridge/Busy.h"
#include "bridge/Codec.h"
#include "value/bytes/Bytes.h"
#include "value/call/Modules.h"
#include "value/container/Dict.h"
#include "value/container/Sequence.h"
#include "value/container/Set.h"

#include <algorithm>

namespace janus::bridge {
namespace {

// Calls f(value) for every value of the container, keys before their values, until it is false.
template <class F>
bool forEachItem(Value v, ContainerKind kind, F f) {
  switch (kind) {
  case ContainerKind::List:
    for (int64_t i = 0; i < as<jn_list>(v)->size; ++i)
      if (!f(as<jn_list>(v)->items[i]))
        return false;
    return true;
  case ContainerKind::Dict:
  case ContainerKind::OrderedDict: {
    int64_t position = 0;
    Value key, item;
    while (dictNext(as<jn_dict>(v), &position, &key, &item))
      if (!f(key) || !f(item))
        return false;
    return true;
  }
  case ContainerKind::Set: {
    uint64_t slot = 0;
    Value key;
    while (setNext(as<SetObject>(v), &slot, &key))
      if (!f(key))
        return false;
    return true;
  }
  case ContainerKind::Cell: {
    Value held = as<jn_cell>(v)->value;
    return held.tag == JN_UNBOUND || f(held);
  }
  case ContainerKind::ByteArray: return true;
  }
  return true;
}

bool isTable(ContainerKind kind) {
  return kind == ContainerKind::Dict || kind == ContainerKind::OrderedDict;
}

std::string_view bytesOf(Value v) {
  auto *b = as<BytearrayObject>(v);
  return {b->data, static_cast<size_t>(b->size)};
}

// collections.OrderedDict, which has the layout of a dict.
Type *orderedDictType() {
  static Type *type = [] {
    Ref module(importModule("_collections"));
    Ref found(module.failed() ? jn_error() : getattrOptional(module.get(), JN_NAME("OrderedDict")));
    clearError();
    return isInstance(found.get(), &jn_type_type) ? found.as<Type>() : nullptr;
  }();
  return type;
}

ContainerKind kindOf(Value v) {
  if (v.o->type == &jn_type_list)
    return ContainerKind::List;
  if (v.o->type == &jn_type_dict)
    return ContainerKind::Dict;
  if (v.o->type == orderedDictType())
    return ContainerKind::OrderedDict;
  if (v.o->type == &jn_type_cell)
    return ContainerKind::Cell;
  return v.o->type == &jn_type_set ? ContainerKind::Set : ContainerKind::ByteArray;
}

Value makeEmpty(ContainerKind kind) {
  switch (kind) {
  case ContainerKind::List: return jn_make_list(nullptr, 0);
  case ContainerKind::Dict: return jn_obj(newDict());
  case ContainerKind::OrderedDict: return call(jn_obj(orderedDictType()), {});
  case ContainerKind::Set: return jn_make_set(nullptr, 0);
  case ContainerKind::Cell: return jn_obj(jn_make_cell(jn_unbound()));
  case ContainerKind::ByteArray: break;
  }
  return makeBytearray("");
}

// Whether the dict has the keys of `items`, in their order: then only some values are new, and who
// watches the others (the globals of a module) need not know.
bool hasKeys(jn_dict *d, const std::vector<Value> &items) {
  int64_t position = 0;
  Value key, item;
  for (size_t i = 0; i < items.size(); i += 2) {
    bool isAlike = dictNext(d, &position, &key, &item) &&
                   (isSame(key, items[i]) ||
                    (isStr(key) && isStr(items[i]) && utf8Of(key) == utf8Of(items[i])));
    if (!isAlike)
      return false;
  }
  return !dictNext(d, &position, &key, &item);
}

// Whether the hash of a key may be a matter of the program's code, or of Python's.
bool hashesAlone(Value v) {
  if (v.tag != JN_OBJECT || isExact(v, &jn_type_str) || isExact(v, &jn_type_bytes))
    return true;
  if (!isExact(v, &jn_type_tuple))
    return false;
  auto *t = as<jn_tuple>(v);
  return std::all_of(t->items, t->items + t->size, hashesAlone);
}
bool mayAsk(ContainerKind kind, const Value *items, size_t count) {
  size_t step = isTable(kind) ? 2 : 1;
  if (step == 1 && kind != ContainerKind::Set)
    return false;
  for (size_t i = 0; i < count; i += step)
    if (!hashesAlone(items[i]))
      return true;
  return false;
}

// Replaces what the container holds; `items` gives its references away.
bool setContent(Value v, ContainerKind kind, std::vector<Value> &items) {
  bool ok = true;
  switch (kind) {
  case ContainerKind::List: {
    auto *l = as<jn_list>(v);
    Ref fresh(jn_obj(newList(static_cast<int64_t>(items.size()))));
    std::copy(items.begin(), items.end(), fresh.as<jn_list>()->items);
    items.clear();
    std::swap(l->items, fresh.as<jn_list>()->items);
    std::swap(l->size, fresh.as<jn_list>()->size);
    std::swap(l->capacity, fresh.as<jn_list>()->capacity);
    listTouched(l);
    return true;
  }
  case ContainerKind::Cell:
    jn_cell_store(as<jn_cell>(v), items.empty() ? jn_unbound() : items[0]);
    items.clear();
    return true;
  case ContainerKind::Dict:
  case ContainerKind::OrderedDict:
    if (hasKeys(as<jn_dict>(v), items)) {
      for (size_t i = 0; ok && i < items.size(); i += 2)
        if (!isSame(dictGet(as<jn_dict>(v), items[i]), items[i + 1]))
          ok = dictSet(as<jn_dict>(v), items[i], items[i + 1]) == 0;
      break;
    }
    dictClear(as<jn_dict>(v));
    for (size_t i = 0; ok && i + 1 < items.size(); i += 2)
      ok = dictSet(as<jn_dict>(v), items[i], items[i + 1]) == 0;
    break;
  case ContainerKind::Set:
    if (isFrozenset(v)) {
      Ref made(makeFrozenset(items.data(), items.size()));
      ok = !made.failed();
      if (ok)
        setSwapContents(as<SetObject>(v), made.as<SetObject>());
      break;
    }
    setClear(as<SetObject>(v));
    for (size_t i = 0; ok && i < items.size(); ++i)
      ok = setAdd(as<SetObject>(v), items[i]) == 0;
    break;
  case ContainerKind::ByteArray: break;
  }
  for (Value item : items)
    jn_decref(item);
  items.clear();
  return ok;
}

}  // namespace

bool Mirrors::isContainer(Value v) {
  return v.tag == JN_OBJECT && (v.o->type == &jn_type_list || v.o->type == &jn_type_dict ||
                                v.o->type == &jn_type_set || v.o->type == &jn_type_bytearray ||
                                v.o->type == &jn_type_cell || v.o->type == orderedDictType());
}

Value Mirrors::known(uint32_t id) const {
  auto it = pairs_.find(id);
  return it == pairs_.end() ? jn_unbound() : it->second.object;
}

void Mirrors::release(Pair &p) {
  for (Value v : p.items)
    if (!isContainer(v))
      jn_decref(v);
  p.items.clear();
  p.bytes.clear();
}

void Mirrors::remember(Pair &p) {
  std::vector<Value> items;
  forEachItem(p.object, p.kind, [&](Value v) {
    items.push_back(isContainer(v) ? v : jn_own(v));
    return true;
  });
  release(p);
  p.items = std::move(items);
  if (p.kind == ContainerKind::ByteArray)
    p.bytes = bytesOf(p.object);
}

bool Mirrors::hasChanged(const Pair &p) const {
  if (p.filling)
    return false;
  if (p.kind == ContainerKind::ByteArray)
    return p.bytes != bytesOf(p.object);
  size_t at = 0;
  bool same = forEachItem(p.object, p.kind,
                          [&](Value v) { return at < p.items.size() && isSame(p.items[at++], v); });
  return !same || at != p.items.size();
}

// Lists of floats and of ints go as one block.
bool Mirrors::writeContent(Encoder &e, const Pair &p) {
  if (p.kind == ContainerKind::ByteArray) {
    e.text(bytesOf(p.object));
    return true;
  }
  if (p.kind == ContainerKind::List && as<jn_list>(p.object)->size > 1) {
    auto *l = as<jn_list>(p.object);
    uint64_t tag = l->items[0].tag;
    bool alike = (tag == JN_INT || tag == JN_FLOAT) &&
                 std::all_of(l->items, l->items + l->size, [&](Value v) { return v.tag == tag; });
    if (alike) {
      e.tag(tag == JN_INT ? Tag::Ints : Tag::Floats);
      e.size(static_cast<size_t>(l->size));
      for (int64_t i = 0; i < l->size; ++i)
        e.number(l->items[i].i);
      return true;
    }
  }
  // Encoding runs no code of the program, so the container stays as it is.
  std::vector<Value> items;
  forEachItem(p.object, p.kind, [&](Value v) {
    items.push_back(v);
    return true;
  });
  e.tag(Tag::Items);
  return e.values(items.data(), items.size());
}

bool Mirrors::readContent(Decoder &d, Pair &p) {
  if (p.kind == ContainerKind::ByteArray) {
    std::string_view bytes = d.text();
    auto *b = as<BytearrayObject>(p.object);
    if (d.isBroken() || (b->size != static_cast<int64_t>(bytes.size()) &&
                         resizeBytearray(b, static_cast<int64_t>(bytes.size())) < 0))
      return false;
    std::copy(bytes.begin(), bytes.end(), b->data);
    remember(p);
    return true;
  }
  auto shape = static_cast<Tag>(d.byte());
  bool block = shape == Tag::Floats || shape == Tag::Ints;
  if (!block && shape != Tag::Items) {
    d.setBroken();
    return false;
  }
  size_t n = d.size(block ? 8 : 1);
  std::vector<Value> items;
  items.reserve(n);
  for (size_t i = 0; i < n && !d.isBroken(); ++i) {
    Value v = shape == Tag::Floats ? jn_float(d.number<double>())
              : shape == Tag::Ints ? jn_int(d.number<int64_t>())
                                   : d.value();
    if (v.tag == JN_ERROR) {
      for (Value item : items)
        jn_decref(item);
      return false;
    }
    items.push_back(v);
  }
  if (d.isBroken() || (isTable(p.kind) && items.size() % 2)) {
    d.setBroken();
    return false;
  }
  p.filling = 0;
  if (mayAsk(p.kind, items.data(), items.size())) {
    p.filling = ++lastFilling_;
    uint32_t id = numbers_[static_cast<size_t>(p.world)].at(p.object.o);
    d.fillings.push_back({Ref::own(p.object), p.kind, id, p.filling, {items.begin(), items.end()}});
    return true;
  }
  if (!setContent(p.object, p.kind, items))
    return false;
  remember(p);
  return true;
}

void Mirrors::fill(Decoder &d) {
  if (d.fillings.empty())
    return;
  Idle idle;
  for (Filling &f : d.fillings) {
    auto it = pairs_.find(f.id);
    if (it != pairs_.end() && it->second.filling != f.number)
      continue;
    std::vector<Value> items;
    for (Ref &item : f.items)
      items.push_back(item.release());
    if (!setContent(f.object.get(), f.kind, items))
      d.keepFailure();
    it = pairs_.find(f.id);
    if (it != pairs_.end() && it->second.filling == f.number) {
      it->second.filling = 0;
      remember(it->second);
    }
  }
  d.fillings.clear();
}

// One that must wait is empty till then.
Value Mirrors::readFrozenset(Decoder &d, jn_tuple *items) {
  auto size = static_cast<size_t>(items->size);
  if (!mayAsk(ContainerKind::Set, items->items, size))
    return makeFrozenset(items->items, size);
  Ref set(jn_obj(newSet(&jn_type_frozenset)));
  d.fillings.push_back({Ref::own(set.get()), ContainerKind::Set, 0, 0, {}});
  for (size_t i = 0; i < size; ++i)
    d.fillings.back().items.push_back(Ref::own(items->items[i]));
  return set.release();
}

bool Mirrors::write(Encoder &e, Value v) {
  auto &numbers = numbers_[static_cast<size_t>(e.world)];
  if (auto it = numbers.find(v.o); it != numbers.end()) {
    e.tag(Tag::KnownMirror);
    e.number(it->second);
    return true;
  }
  uint32_t id = last_ += 2;
  Pair &p = pairs_[id];
  p.object = jn_own(v);
  p.kind = kindOf(v);
  p.world = e.world;
  numbers[v.o] = id;
  e.newMirrors.push_back(id);
  e.tag(Tag::Mirror);
  e.number(id);
  e.byte(static_cast<uint8_t>(p.kind));
  if (!writeContent(e, p))
    return false;
  remember(p);
  return true;
}

Value Mirrors::read(Decoder &d) {
  auto id = d.number<uint32_t>();
  uint8_t kind = d.byte();
  if (d.isBroken() || id % 2 == 0 || kind > static_cast<uint8_t>(ContainerKind::Cell) ||
      pairs_.count(id))
    return d.setBroken();
  Pair &p = pairs_[id];
  p.kind = static_cast<ContainerKind>(kind);
  p.object = makeEmpty(p.kind);
  p.world = d.world;
  numbers_[static_cast<size_t>(p.world)][p.object.o] = id;
  return readContent(d, p) ? jn_own(p.object) : jn_error();
}

bool Mirrors::writeChanges(Encoder &e) {
  // What changes may bring new pairs in, which need no look.
  std::vector<uint32_t> changed;
  for (auto &[id, p] : pairs_)
    if (hasChanged(p))
      changed.push_back(id);
  e.size(changed.size());
  World around = e.world;
  for (uint32_t id : changed) {
    Pair &p = pairs_.at(id);
    e.number(id);
    e.world = p.world;
    if (!writeContent(e, p))
      return false;
    remember(p);
  }
  e.world = around;
  return writeDropped(e);
}

bool Mirrors::writeDropped(Encoder &e) {
  dropUnused();
  e.size(dropped_.size());
  for (uint32_t id : dropped_)
    e.number(id);
  dropped_.clear();
  return true;
}

bool Mirrors::readChanges(Decoder &d) {
  size_t changed = d.size(4);
  for (size_t i = 0; i < changed; ++i) {
    auto it = pairs_.find(d.number<uint32_t>());
    if (it == pairs_.end()) {
      d.setBroken();
      return false;
    }
    World around = std::exchange(d.world, it->second.world);
    if (!readContent(d, it->second))
      return false;
    d.world = around;
  }
  return readDropped(d);
}

bool Mirrors::readDropped(Decoder &d) {
  size_t dropped = d.size(4);
  for (size_t i = 0; i < dropped; ++i)
    drop(d.number<uint32_t>());
  return !d.isBroken();
}

void Mirrors::drop(uint32_t id) {
  auto it = pairs_.find(id);
  if (it == pairs_.end())
    return;
  Pair p = std::move(it->second);
  numbers_[static_cast<size_t>(p.world)].erase(p.object.o);
  pairs_.erase(it);
  release(p);
  jn_decref(p.object);
}

void Mirrors::dropUnused() {
  // What a dropped container held may run the program's __del__, which may cross again.
  std::vector<uint32_t> ids;
  for (auto &[id, p] : pairs_)
    ids.push_back(id);
  for (uint32_t id : ids) {
    auto it = pairs_.find(id);
    if (it == pairs_.end() || it->second.object.o->refs != pairsOf(it->second.object.o))
      continue;
    dropped_.push_back(id);
    drop(id);
  }
}

void Mirrors::clear() {
  while (!pairs_.empty())
    drop(pairs_.begin()->first);
  dropped_.clear();
}

}  // namespace janus::bridge
