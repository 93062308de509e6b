// The hash table of set and frozenset: linear probing in short runs, then jumps, growth by 4 (2
// when large). Everything that decides the order of iteration is as in CPython 3.11.
#include "value/container/Set.h"
#include "value/container/Dict.h"
#include "value/container/KeyHash.h"
#include "value/object/Heap.h"
#include "value/text/Str.h"

#include <cstring>

namespace janus {
namespace {

constexpr uint64_t kSmallest = 8;
constexpr uint64_t kRun = 9;  // entries looked at beside the first before jumping

SetEntry *makeEntries(uint64_t slots) {
  auto *table = static_cast<SetEntry *>(takeItems(slots * sizeof(SetEntry)));
  for (uint64_t i = 0; i < slots; ++i)
    table[i] = {jn_unbound(), 0};
  return table;
}

bool neverUsed(const SetEntry *e) {
  return e->key.tag == JN_UNBOUND;
}

// Calls f(entry) along the probe sequence until it answers true.
template <class F>
void probe(SetEntry *table, uint64_t mask, int64_t hash, F f) {
  uint64_t i = static_cast<uint64_t>(hash) & mask, perturb = static_cast<uint64_t>(hash);
  for (;;) {
    uint64_t run = i + kRun <= mask ? kRun : 0;
    for (uint64_t k = 0; k <= run; ++k)
      if (f(table + i + k))
        return;
    perturb >>= 5;
    i = (i * 5 + 1 + perturb) & mask;
  }
}

// Into a table that does not hold the key.
void insertClean(SetEntry *table, uint64_t mask, Value key, int64_t hash) {
  probe(table, mask, hash, [&](SetEntry *e) {
    if (!neverUsed(e))
      return false;
    *e = {key, hash};
    return true;
  });
}

void resize(SetObject *s, int64_t minimum) {
  uint64_t slots = kSmallest;
  while (slots <= static_cast<uint64_t>(minimum))
    slots <<= 1;
  SetEntry *old = s->table, *table = makeEntries(slots);
  uint64_t oldMask = s->mask;
  s->table = table;
  s->mask = slots - 1;
  s->fill = s->used;
  for (uint64_t i = 0; old && i <= oldMask; ++i)
    if (isLive(&old[i]))
      insertClean(table, s->mask, old[i].key, old[i].hash);
  if (old)
    giveItems(old, (oldMask + 1) * sizeof(SetEntry));
}

// Like lookup, where no types need be asked: null when an entry with the hash may or may not be the
// key.
SetEntry *lookupPlain(const SetObject *s, Value key, int64_t hash, SetEntry **removed) {
  SetEntry *found = nullptr;
  probe(s->table, s->mask, hash, [&](SetEntry *e) {
    if (e->hash == hash) {
      bool isIt = e->key.tag == key.tag && e->key.i == key.i;
      if (JN_LIKELY(isIt)) {
        found = e;
        return true;
      }
      if (!neverUsed(e)) {
        int same = plainlyEqual(e->key, key);
        if (same == 1)
          found = e;
        if (same != 0)
          return true;
      }
    }
    if (neverUsed(e)) {
      found = e;
      return true;
    }
    if (removed && e->key.tag == JN_DONE)
      *removed = e;
    return false;
  });
  return found;
}

// The entry of the key, or the never used one that ends the search; null on error. `removed` gets
// the last removed entry on the way, which an insertion takes again.
SetEntry *lookup(SetObject *s, Value key, int64_t hash, SetEntry **removed = nullptr) {
  if (removed)
    *removed = nullptr;
  if (SetEntry *e = lookupPlain(s, key, hash, removed))
    return e;
restart:
  if (removed)
    *removed = nullptr;
  SetEntry *found = nullptr;
  bool changed = false, failed = false;
  SetEntry *table = s->table;
  probe(table, s->mask, hash, [&](SetEntry *e) {
    if (neverUsed(e)) {
      found = e;
      return true;
    }
    if (removed && e->key.tag == JN_DONE)
      *removed = e;
    if (e->hash != hash || !isLive(e))
      return false;
    if (e->key.tag == key.tag && e->key.i == key.i) {
      found = e;
      return true;
    }
    Ref other = Ref::own(e->key);
    int same = equal(other.get(), key);
    failed = same < 0;
    changed = !failed && (s->table != table || !isLive(e) || e->key.i != other.get().i);
    if (same > 0)
      found = e;
    return same != 0 || changed;
  });
  if (failed)
    return nullptr;
  if (changed)
    goto restart;
  return found;
}

int addHashed(SetObject *s, Value key, int64_t hash) {
  SetEntry *removed;
  SetEntry *e = lookup(s, key, hash, &removed);
  if (!e)
    return -1;
  if (!neverUsed(e))
    return 0;
  ++s->used;
  s->hash = -1;
  setTouched(s);
  if (removed) {
    *removed = {jn_own(key), hash};
    return 0;
  }
  *e = {jn_own(key), hash};
  ++s->fill;
  if (static_cast<uint64_t>(s->fill) * 5 >= s->mask * 3)
    resize(s, s->used > 50000 ? s->used * 2 : s->used * 4);
  return 0;
}

// Drops the key, whose hash is known: 1 removed, 0 absent, -1.
int discardHashed(SetObject *s, Value key, int64_t hash) {
  SetEntry *e = lookup(s, key, hash);
  if (!e)
    return -1;
  if (neverUsed(e))
    return 0;
  Value old = e->key;
  *e = {jn_done(), -1};
  --s->used;
  setTouched(s);
  jn_decref(old);
  return 1;
}

// All of another set.
int merge(SetObject *s, SetObject *other) {
  if (s == other || other->used == 0)
    return 0;
  if (static_cast<uint64_t>(s->fill + other->used) * 5 >= s->mask * 3)
    resize(s, (s->used + other->used) * 2);
  setTouched(s);
  if (s->fill == 0) {
    bool same = s->mask == other->mask && other->fill == other->used;
    for (uint64_t i = 0; i <= other->mask; ++i) {
      SetEntry *e = &other->table[i];
      if (!isLive(e))
        continue;
      jn_own(e->key);
      if (same)
        s->table[i] = *e;
      else
        insertClean(s->table, s->mask, e->key, e->hash);
    }
    s->fill = s->used = other->used;
    return 0;
  }
  for (uint64_t i = 0; i <= other->mask; ++i) {
    if (!isLive(&other->table[i]))
      continue;
    Ref key = Ref::own(other->table[i].key);
    if (addHashed(s, key.get(), other->table[i].hash) < 0)
      return -1;
  }
  return 0;
}

// The keys of a dict, whose hashes are known.
int mergeDict(SetObject *s, jn_dict *d) {
  if (static_cast<uint64_t>(s->fill + d->count) * 5 >= s->mask * 3)
    resize(s, (s->used + d->count) * 2);
  for (int64_t i = 0; i < d->used; ++i) {
    jn_dict_entry entry = d->entries[i];
    if (entry.key.tag == JN_UNBOUND)
      continue;
    Ref key = Ref::own(entry.key);
    if (addHashed(s, key.get(), entry.hash) < 0)
      return -1;
  }
  return 0;
}

Type *plainType(Value set) {
  return isFrozenset(set) ? &jn_type_frozenset : &jn_type_set;
}

}  // namespace

SetObject *newSet(Type *type) {
  bool isNative = type == &jn_type_set || type == &jn_type_frozenset;
  auto *s = reinterpret_cast<SetObject *>(
      isNative ? allocateNative<Traversal::Collected>(type, sizeof(SetObject))
               : allocate(type, sizeof(SetObject)));
  s->table = makeEntries(kSmallest);
  s->mask = kSmallest - 1;
  s->hash = -1;
  return s;
}

int setAdd(SetObject *s, Value key) {
  int64_t h;
  return hashKey(key, &h) ? addHashed(s, key, h) : -1;
}

// A set looked up in a set stands for the frozenset of its items.
static bool hashForLookup(Value key, int64_t *h, Ref *replacement) {
  if (hash(key, h))
    return true;
  if (!isSet(key) || !errorMatches(jn_exc_TypeError))
    return false;
  clearError();
  *replacement = Ref(setCopy(key, &jn_type_frozenset));
  return hash(replacement->get(), h);
}

int setContains(SetObject *s, Value key) {
  int64_t h;
  if (key.tag == JN_INT || isExact(key, &jn_type_str)) {
    hashKey(key, &h);
    SetEntry *e = lookup(s, key, h);
    return e ? !neverUsed(e) : -1;
  }
  Ref replacement;
  if (!hashForLookup(key, &h, &replacement))
    return -1;
  SetEntry *e = lookup(s, given(replacement.get()) ? replacement.get() : key, h);
  return e ? !neverUsed(e) : -1;
}

int setDiscard(SetObject *s, Value key) {
  int64_t h;
  Ref replacement;
  if (!hashForLookup(key, &h, &replacement))
    return -1;
  return discardHashed(s, given(replacement.get()) ? replacement.get() : key, h);
}

void setClear(SetObject *s) {
  SetEntry *old = s->table;
  uint64_t oldMask = s->mask;
  s->table = makeEntries(kSmallest);
  s->mask = kSmallest - 1;
  s->fill = s->used = 0;
  s->finger = 0;
  for (uint64_t i = 0; old && i <= oldMask; ++i)
    if (isLive(&old[i]))
      jn_decref(old[i].key);
  freeItems(old);
  setTouched(s);
}

int setUpdate(Value set, Value other) {
  auto *s = as<SetObject>(set);
  if (isAnySet(other))
    return merge(s, as<SetObject>(other));
  if (isExact(other, &jn_type_dict))
    return mergeDict(s, as<jn_dict>(other));
  return forEach(other, [&](Value item) { return setAdd(s, item) == 0; }) ? 0 : -1;
}

Value setFrom(Value iterable) {
  Ref s(jn_obj(newSet(&jn_type_set)));
  return setUpdate(s.get(), iterable) < 0 ? jn_error() : s.release();
}

Value setCopy(Value set, Type *type) {
  SetObject *s = newSet(type);
  merge(s, as<SetObject>(set));
  return jn_obj(s);
}

int setSubtract(Value set, Value other) {
  auto *s = as<SetObject>(set);
  if (set.o == other.o && set.tag == other.tag) {
    setClear(s);
    return 0;
  }
  if (isAnySet(other)) {
    uint64_t slot = 0;
    Value key;
    int64_t h;
    while (setNext(as<SetObject>(other), &slot, &key, &h)) {
      Ref held = Ref::own(key);
      if (discardHashed(s, key, h) < 0)
        return -1;
    }
  } else if (!forEach(other, [&](Value item) { return setDiscard(s, item) >= 0; })) {
    return -1;
  }
  if (static_cast<uint64_t>(s->fill - s->used) > s->mask / 5)
    resize(s, s->used > 50000 ? s->used * 2 : s->used * 4);
  return 0;
}

int setToggle(Value set, Value other) {
  auto *s = as<SetObject>(set);
  if (set.o == other.o && set.tag == other.tag) {
    setClear(s);
    return 0;
  }
  auto toggle = [&](Value key, int64_t h) {
    int removed = discardHashed(s, key, h);
    return removed < 0 ? -1 : removed ? 0 : addHashed(s, key, h);
  };
  if (isExact(other, &jn_type_dict)) {
    jn_dict *d = as<jn_dict>(other);
    for (int64_t i = 0; i < d->used; ++i) {
      jn_dict_entry entry = d->entries[i];
      if (entry.key.tag != JN_UNBOUND && toggle(entry.key, entry.hash) < 0)
        return -1;
    }
    return 0;
  }
  Ref otherSet(isAnySet(other) ? jn_own(other) : setFrom(other));
  if (otherSet.failed())
    return -1;
  uint64_t slot = 0;
  Value key;
  int64_t h;
  while (setNext(otherSet.as<SetObject>(), &slot, &key, &h)) {
    Ref held = Ref::own(key);
    if (toggle(key, h) < 0)
      return -1;
  }
  return 0;
}

Value setIntersection(Value set, Value other) {
  if (set.o == other.o && set.tag == other.tag)
    return setCopy(set, plainType(set));
  Ref result(jn_obj(newSet(plainType(set))));
  auto *into = result.as<SetObject>();
  if (isAnySet(other)) {
    Value walked = other, tested = set;
    if (as<SetObject>(other)->used > as<SetObject>(set)->used)
      std::swap(walked, tested);
    uint64_t slot = 0;
    Value key;
    int64_t h;
    while (setNext(as<SetObject>(walked), &slot, &key, &h)) {
      Ref held = Ref::own(key);
      SetEntry *e = lookup(as<SetObject>(tested), key, h);
      if (!e || (!neverUsed(e) && addHashed(into, key, h) < 0))
        return jn_error();
    }
    return result.release();
  }
  bool good = forEach(other, [&](Value item) {
    int64_t h;
    if (!hash(item, &h))
      return false;
    SetEntry *e = lookup(as<SetObject>(set), item, h);
    return e && (neverUsed(e) || addHashed(into, item, h) == 0);
  });
  return good ? result.release() : jn_error();
}

Value setDifference(Value set, Value other) {
  auto *s = as<SetObject>(set);
  int64_t otherSize = isAnySet(other)                 ? as<SetObject>(other)->used
                      : isExact(other, &jn_type_dict) ? as<jn_dict>(other)->count
                                                      : -1;
  if (otherSize < 0 || (s->used >> 2) > otherSize) {
    Ref result(setCopy(set, plainType(set)));
    return setSubtract(result.get(), other) < 0 ? jn_error() : result.release();
  }
  Ref result(jn_obj(newSet(plainType(set))));
  uint64_t slot = 0;
  Value key;
  int64_t h;
  while (setNext(s, &slot, &key, &h)) {
    Ref held = Ref::own(key);
    bool inside;
    if (isAnySet(other)) {
      SetEntry *e = lookup(as<SetObject>(other), key, h);
      if (!e)
        return jn_error();
      inside = !neverUsed(e);
    } else {
      int64_t at = dictFind(as<jn_dict>(other), key, h);
      if (at == -2)
        return jn_error();
      inside = at >= 0;
    }
    if (!inside && addHashed(result.as<SetObject>(), key, h) < 0)
      return jn_error();
  }
  return result.release();
}

void setSwapContents(SetObject *a, SetObject *b) {
  std::swap(a->fill, b->fill);
  std::swap(a->used, b->used);
  std::swap(a->mask, b->mask);
  std::swap(a->table, b->table);
  setTouched(a);
  setTouched(b);
}

// A constant frozenset; CPython's compiler builds it a second time from its own order.
Value makeFrozenset(const Value *items, size_t count) {
  Ref first(jn_obj(newSet(&jn_type_frozenset)));
  for (size_t i = 0; i < count; ++i)
    if (setAdd(first.as<SetObject>(), items[i]) < 0)
      return jn_error();
  SetObject *second = newSet(&jn_type_frozenset);
  uint64_t slot = 0;
  Value key;
  int64_t h;
  while (setNext(first.as<SetObject>(), &slot, &key, &h))
    addHashed(second, key, h);
  return jn_obj(second);
}

}  // namespace janus

using namespace janus;

jn_value jn_make_set(const jn_value *items, size_t count) {
  Ref s(jn_obj(newSet(&jn_type_set)));
  for (size_t i = 0; i < count; ++i)
    if (setAdd(s.as<SetObject>(), items[i]) < 0)
      return jn_error();
  return s.release();
}

int jn_set_add(jn_value set, jn_value item) {
  return setAdd(as<SetObject>(set), item);
}
int jn_set_update(jn_value set, jn_value iterable) {
  return setUpdate(set, iterable);
}
