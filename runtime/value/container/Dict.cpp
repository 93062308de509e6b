// The hash table of dict.
#include "value/container/Dict.h"

#include "value/container/DictWatch.h"
#include "value/container/KeyHash.h"
#include "value/container/Sequence.h"
#include "value/object/Heap.h"
#include "value/text/Str.h"

#include <cstring>

namespace janus {
namespace {

constexpr int64_t kEmpty = -1, kRemoved = -2;
constexpr uint64_t kSmallest = 8;

uint64_t lastKeysVersion = 0;

DictTable *tableOf(const jn_dict *d) {
  return static_cast<DictTable *>(d->index);
}
void *indexOf(const DictTable *t) {
  return const_cast<jn_dict_entry *>(t->entries + t->capacity);
}
int64_t indexAt(const DictTable *t, uint64_t slot) {
  switch (t->width) {
  case 1: return static_cast<int8_t *>(indexOf(t))[slot];
  case 2: return static_cast<int16_t *>(indexOf(t))[slot];
  default: return static_cast<int32_t *>(indexOf(t))[slot];
  }
}
void setIndex(DictTable *t, uint64_t slot, int64_t entry) {
  switch (t->width) {
  case 1: static_cast<int8_t *>(indexOf(t))[slot] = static_cast<int8_t>(entry); break;
  case 2: static_cast<int16_t *>(indexOf(t))[slot] = static_cast<int16_t>(entry); break;
  default: static_cast<int32_t *>(indexOf(t))[slot] = static_cast<int32_t>(entry);
  }
}

// Visits slots in the order of a key's probes: every slot comes up in the end.
struct Probe {
  uint64_t slot, perturb, mask;
  Probe(int64_t hash, uint64_t mask)
      : slot(static_cast<uint64_t>(hash) & mask), perturb(static_cast<uint64_t>(hash)), mask(mask) {
  }
  void next() {
    perturb >>= 5;
    slot = (slot * 5 + perturb + 1) & mask;
  }
};

size_t bytesOf(int64_t capacity, uint64_t slots, int width) {
  return offsetof(DictTable, entries) + static_cast<size_t>(capacity) * sizeof(jn_dict_entry) +
         slots * static_cast<size_t>(width);
}

void freeTable(DictTable *t) {
  if (!t)
    return;
  if (t->isInRoom)
    clearRoom(t, static_cast<uint32_t>(t->capacity));
  else
    giveItems(t, bytesOf(t->capacity, t->mask + 1, t->width));
}

uint64_t slotsFor(int64_t entries) {
  uint64_t slots = kSmallest;
  while (slots * 2 / 3 < static_cast<uint64_t>(entries))
    slots *= 2;
  return slots;
}

void layTable(DictTable *t, int64_t capacity, uint64_t slots, int width) {
  t->mask = slots - 1;
  t->capacity = capacity;
  t->width = static_cast<int16_t>(width);
  t->isInRoom = false;
  t->taken = 0;
  if (slots == kSmallest)  // of one byte each; most dicts are of instances
    *static_cast<uint64_t *>(indexOf(t)) = ~uint64_t{0};
  else
    memset(indexOf(t), 0xff, slots * width);
}

DictTable *makeTable(int64_t entries) {
  uint64_t slots = slotsFor(entries);
  int64_t capacity = static_cast<int64_t>(slots * 2 / 3);
  int width = slots <= 128 ? 1 : slots <= 32768 ? 2 : 4;
  auto *t = static_cast<DictTable *>(takeItems(bytesOf(capacity, slots, width)));
  layTable(t, capacity, slots, width);
  return t;
}

// Index is the type of the table's indices, so that a probe does not ask for their width.
template <class Index>
void placeIn(DictTable *t, int64_t hash, int64_t entry) {
  auto *index = static_cast<Index *>(indexOf(t));
  Probe probe(hash, t->mask);
  while (index[probe.slot] >= 0)
    probe.next();
  t->taken += index[probe.slot] == kEmpty;
  index[probe.slot] = static_cast<Index>(entry);
}
void placeIndex(DictTable *t, int64_t hash, int64_t entry) {
  if (JN_LIKELY(t->width == 1))
    placeIn<int8_t>(t, hash, entry);
  else if (t->width == 2)
    placeIn<int16_t>(t, hash, entry);
  else
    placeIn<int32_t>(t, hash, entry);
}

// Whether another entry needs a new table: for its place, or because so many were removed that
// probes would not end.
bool isFull(const jn_dict *d) {
  const DictTable *t = tableOf(d);
  return d->used == t->capacity || t->taken >= t->mask - (t->mask >> 3);
}

// A new table with the live entries in order, starting at entry `first` of the new one.
void rebuild(jn_dict *d, int64_t wanted, int64_t first = 0) {
  DictTable *old = tableOf(d), *t = makeTable(wanted);
  int64_t at = first;
  for (int64_t i = 0; i < d->used; ++i) {
    if (d->entries[i].key.tag == JN_UNBOUND)
      continue;
    t->entries[at] = d->entries[i];
    placeIndex(t, t->entries[at].hash, at);
    ++at;
  }
  d->index = t;
  d->entries = t->entries;
  d->used = at;
  freeTable(old);
}

// 1 equal, 0 not, -1 error, 2: the dict changed meanwhile.
int sameKey(jn_dict *d, const jn_dict_entry *entry, Value key) {
  Value other = entry->key;
  if (int same = plainlyEqual(other, key); JN_LIKELY(same >= 0))
    return same;
  void *table = d->index;
  uint64_t version = d->keys_version;
  Ref held = Ref::own(other);
  int same = equal(other, key);
  if (same >= 0 && (d->index != table || d->keys_version != version))
    return 2;
  return same;
}

}  // namespace

uint64_t nextKeysVersion() {
  return ++lastKeysVersion;
}

size_t roomBytes(uint32_t entries) {
  return bytesOf(entries, slotsFor(entries), 1);
}

void clearRoom(void *room, uint32_t entries) {
  jn_dict_entry *first = static_cast<DictTable *>(room)->entries;
  for (uint32_t i = 0; i < entries; ++i)
    first[i].key = jn_unbound();
}

void useRoom(jn_dict *d, void *room, uint32_t entries) {
  auto *t = static_cast<DictTable *>(room);
  layTable(t, entries, slotsFor(entries), 1);
  t->isInRoom = true;
  d->index = t;
  d->entries = t->entries;
}

void leaveRoom(jn_dict *d) {
  if (!d->index || !tableOf(d)->isInRoom)
    return;
  rebuild(d, d->count);
  d->keys_version = nextKeysVersion();
  dictTouched(d);
}

namespace {

constexpr int64_t kChanged = -3;  // comparing keys has changed the dict

template <class Index>
int64_t findIn(jn_dict *d, const DictTable *t, Value key, int64_t hash) {
  const auto *index = static_cast<const Index *>(indexOf(t));
  for (Probe probe(hash, t->mask);; probe.next()) {
    int64_t i = index[probe.slot];
    if (i == kEmpty)
      return -1;
    if (i < 0)
      continue;
    const jn_dict_entry *entry = &t->entries[i];
    if (entry->key.tag == key.tag && entry->key.i == key.i)
      return i;
    if (entry->hash != hash)
      continue;
    int same = sameKey(d, entry, key);
    if (same != 0)
      return same == 2 ? kChanged : same > 0 ? i : -2;
  }
}

}  // namespace

jn_dict *newUnlinkedDict() {
  auto *d = reinterpret_cast<jn_dict *>(
      allocateNative<Traversal::Unlinked>(&jn_type_dict, sizeof(jn_dict)));
  d->keys_version = nextKeysVersion();
  return d;
}

int64_t dictFind(jn_dict *d, Value key, int64_t hash) {
  int64_t found = kChanged;
  while (found == kChanged) {
    const DictTable *t = tableOf(d);
    if (!t)
      return -1;
    found = t->width == 1   ? findIn<int8_t>(d, t, key, hash)
            : t->width == 2 ? findIn<int16_t>(d, t, key, hash)
                            : findIn<int32_t>(d, t, key, hash);
  }
  return found;
}

jn_dict *newDict() {
  auto *d = reinterpret_cast<jn_dict *>(
      allocateNative<Traversal::Collected>(&jn_type_dict, sizeof(jn_dict)));
  d->keys_version = nextKeysVersion();
  return d;
}

Value dictGet(jn_dict *d, Value key) {
  int64_t h;
  if (!hashKey(key, &h))
    return jn_error();
  int64_t i = dictFind(d, key, h);
  return i >= 0 ? d->entries[i].value : i == -1 ? jn_unbound() : jn_error();
}

Value dictGetStr(jn_dict *d, Value name) {
  DictTable *t = tableOf(d);
  if (!t)
    return jn_unbound();
  int64_t h = as<StrObject>(name)->hash;
  if (JN_UNLIKELY(h == -1))
    h = strHash(name);
  for (Probe probe(h, t->mask);; probe.next()) {
    int64_t i = indexAt(t, probe.slot);
    if (i == kEmpty)
      return jn_unbound();
    if (i < 0)
      continue;
    const jn_dict_entry *entry = &t->entries[i];
    if (JN_LIKELY(entry->key.tag == JN_OBJECT && entry->key.o == name.o))
      return entry->value;
    if (entry->hash == h && isStr(entry->key) && strEqual(entry->key, name))
      return entry->value;
  }
}

void (*watchReplacedHook)(jn_dict *d, int64_t entry, Value old);

void dictReplaceAt(jn_dict *d, int64_t entry, Value v) {
  Value old = d->entries[entry].value;
  d->entries[entry].value = jn_own(v);
  if (JN_UNLIKELY(d->head.flags & JN_FLAG_WATCHED) && watchReplacedHook)
    watchReplacedHook(d, entry, old);
  jn_decref(old);
}

int dictSetHashed(jn_dict *d, Value key, int64_t hash, Value v) {
  int64_t i = dictFind(d, key, hash);
  if (i == -2)
    return -1;
  if (i >= 0) {
    dictReplaceAt(d, i, v);
    return 0;
  }
  return dictAdd(d, key, hash, v);
}

int dictAdd(jn_dict *d, Value key, int64_t hash, Value v) {
  DictTable *t = tableOf(d);
  if (!t || isFull(d)) {
    if (d->count > (int64_t(1) << 30)) {
      raise(jn_exc_MemoryError, "");
      return -1;
    }
    rebuild(d, t ? d->count * 2 + 1 : 1);
    t = tableOf(d);
  }
  int64_t at = d->used++;
  t->entries[at] = {jn_own(key), jn_own(v), hash};
  placeIndex(t, hash, at);
  ++d->count;
  d->keys_version = nextKeysVersion();
  dictTouched(d);
  return 0;
}

int dictAddName(jn_dict *d, Value name, Value v) {
  DictTable *t = tableOf(d);
  int64_t hash = as<StrObject>(name)->hash;
  if (JN_LIKELY(t && t->width == 1 && !isFull(d))) {
    auto *index = static_cast<int8_t *>(indexOf(t));
    Probe probe(hash, t->mask);
    for (int8_t i; (i = index[probe.slot]) != kEmpty; probe.next()) {
      if (i < 0 || t->entries[i].hash == hash) {  // removed, or the name itself or its equal
        t = nullptr;
        break;
      }
    }
    if (JN_LIKELY(t != nullptr)) {
      int64_t at = d->used++;
      t->entries[at] = {jn_own(name), jn_own(v), hash};
      index[probe.slot] = static_cast<int8_t>(at);
      ++t->taken;
      ++d->count;
      d->keys_version = nextKeysVersion();
      dictTouched(d);
      return 0;
    }
  }
  if (d->index && dictFind(d, name, hash) >= 0)
    return 1;
  return dictAdd(d, name, hash, v);
}

int dictSet(jn_dict *d, Value key, Value v) {
  int64_t h;
  return hashKey(key, &h) ? dictSetHashed(d, key, h, v) : -1;
}

// Takes the entry out of the table; key and value go to the caller.
static jn_dict_entry unlink(jn_dict *d, int64_t i) {
  DictTable *t = tableOf(d);
  jn_dict_entry removed = t->entries[i];
  Probe probe(removed.hash, t->mask);
  while (indexAt(t, probe.slot) != i)
    probe.next();
  setIndex(t, probe.slot, kRemoved);
  t->entries[i] = {jn_unbound(), jn_unbound(), 0};
  // Entries at the end are free again, so that a stack of keys does not grow.
  while (d->used > 0 && t->entries[d->used - 1].key.tag == JN_UNBOUND)
    --d->used;
  --d->count;
  d->keys_version = nextKeysVersion();
  dictTouched(d);
  return removed;
}

void dictRemoveEntry(jn_dict *d, int64_t entry) {
  jn_dict_entry removed = unlink(d, entry);
  jn_decref(removed.key);
  jn_decref(removed.value);
}

int dictDelete(jn_dict *d, Value key) {
  int64_t h;
  if (!hashKey(key, &h))
    return -1;
  int64_t i = dictFind(d, key, h);
  if (i < 0)
    return i == -1 ? 0 : -1;
  dictRemoveEntry(d, i);
  return 1;
}

Value dictTake(jn_dict *d, Value key) {
  int64_t h;
  if (!hashKey(key, &h))
    return jn_error();
  int64_t i = dictFind(d, key, h);
  if (i < 0)
    return i == -1 ? jn_unbound() : jn_error();
  jn_dict_entry removed = unlink(d, i);
  jn_decref(removed.key);
  return removed.value;
}

namespace {
// Frees a table that no dict has any more, with what its `used` entries hold.
void endTable(DictTable *t, int64_t used) {
  if (!t)
    return;
  bool isInRoom = t->isInRoom;
  const jn_dict_entry *entries = t->entries;
  jn_dict_entry moved[kMostRoom];
  // Values that end may run code, which must not find the entries where they were, and may end
  // the instance.
  if (isInRoom) {
    memcpy(moved, entries, static_cast<size_t>(used) * sizeof(jn_dict_entry));
    clearRoom(t, static_cast<uint32_t>(used));
    entries = moved;
  }
  for (int64_t i = 0; i < used; ++i) {
    jn_decref(entries[i].key);
    jn_decref(entries[i].value);
  }
  if (!isInRoom)
    freeTable(t);
}
}  // namespace

void dropTable(jn_dict *d) {
  DictTable *t = tableOf(d);
  d->index = nullptr;
  d->entries = nullptr;
  endTable(t, d->used);
}

void dictClear(jn_dict *d) {
  DictTable *t = tableOf(d);
  int64_t used = d->used;
  d->index = nullptr;
  d->entries = nullptr;
  d->used = d->count = 0;
  d->keys_version = nextKeysVersion();
  endTable(t, used);
  dictTouched(d);
}

bool dictNext(jn_dict *d, int64_t *position, Value *key, Value *v) {
  while (*position < d->used) {
    const jn_dict_entry &entry = d->entries[(*position)++];
    if (entry.key.tag == JN_UNBOUND)
      continue;
    if (key)
      *key = entry.key;
    if (v)
      *v = entry.value;
    return true;
  }
  return false;
}

Value dictCopy(jn_dict *d) {
  jn_dict *copy = newDict();
  if (d->count == 0)
    return jn_obj(copy);
  DictTable *t = makeTable(d->count);
  int64_t at = 0;
  for (int64_t i = 0; i < d->used; ++i) {
    const jn_dict_entry &entry = d->entries[i];
    if (entry.key.tag == JN_UNBOUND)
      continue;
    t->entries[at] = {jn_own(entry.key), jn_own(entry.value), entry.hash};
    placeIndex(t, entry.hash, at);
    ++at;
  }
  copy->index = t;
  copy->entries = t->entries;
  copy->used = copy->count = at;
  return jn_obj(copy);
}

int dictMoveToEnd(jn_dict *d, Value key, bool last) {
  int64_t h;
  if (!hashKey(key, &h))
    return -1;
  int64_t i = dictFind(d, key, h);
  if (i < 0)
    return i == -1 ? 0 : -1;
  if (last ? i == d->used - 1 : i == 0)
    return 1;
  jn_dict_entry moved = unlink(d, i);
  DictTable *t = tableOf(d);
  if (last) {
    if (isFull(d))
      rebuild(d, d->count + 1);
    t = tableOf(d);
    i = d->used++;
  } else {
    rebuild(d, d->count + 1, 1);
    t = tableOf(d);
    i = 0;
  }
  t->entries[i] = moved;
  placeIndex(t, moved.hash, i);
  ++d->count;
  d->keys_version = nextKeysVersion();
  return 1;
}

int dictMerge(jn_dict *d, Value mapping) {
  if (isExact(mapping, &jn_type_dict) ||
      (isDict(mapping) && mapping.o->type->iter == jn_type_dict.iter)) {
    jn_dict *other = as<jn_dict>(mapping);
    if (other == d)
      return 0;
    int64_t wanted = d->count + other->count;
    if (other->count > 8 && (!d->index || tableOf(d)->capacity < wanted))
      rebuild(d, wanted);
    int64_t count = other->count;
    for (int64_t i = 0; i < other->used; ++i) {
      jn_dict_entry entry = other->entries[i];
      if (entry.key.tag == JN_UNBOUND)
        continue;
      Ref key = Ref::own(entry.key), v = Ref::own(entry.value);
      if (dictSetHashed(d, entry.key, entry.hash, entry.value) < 0)
        return -1;
      if (other->count != count) {
        raise(jn_exc_RuntimeError, "dict mutated during update");
        return -1;
      }
    }
    return 0;
  }
  Ref keys(callMethod(mapping, JN_NAME("keys"), {}));
  if (keys.failed())
    return -1;
  bool good = forEach(keys.get(), [&](Value key) {
    Ref v(jn_getitem(mapping, key));
    return !v.failed() && dictSet(d, key, v.get()) == 0;
  });
  return good ? 0 : -1;
}

int dictUpdate(jn_dict *d, Value other) {
  if (isExact(other, &jn_type_dict))
    return dictMerge(d, other);
  Ref keys(getattrOptional(other, JN_NAME("keys")));
  if (keys.failed())
    return -1;
  if (given(keys.get()))
    return dictMerge(d, other);
  int64_t at = 0;
  bool good = forEach(other, [&](Value item) {
    Ref pair(listFrom(item));
    if (pair.failed()) {
      if (errorMatches(jn_exc_TypeError)) {
        clearError();
        raise(jn_exc_TypeError,
              "cannot convert dictionary update sequence element #%ld to a sequence",
              static_cast<long>(at));
      }
      return false;
    }
    jn_list *l = pair.as<jn_list>();
    if (l->size != 2) {
      raise(jn_exc_ValueError,
            "dictionary update sequence element #%ld has length %ld; 2 is required",
            static_cast<long>(at), static_cast<long>(l->size));
      return false;
    }
    ++at;
    return dictSet(d, l->items[0], l->items[1]) == 0;
  });
  return good ? 0 : -1;
}

}  // namespace janus

using namespace janus;

jn_value jn_make_dict(const jn_value *keys_and_values, size_t pairs) {
  jn_dict *d = newDict();
  for (size_t i = 0; i < pairs; ++i) {
    if (dictSet(d, keys_and_values[2 * i], keys_and_values[2 * i + 1]) < 0) {
      jn_decref(jn_obj(d));
      return jn_error();
    }
  }
  return jn_obj(d);
}

int jn_dict_set(jn_value dict, jn_value key, jn_value v) {
  return dictSet(as<jn_dict>(dict), key, v);
}

int jn_dict_update(jn_value dict, jn_value mapping) {
  if (!isDict(mapping)) {
    Ref keys(getattrOptional(mapping, JN_NAME("keys")));
    if (keys.failed())
      return -1;
    if (!given(keys.get())) {
      raise(jn_exc_TypeError, "'%T' object is not a mapping", &mapping);
      return -1;
    }
  }
  return dictMerge(as<jn_dict>(dict), mapping);
}
