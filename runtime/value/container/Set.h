// set and frozenset: one layout, CPython's table, so that the order of iteration is CPython's
// wherever hashes are.
#pragma once

#include "value/object/DataTypes.h"

namespace janus {

struct SetEntry {
  Value key;     // JN_UNBOUND: never used; JN_DONE: removed
  int64_t hash;  // 0 when never used, -1 when removed
};
struct SetObject {
  Object head;
  int64_t fill, used;  // entries with and without the removed ones
  uint64_t mask;
  SetEntry *table;
  uint64_t finger;  // where pop() goes on
  int64_t hash;     // of frozensets; -1 until asked for
};

inline bool isSet(Value v) {
  return isInstance(v, &jn_type_set);
}
inline bool isFrozenset(Value v) {
  return isInstance(v, &jn_type_frozenset);
}
inline bool isAnySet(Value v) {
  return isSet(v) || isFrozenset(v);
}
inline void setTouched(SetObject *s) {
  if (JN_UNLIKELY(s->head.flags & JN_FLAG_WATCHED))
    jn_watch_hit(&s->head);
}

SetObject *newSet(Type *type);
Value setFrom(Value iterable);  // a new exact set
int setAdd(SetObject *s, Value key);
int setContains(SetObject *s, Value key);  // 1, 0, -1
int setDiscard(SetObject *s, Value key);   // 1 removed, 0 absent, -1
void setClear(SetObject *s);
inline bool isLive(const SetEntry *e) {
  return e->key.tag != JN_UNBOUND && e->key.tag != JN_DONE;
}
// The key at *slot or behind it, borrowed; false at the end.
inline bool setNext(SetObject *s, uint64_t *slot, Value *key, int64_t *hash = nullptr) {
  while (*slot <= s->mask) {
    const SetEntry *e = &s->table[(*slot)++];
    if (!isLive(e))
      continue;
    *key = e->key;
    if (hash)
      *hash = e->hash;
    return true;
  }
  return false;
}
// In place; `other` is any iterable. 0, -1.
int setUpdate(Value set, Value other);
int setSubtract(Value set, Value other);
int setToggle(Value set, Value other);
// New sets of the class of `set` without its subclasses.
Value setIntersection(Value set, Value other);
Value setDifference(Value set, Value other);
Value setCopy(Value set, Type *type);
void setSwapContents(SetObject *a, SetObject *b);
extern const MethodDef kSetMethods[], kFrozensetMethods[];

}  // namespace janus
