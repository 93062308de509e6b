// The type tuple. Items follow the header, so a subclass's dict and slots lie before the object.
#include "value/container/KeyHash.h"
#include "value/container/Sequence.h"
#include "value/object/Heap.h"

#include <algorithm>
#include <cstring>

namespace janus {
namespace {
void tupleTraverse(Object *o, VisitFn visit, void *context);
}
}  // namespace janus

// Some are made before their type is ready, and where an object begins hangs on its traversal.
jn_type jn_type_tuple = {.name = "tuple", .traverse = janus::tupleTraverse};

namespace janus {
namespace {

constexpr size_t kHeader = offsetof(jn_tuple, items);
Value empty = jn_unbound();

jn_tuple *tupleObject(Object *o) {
  return reinterpret_cast<jn_tuple *>(o);
}
bool isTuple(Value v) {
  return isInstance(v, &jn_type_tuple);
}

jn_tuple *allocateTuple(Type *cls, int64_t size) {
  size_t bytes = kHeader + static_cast<size_t>(size) * sizeof(Value);
  auto *t = reinterpret_cast<jn_tuple *>(
      cls == &jn_type_tuple
          ? allocateNative<Traversal::Collected>(cls, std::max(bytes, sizeof(jn_tuple)))
          : allocate(cls, bytes));
  t->size = size;
  return t;
}

void tupleDealloc(Object *o) {
  jn_tuple *t = tupleObject(o);
  for (int64_t i = t->size; i-- > 0;)
    jn_decref(t->items[i]);
  size_t bytes = kHeader + static_cast<size_t>(t->size) * sizeof(Value);
  freeNative<Traversal::Collected>(o, &jn_type_tuple, std::max(bytes, sizeof(jn_tuple)));
}
void tupleTraverse(Object *o, VisitFn visit, void *context) {
  jn_tuple *t = tupleObject(o);
  for (int64_t i = 0; i < t->size; ++i)
    if (t->items[i].tag == JN_OBJECT)
      visit(t->items[i].o, context);
}

Value tupleRepr(Object *o) {
  return reprItems(jn_obj(o), "(", ")");
}
int64_t tupleLength(Object *o) {
  return tupleObject(o)->size;
}
int tupleTruth(Object *o) {
  return tupleObject(o)->size != 0;
}
int tupleContains(Object *o, Value item) {
  int64_t i = findItem(jn_obj(o), item, 0, INT64_MAX);
  return i == -2 ? -1 : i >= 0;
}
Value tupleCompare(Value a, Value b, CompareOp op) {
  return isTuple(a) && isTuple(b) ? compareSequences(a, b, op) : jn_notimplemented();
}

// xxHash's mixing of lanes, as CPython does, so that sets of tuples have its order.
int tupleHash(Object *o, int64_t *out) {
  constexpr uint64_t kPrime1 = 11400714785074694791u, kPrime2 = 14029467366897019727u,
                     kPrime5 = 2870177450012600261u;
  jn_tuple *t = tupleObject(o);
  uint64_t sum = kPrime5;
  for (int64_t i = 0; i < t->size; ++i) {
    int64_t lane;
    if (!hashKey(t->items[i], &lane))
      return -1;
    sum += static_cast<uint64_t>(lane) * kPrime2;
    sum = (sum << 31 | sum >> 33) * kPrime1;
  }
  sum += static_cast<uint64_t>(t->size) ^ (kPrime5 ^ 3527539u);
  *out = sum == UINT64_MAX ? 1546275796 : static_cast<int64_t>(sum);
  return 0;
}

Value tupleConcat(Value a, Value b) {
  if (!isTuple(a) || !isTuple(b))
    return jn_notimplemented();
  jn_tuple *x = as<jn_tuple>(a), *y = as<jn_tuple>(b);
  if (y->size == 0 && isExact(a, &jn_type_tuple))
    return jn_own(a);
  if (x->size == 0 && isExact(b, &jn_type_tuple))
    return jn_own(b);
  jn_tuple *t = newTuple(x->size + y->size);
  for (int64_t i = 0; i < x->size; ++i)
    t->items[i] = jn_own(x->items[i]);
  for (int64_t i = 0; i < y->size; ++i)
    t->items[x->size + i] = jn_own(y->items[i]);
  return jn_obj(t);
}

Value tupleRepeat(Value a, Value b) {
  if (!isTuple(a))
    std::swap(a, b);
  int64_t times;
  if (!isTuple(a) ||
      (!isInt(b) && !(b.tag == JN_OBJECT && JN_SLOT(*b.o->type, unary, UnaryOp::Index))))
    return jn_notimplemented();
  if (!toIndexOr(b, jn_exc_OverflowError, &times))
    return jn_error();
  jn_tuple *t = as<jn_tuple>(a);
  if (times == 1 && isExact(a, &jn_type_tuple))
    return jn_own(a);
  int64_t size;
  if (!hasRoomRepeated(t->size, times, sizeof(Value), &size))
    return jn_error();
  jn_tuple *result = newTuple(size);
  for (int64_t i = 0; i < size; ++i)
    result->items[i] = jn_own(t->items[i % t->size]);
  return jn_obj(result);
}

Value tupleGetitem(Value self, Value key) {
  jn_tuple *t = as<jn_tuple>(self);
  if (isSlice(key)) {
    SliceRange range;
    if (!resolveSlice(key, t->size, &range))
      return jn_error();
    if (range.step == 1 && range.count == t->size && isExact(self, &jn_type_tuple))
      return jn_own(self);
    jn_tuple *result = newTuple(range.count);
    for (int64_t i = 0, at = range.start; i < range.count; ++i, at += range.step)
      result->items[i] = jn_own(t->items[at]);
    return jn_obj(result);
  }
  if (!isInt(key) && !(key.tag == JN_OBJECT && JN_SLOT(*key.o->type, unary, UnaryOp::Index)))
    return raise(jn_exc_TypeError, "tuple indices must be integers or slices, not %T", &key);
  int64_t index;
  if (!toIndexOr(key, jn_exc_IndexError, &index))
    return jn_error();
  if (index < 0)
    index += t->size;
  if (index < 0 || index >= t->size)
    return raise(jn_exc_IndexError, "tuple index out of range");
  return jn_own(t->items[index]);
}

Value tupleConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (cls->init == jn_type_tuple.init && !refuseKeywords("tuple", kwnames))
    return jn_error();
  count -= keywordCount(kwnames);  // those of a subclass are for its __init__
  if (!checkCount("tuple", count, 0, 1))
    return jn_error();
  Ref exact(count == 0 ? jn_obj(newTuple(0)) : tupleFrom(args[0]));
  if (cls == &jn_type_tuple || exact.failed())
    return exact.release();
  jn_tuple *from = exact.as<jn_tuple>();
  jn_tuple *t = allocateTuple(cls, from->size);
  for (int64_t i = 0; i < from->size; ++i)
    t->items[i] = jn_own(from->items[i]);
  return jn_obj(t);
}

Value countItems(const Value *args, size_t, Value) {
  int64_t total = 0;
  for (int64_t at = 0;; ++at) {
    at = findItem(args[0], args[1], at, INT64_MAX);
    if (at < 0)
      return at == -2 ? jn_error() : jn_int(total);
    ++total;
  }
}

Value index(const Value *args, size_t count, Value) {
  int64_t size = as<jn_tuple>(args[0])->size, start = 0, stop = INT64_MAX;
  if ((count > 2 && !toIndexClamped(args[2], &start)) ||
      (count > 3 && !toIndexClamped(args[3], &stop)))
    return jn_error();
  if (start < 0)
    start = start + size < 0 ? 0 : start + size;
  if (stop < 0)
    stop = stop + size < 0 ? 0 : stop + size;
  int64_t found = findItem(args[0], args[1], start, stop);
  if (found == -1)
    return raise(jn_exc_ValueError, "tuple.index(x): x not in tuple");
  return found < 0 ? jn_error() : jn_int(found);
}

Value newArguments(const Value *args, size_t, Value) {
  jn_tuple *t = as<jn_tuple>(args[0]);
  Ref exact(jn_make_tuple(t->items, t->size));
  return makeTuple({exact.get()});
}

const MethodDef kMethods[] = {{"count", countItems, 2, 2},
                              {"index", index, 2, 4},
                              {"__getnewargs__", newArguments, 1, 1},
                              {}};

}  // namespace

