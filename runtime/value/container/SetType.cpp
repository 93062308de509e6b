// The types set and frozenset: slots, constructors, methods, iterator.
#include "value/container/Dict.h"
#include "value/container/IteratorState.h"
#include "value/container/Sequence.h"
#include "value/container/Set.h"
#include "value/object/Heap.h"
#include "value/text/Str.h"

namespace janus {

Type jn_type_set, jn_type_frozenset;

namespace {

Type iteratorType;
struct SetIterator {
  Object head;
  SetObject *set;  // null once exhausted
  uint64_t slot;
  int64_t expected, remaining;
};

SetObject *setObject(Object *o) {
  return reinterpret_cast<SetObject *>(o);
}
SetObject *self(const Value *args) {
  return as<SetObject>(args[0]);
}

void setDealloc(Object *o) {
  SetObject *s = setObject(o);
  uint64_t slot = 0;
  Value key;
  if (s->used)
    while (setNext(s, &slot, &key))
      jn_decref(key);
  giveItems(s->table, (s->mask + 1) * sizeof(SetEntry));
  freeNative<Traversal::Collected>(o, o->type == &jn_type_set ? &jn_type_set : &jn_type_frozenset,
                                   sizeof(SetObject));
}
void setTraverse(Object *o, VisitFn visit, void *context) {
  uint64_t slot = 0;
  Value key;
  while (setObject(o)->table && setNext(setObject(o), &slot, &key))
    if (key.tag == JN_OBJECT)
      visit(key.o, context);
}
void setClearSlot(Object *o) {
  setClear(setObject(o));
}

Value setRepr(Object *o) {
  SetObject *s = setObject(o);
  std::string name(typeNameOf(o->type));
  if (s->used == 0)
    return makeStr(name + "()");
  if (!reprEnter(o))
    return makeStr(name + "(...)");
  Ref list(listFrom(jn_obj(o)));
  Ref text(list.failed() ? jn_error() : repr(list.get()));
  reprLeave(o);
  if (text.failed())
    return jn_error();
  bool plain = o->type == &jn_type_set;
  StrBuilder out;
  if (!plain) {
    out.utf8(name);
    out.ascii("(");
  }
  out.ascii("{");
  out.part(text.get(), 1, strLength(text.get()) - 2);
  out.ascii(plain ? "}" : "})");
  return out.finish();
}

int64_t setLength(Object *o) {
  return setObject(o)->used;
}
int setTruth(Object *o) {
  return setObject(o)->used != 0;
}
int containsSlot(Object *o, Value key) {
  return setContains(setObject(o), key);
}

uint64_t shuffle(uint64_t h) {
  return ((h ^ 89869747u) ^ (h << 16)) * 3644798167u;
}

int frozensetHash(Object *o, int64_t *out) {
  SetObject *s = setObject(o);
  if (s->hash == -1) {
    uint64_t h = 0, slot = 0;
    Value key;
    int64_t keyHash;
    while (setNext(s, &slot, &key, &keyHash))
      h ^= shuffle(static_cast<uint64_t>(keyHash));
    h ^= (static_cast<uint64_t>(s->used) + 1) * 1927868237u;
    h ^= (h >> 11) ^ (h >> 25);
    h = h * 69069u + 907133923u;
    s->hash = h == UINT64_MAX ? 590923713 : static_cast<int64_t>(h);
  }
  *out = s->hash;
  return 0;
}

// Every item of a in b: 1, 0, -1.
int isSubset(Value a, Value b) {
  if (as<SetObject>(a)->used > as<SetObject>(b)->used)
    return 0;
  uint64_t slot = 0;
  Value key;
  while (setNext(as<SetObject>(a), &slot, &key)) {
    Ref held = Ref::own(key);
    int inside = setContains(as<SetObject>(b), key);
    if (inside <= 0)
      return inside;
  }
  return 1;
}

Value setCompare(Value a, Value b, CompareOp op) {
  if (!isAnySet(a) || !isAnySet(b))
    return jn_notimplemented();
  int64_t n = as<SetObject>(a)->used, m = as<SetObject>(b)->used;
  int answer = 0;
  switch (op) {
  case CompareOp::Eq:
  case CompareOp::Ne: answer = n == m ? isSubset(a, b) : 0; break;
  case CompareOp::Lt: answer = n < m ? isSubset(a, b) : 0; break;
  case CompareOp::Le: answer = isSubset(a, b); break;
  case CompareOp::Gt: answer = n > m ? isSubset(b, a) : 0; break;
  case CompareOp::Ge: answer = isSubset(b, a); break;
  }
  if (answer < 0)
    return jn_error();
  return jn_bool(op == CompareOp::Ne ? !answer : answer);
}

Type *plainType(Value v) {
  return isFrozenset(v) ? &jn_type_frozenset : &jn_type_set;
}

template <int (*Update)(Value, Value)>
Value binarySlot(Value a, Value b) {
  if (!isAnySet(a) || !isAnySet(b))
    return jn_notimplemented();
  Ref result(setCopy(a, plainType(a)));
  return Update(result.get(), b) < 0 ? jn_error() : result.release();
}
template <Value (*Combine)(Value, Value)>
Value combineSlot(Value a, Value b) {
  return isAnySet(a) && isAnySet(b) ? Combine(a, b) : jn_notimplemented();
}
template <int (*Update)(Value, Value)>
Value inplaceSlot(Value a, Value b) {
  if (!isSet(a) || !isAnySet(b))
    return jn_notimplemented();
  return Update(a, b) < 0 ? jn_error() : jn_own(a);
}
// a ^ b is b's copy toggled by a, which decides the order.
Value xorOf(Value a, Value b) {
  Ref result(isAnySet(b) ? setCopy(b, plainType(a)) : setFrom(b));
  if (result.failed() || setToggle(result.get(), a) < 0)
    return jn_error();
  return isFrozenset(a) && !isFrozenset(result.get()) ? setCopy(result.get(), &jn_type_frozenset)
                                                      : result.release();
}
int replaceByIntersection(Value set, Value other) {
  Ref result(setIntersection(set, other));
  if (result.failed())
    return -1;
  setSwapContents(as<SetObject>(set), result.as<SetObject>());
  return 0;
}

// ---- construction

Value setConstruct(Type *cls, const Value *, size_t, Value) {
  return jn_obj(newSet(cls));
}
int setInit(Value set, const Value *args, size_t count, Value kwnames) {
  if (set.o->type->construct == jn_type_set.construct && !refuseKeywords("set", kwnames))
    return -1;
  if (!checkCount("set", count - keywordCount(kwnames), 0, 1))
    return -1;
  if (as<SetObject>(set)->used)
    setClear(as<SetObject>(set));
  return count - keywordCount(kwnames) == 1 ? setUpdate(set, args[0]) : 0;
}
Value frozensetConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (cls->init == jn_type_frozenset.init && !refuseKeywords("frozenset", kwnames))
    return jn_error();
  count -= keywordCount(kwnames);  // those of a subclass are for its __init__
  if (!checkCount("frozenset", count, 0, 1))
    return jn_error();
  if (count == 1 && cls == &jn_type_frozenset && isExact(args[0], cls))
    return jn_own(args[0]);
  Ref s(jn_obj(newSet(cls)));
  return count == 1 && setUpdate(s.get(), args[0]) < 0 ? jn_error() : s.release();
}

// ---- iterator

Value setIter(Object *o) {
  auto *it = reinterpret_cast<SetIterator *>(allocate(&iteratorType, sizeof(SetIterator)));
  it->set = as<SetObject>(jn_own(jn_obj(o)));
  it->expected = it->remaining = it->set->used;
  return jn_obj(it);
}
void iteratorDealloc(Object *o) {
  auto *it = reinterpret_cast<SetIterator *>(o);
  if (it->set)
    jn_decref(jn_obj(it->set));
  freeObject(o);
}
void iteratorTraverse(Object *o, VisitFn visit, void *context) {
  auto *it = reinterpret_cast<SetIterator *>(o);
  if (it->set)
    visit(&it->set->head, context);
}
Value iteratorNext(Object *o) {
  auto *it = reinterpret_cast<SetIterator *>(o);
  if (!it->set)
    return jn_done();
  if (it->expected != it->set->used) {
    it->expected = -1;
    return raise(jn_exc_RuntimeError, "Set changed size during iteration");
  }
  Value key;
  if (setNext(it->set, &it->slot, &key)) {
    --it->remaining;
    return jn_own(key);
  }
  jn_decref(jn_obj(it->set));
  it->set = nullptr;
  return jn_done();
}
Value iteratorHint(const Value *args, size_t, Value) {
  auto *it = as<SetIterator>(args[0]);
  return jn_int(it->set && it->expected == it->set->used ? it->remaining : 0);
}
Value iteratorReduce(const Value *args, size_t, Value) {
  auto *it = as<SetIterator>(args[0]);
  auto *copy = reinterpret_cast<SetIterator *>(allocate(&iteratorType, sizeof(SetIterator)));
  Ref held(jn_obj(copy));
  copy->set = it->set ? as<SetObject>(jn_own(jn_obj(it->set))) : nullptr;
  copy->slot = it->slot;
  copy->expected = it->expected;
  copy->remaining = it->remaining;
  return reduceToList(held.get());
}
const MethodDef kIteratorMethods[] = {
    {"__length_hint__", iteratorHint, 1, 1}, {"__reduce__", iteratorReduce, 1, 1}, {}};

// ---- methods

Value done(int status) {
  return status < 0 ? jn_error() : jn_none();
}
Value add(const Value *args, size_t, Value) {
  return done(setAdd(self(args), args[1]));
}
Value discard(const Value *args, size_t, Value) {
  return done(setDiscard(self(args), args[1]));
}
Value removeItem(const Value *args, size_t, Value) {
  int removed = setDiscard(self(args), args[1]);
  return removed == 0 ? raiseKeyError(args[1]) : done(removed);
}
Value pop(const Value *args, size_t, Value) {
  SetObject *s = self(args);
  if (s->used == 0) {
    Ref text(makeStr("pop from an empty set"));
    return raiseKeyError(text.get());
  }
  uint64_t slot = s->finger & s->mask;
  Value key;
  if (!setNext(s, &slot, &key)) {
    slot = 0;
    setNext(s, &slot, &key);
  }
  s->table[slot - 1] = {jn_done(), -1};
  --s->used;
  s->finger = slot;
  setTouched(s);
  return key;
}
Value clear(const Value *args, size_t, Value) {
  setClear(self(args));
  return jn_none();
}
Value copy(const Value *args, size_t, Value) {
  if (isExact(args[0], &jn_type_frozenset))
    return jn_own(args[0]);
  return setCopy(args[0], plainType(args[0]));
}

// Methods over any number of iterables: a copy updated by each, or the set itself.
template <int (*Update)(Value, Value)>
Value updateAll(const Value *args, size_t count, Value) {
  for (size_t i = 1; i < count; ++i)
    if (Update(args[0], args[i]) < 0)
      return jn_error();
  return jn_none();
}
template <int (*Update)(Value, Value)>
Value copyAndUpdate(const Value *args, size_t count, Value) {
  Ref result(setCopy(args[0], plainType(args[0])));
  for (size_t i = 1; i < count; ++i)
    if (Update(result.get(), args[i]) < 0)
      return jn_error();
  return result.release();
}
template <Value (*Combine)(Value, Value)>
Value combineAll(const Value *args, size_t count, Value) {
  if (count == 1)
    return setCopy(args[0], plainType(args[0]));
  Ref result = Ref::own(args[0]);
  for (size_t i = 1; i < count; ++i) {
    result = Ref(Combine(result.get(), args[i]));
    if (result.failed())
      return jn_error();
  }
  return result.release();
}
Value symmetricDifference(const Value *args, size_t, Value) {
  return xorOf(args[0], args[1]);
}
Value symmetricUpdate(const Value *args, size_t, Value) {
  return done(setToggle(args[0], args[1]));
}
Value intersectionUpdate(const Value *args, size_t count, Value kwnames) {
  Ref result(combineAll<setIntersection>(args, count, kwnames));
  if (result.failed())
    return jn_error();
  setSwapContents(self(args), result.as<SetObject>());
  return jn_none();
}

Value isdisjoint(const Value *args, size_t, Value) {
  Ref both(setIntersection(args[0], args[1]));
  return both.failed() ? jn_error() : jn_bool(both.as<SetObject>()->used == 0);
}
Value truthOf(int answer) {
  return answer < 0 ? jn_error() : jn_bool(answer);
}
Value issubset(const Value *args, size_t, Value) {
  Ref other(isAnySet(args[1]) ? jn_own(args[1]) : setFrom(args[1]));
  return other.failed() ? jn_error() : truthOf(isSubset(args[0], other.get()));
}
Value issuperset(const Value *args, size_t, Value) {
  Ref other(isAnySet(args[1]) ? jn_own(args[1]) : setFrom(args[1]));
  return other.failed() ? jn_error() : truthOf(isSubset(other.get(), args[0]));
}

#define COMMON_SET_METHODS                                                                         \
  {"copy", copy, 1, 1}, {"union", copyAndUpdate<setUpdate>, 1, -1},                                \
      {"intersection", combineAll<setIntersection>, 1, -1},                                        \
      {"difference", combineAll<setDifference>, 1, -1},                                            \
      {"symmetric_difference", symmetricDifference, 2, 2}, {"isdisjoint", isdisjoint, 2, 2},       \
      {"issubset", issubset, 2, 2}, {                                                              \
    "issuperset", issuperset, 2, 2                                                                 \
  }

void fillSlots(Type &t) {
  t.instanceSize = sizeof(SetObject);
  t.typeFlags = kTypeBaseable;
  t.dealloc = setDealloc;
  t.traverse = setTraverse;
  t.clear = setClearSlot;
  t.repr = setRepr;
  t.truth = setTruth;
  t.compare = setCompare;
  t.iter = setIter;
  t.length = setLength;
  t.contains = containsSlot;
  t.classMethods = kGenericAliasMethods;
  JN_SLOT(t, binary, BinaryOp::Or) = binarySlot<setUpdate>;
  JN_SLOT(t, binary, BinaryOp::And) = combineSlot<setIntersection>;
  JN_SLOT(t, binary, BinaryOp::Sub) = combineSlot<setDifference>;
  JN_SLOT(t, binary, BinaryOp::Xor) = combineSlot<xorOf>;
}

}  // namespace