jn_tuple *newTuple(int64_t size) {
  if (size == 0) {
    if (empty.tag == JN_UNBOUND)
      empty = jn_obj(allocateTuple(&jn_type_tuple, 0));
    return as<jn_tuple>(jn_own(empty));
  }
  jn_tuple *t = allocateTuple(&jn_type_tuple, size);
  for (int64_t i = 0; i < size; ++i)
    t->items[i] = jn_none();
  return t;
}

Value makeTuple(std::initializer_list<Value> items) {
  return jn_make_tuple(items.begin(), items.size());
}

Value tupleFrom(Value iterable) {
  if (isExact(iterable, &jn_type_tuple))
    return jn_own(iterable);
  if (isExact(iterable, &jn_type_list))
    return jn_list_to_tuple(iterable);
  Ref list(listFrom(iterable));
  return list.failed() ? jn_error() : jn_list_to_tuple(list.get());
}

Value tupleOf(const Value *items, int64_t size) {
  if (size == 0)
    return jn_obj(newTuple(0));
  jn_tuple *t = allocateTuple(&jn_type_tuple, size);
  for (int64_t i = 0; i < size; ++i)
    t->items[i] = jn_own(items[i]);
  return jn_obj(t);
}

Value tupleSlice(jn_tuple *t, int64_t start, int64_t end) {
  return jn_make_tuple(t->items + start, end - start);
}

int initTupleType() {
  Type &t = jn_type_tuple;
  t.instanceSize = kHeader;
  t.typeFlags = kTypeBaseable | static_cast<uint32_t>(kTypeVarSized) | kTypeSequencePattern;
  t.dealloc = tupleDealloc;
  t.repr = tupleRepr;
  t.hash = tupleHash;
  t.truth = tupleTruth;
  t.compare = tupleCompare;
  t.iter = makeTupleIterator;
  t.length = tupleLength;
  t.getitem = tupleGetitem;
  t.contains = tupleContains;
  t.construct = tupleConstruct;
  t.methods = kMethods;
  t.classMethods = kGenericAliasMethods;
  JN_SLOT(t, binary, BinaryOp::Add) = tupleConcat;
  JN_SLOT(t, binary, BinaryOp::Mul) = tupleRepeat;
  return addBuiltinType(&t);
}

}  // namespace janus

jn_value jn_make_tuple(const jn_value *items, size_t count) {
  return janus::tupleOf(items, static_cast<int64_t>(count));
}