const MethodDef kSetMethods[] = {COMMON_SET_METHODS,
                                 {"add", add, 2, 2},
                                 {"discard", discard, 2, 2},
                                 {"remove", removeItem, 2, 2},
                                 {"pop", pop, 1, 1},
                                 {"clear", clear, 1, 1},
                                 {"update", updateAll<setUpdate>, 1, -1},
                                 {"intersection_update", intersectionUpdate, 1, -1},
                                 {"difference_update", updateAll<setSubtract>, 1, -1},
                                 {"symmetric_difference_update", symmetricUpdate, 2, 2},
                                 {}};
const MethodDef kFrozensetMethods[] = {COMMON_SET_METHODS, {}};

int initSetTypes() {
  Type &t = jn_type_set;
  t.name = "set";
  fillSlots(t);
  t.hash = hashNotImplemented;
  t.construct = setConstruct;
  t.init = setInit;
  t.methods = kSetMethods;
  JN_SLOT(t, inplace, BinaryOp::Or) = inplaceSlot<setUpdate>;
  JN_SLOT(t, inplace, BinaryOp::And) = inplaceSlot<replaceByIntersection>;
  JN_SLOT(t, inplace, BinaryOp::Sub) = inplaceSlot<setSubtract>;
  JN_SLOT(t, inplace, BinaryOp::Xor) = inplaceSlot<setToggle>;

  Type &f = jn_type_frozenset;
  f.name = "frozenset";
  fillSlots(f);
  f.hash = frozensetHash;
  f.construct = frozensetConstruct;
  f.methods = kFrozensetMethods;

  Type &i = iteratorType;
  i.name = "set_iterator";
  i.instanceSize = sizeof(SetIterator);
  i.dealloc = iteratorDealloc;
  i.traverse = iteratorTraverse;
  i.iter = selfIter;
  i.next = iteratorNext;
  i.methods = kIteratorMethods;
  return addBuiltinType(&t) < 0 || addBuiltinType(&f) < 0 || readyType(&i) < 0 ? -1 : 0;
}

}  // namespace janus
