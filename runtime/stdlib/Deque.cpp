#include "stdlib/Deque.h"
#include "value/container/Sequence.h"
#include "value/object/Heap.h"
#include "value/text/Str.h"

#include <cstdlib>

namespace janus {
namespace {

Type dequeType, iteratorType, reverseIteratorType;
struct DequeObject {
  Object head;
  Value *items;  // a ring of `capacity` (a power of two)
  int64_t first, size, capacity;
  int64_t maximum;   // -1: none
  uint64_t changes;  // tells iterators of mutations
};
DequeObject *dequeObject(Object *o) {
  return reinterpret_cast<DequeObject *>(o);
}
DequeObject *self(const Value *args) {
  return as<DequeObject>(args[0]);
}
bool isDeque(Value v) {
  return isInstance(v, &dequeType);
}
Value &at(DequeObject *d, int64_t i) {
  return d->items[(d->first + i) & (d->capacity - 1)];
}

void grow(DequeObject *d) {
  int64_t capacity = d->capacity ? d->capacity * 2 : 8;
  auto *items = static_cast<Value *>(malloc(capacity * sizeof(Value)));
  for (int64_t i = 0; i < d->size; ++i)
    items[i] = at(d, i);
  free(d->items);
  d->items = items;
  d->first = 0;
  d->capacity = capacity;
}
Value takeLast(DequeObject *d) {
  ++d->changes;
  return at(d, --d->size);
}
Value takeFirst(DequeObject *d) {
  ++d->changes;
  Value v = at(d, 0);
  d->first = (d->first + 1) & (d->capacity - 1);
  --d->size;
  return v;
}
void pushLast(DequeObject *d, Value v) {
  if (d->size == d->capacity)
    grow(d);
  ++d->changes;
  at(d, d->size++) = jn_own(v);
  if (d->maximum >= 0 && d->size > d->maximum)
    jn_decref(takeFirst(d));
}
void pushFirst(DequeObject *d, Value v) {
  if (d->size == d->capacity)
    grow(d);
  ++d->changes;
  d->first = (d->first - 1) & (d->capacity - 1);
  ++d->size;
  at(d, 0) = jn_own(v);
  if (d->maximum >= 0 && d->size > d->maximum)
    jn_decref(takeLast(d));
}
bool extendLast(DequeObject *d, Value iterable) {
  Ref source(isDeque(iterable) && iterable.o == &d->head ? listFrom(iterable) : jn_own(iterable));
  return !source.failed() && forEach(source.get(), [&](Value item) {
    pushLast(d, item);
    return true;
  });
}
void clearItems(DequeObject *d) {
  ++d->changes;
  while (d->size > 0)
    jn_decref(takeLast(d));
}

void dealloc(Object *o) {
  clearItems(dequeObject(o));
  free(dequeObject(o)->items);
  freeObject(o);
}
void traverse(Object *o, VisitFn visit, void *context) {
  for (int64_t i = 0; i < dequeObject(o)->size; ++i)
    if (at(dequeObject(o), i).tag == JN_OBJECT)
      visit(at(dequeObject(o), i).o, context);
}
void clearSlot(Object *o) {
  clearItems(dequeObject(o));
}

Value construct(Type *cls, const Value *, size_t, Value) {
  auto *d = reinterpret_cast<DequeObject *>(allocate(cls, sizeof(DequeObject)));
  d->maximum = -1;
  return jn_obj(d);
}
int init(Value v, const Value *args, size_t count, Value kwnames) {
  Value out[2];
  DequeObject *d = as<DequeObject>(v);
  if (!parseArgs("deque", {"iterable", "maxlen"}, 0, 2, args, count, kwnames, out))
    return -1;
  d->maximum = -1;
  if (given(out[1]) && out[1].tag != JN_NONE) {
    if (!isInt(out[1])) {
      raise(jn_exc_TypeError, "an integer is required");
      return -1;
    }
    if (!toInt64(out[1], &d->maximum))
      return -1;
    if (d->maximum < 0) {
      raise(jn_exc_ValueError, "maxlen must be non-negative");
      return -1;
    }
  }
  clearItems(d);
  return !given(out[0]) || extendLast(d, out[0]) ? 0 : -1;
}

Value repr_(Object *o) {
  std::string_view full = typeNameOf(o->type);
  std::string name(full.substr(full.rfind('.') + 1));
  if (!reprEnter(o))
    return makeStr("[...]");
  Ref list(listFrom(jn_obj(o)));
  Ref text(list.failed() ? jn_error() : repr(list.get()));
  reprLeave(o);
  if (text.failed())
    return jn_error();
  StrBuilder out;
  out.utf8(name);
  out.ascii("(");
  out.str(text.get());
  if (dequeObject(o)->maximum >= 0)
    out.ascii(", maxlen=" + std::to_string(dequeObject(o)->maximum));
  out.ascii(")");
  return out.finish();
}
int64_t lengthSlot(Object *o) {
  return dequeObject(o)->size;
}
int truthSlot(Object *o) {
  return dequeObject(o)->size != 0;
}

// The first item equal to `wanted` in [start, stop): -1 absent, -2 error.
int64_t find(DequeObject *d, Value wanted, int64_t start, int64_t stop, bool removes = false) {
  uint64_t changes = d->changes;
  for (int64_t i = start; i < stop && i < d->size; ++i) {
    Ref item = Ref::own(at(d, i));
    int same = equal(item.get(), wanted);
    if (same < 0)
      return -2;
    if (changes != d->changes) {
      if (removes)
        raise(jn_exc_IndexError, "deque mutated during remove().");
      else
        raise(jn_exc_RuntimeError, "deque mutated during iteration");
      return -2;
    }
    if (same)
      return i;
  }
  return -1;
}
int containsSlot(Object *o, Value item) {
  int64_t i = find(dequeObject(o), item, 0, INT64_MAX);
  return i == -2 ? -1 : i >= 0;
}
Value compareSlot(Value a, Value b, CompareOp op) {
  if (!isDeque(a) || !isDeque(b))
    return jn_notimplemented();
  Ref x(listFrom(a)), y(listFrom(b));
  return compareSequences(x.get(), y.get(), op);
}

bool itemIndex(DequeObject *d, Value key, int64_t *i) {
  if (!isInt(key) && !JN_SLOT(*typeOf(key), unary, UnaryOp::Index)) {
    raise(jn_exc_TypeError, "sequence index must be integer, not '%T'", &key);
    return false;
  }
  if (!toIndexOr(key, jn_exc_IndexError, i))
    return false;
  if (*i < 0)
    *i += d->size;
  if (*i >= 0 && *i < d->size)
    return true;
  raise(jn_exc_IndexError, "deque index out of range");
  return false;
}
Value getitem(Value v, Value key) {
  int64_t i;
  return itemIndex(as<DequeObject>(v), key, &i) ? jn_own(at(as<DequeObject>(v), i)) : jn_error();
}
void removeAt(DequeObject *d, int64_t i) {
  Value old = at(d, i);
  for (; i + 1 < d->size; ++i)
    at(d, i) = at(d, i + 1);
  --d->size;
  ++d->changes;
  jn_decref(old);
}
int setitem(Value v, Value key, Value item) {
  int64_t i;
  if (!itemIndex(as<DequeObject>(v), key, &i))
    return -1;
  if (given(item))
    jn_assign(&at(as<DequeObject>(v), i), jn_own(item));
  else
    removeAt(as<DequeObject>(v), i);
  return 0;
}

Value copyOf(DequeObject *d) {
  Value made = construct(&dequeType, nullptr, 0, jn_unbound());
  as<DequeObject>(made)->maximum = d->maximum;
  for (int64_t i = 0; i < d->size; ++i)
    pushLast(as<DequeObject>(made), at(d, i));
  return made;
}
Value addSlot(Value a, Value b) {
  if (!isDeque(a))
    return jn_notimplemented();
  if (!isDeque(b))
    return raise(jn_exc_TypeError, "can only concatenate deque (not \"%T\") to deque", &b);
  Ref sum(copyOf(as<DequeObject>(a)));
  return extendLast(sum.as<DequeObject>(), b) ? sum.release() : jn_error();
}
Value iaddSlot(Value a, Value b) {
  return extendLast(as<DequeObject>(a), b) ? jn_own(a) : jn_error();
}
Value mulSlot(Value a, Value b) {
  if (!isDeque(a))
    std::swap(a, b);
  if (!isDeque(a) || !isInt(b))
    return jn_notimplemented();
  int64_t times;
  if (!toIndexOr(b, jn_exc_OverflowError, &times))
    return jn_error();
  DequeObject *d = as<DequeObject>(a);
  int64_t size;
  size_t each = d->maximum >= 0 ? 0 : sizeof(Value);  // there is never more than the maximum
  if (!hasRoomRepeated(d->size, times, each, &size))
    return jn_error();
  Value made = construct(&dequeType, nullptr, 0, jn_unbound());
  as<DequeObject>(made)->maximum = d->maximum;
  for (int64_t k = 0; size > 0 && k < times; ++k)
    for (int64_t i = 0; i < d->size; ++i)
      pushLast(as<DequeObject>(made), at(d, i));
  return made;
}
Value imulSlot(Value a, Value b) {
  Ref product(mulSlot(a, b));
  if (product.get().tag != JN_OBJECT)
    return product.release();
  Ref items(listFrom(product.get()));
  if (items.failed())
    return jn_error();
  clearItems(as<DequeObject>(a));
  return extendLast(as<DequeObject>(a), items.get()) ? jn_own(a) : jn_error();
}

// ---- methods

Value append(const Value *args, size_t, Value) {
  pushLast(self(args), args[1]);
  return jn_none();
}
Value appendleft(const Value *args, size_t, Value) {
  pushFirst(self(args), args[1]);
  return jn_none();
}
Value pop(const Value *args, size_t, Value) {
  return self(args)->size ? takeLast(self(args))
                          : raise(jn_exc_IndexError, "pop from an empty deque");
}
Value popleft(const Value *args, size_t, Value) {
  return self(args)->size ? takeFirst(self(args))
                          : raise(jn_exc_IndexError, "pop from an empty deque");
}
Value extend(const Value *args, size_t, Value) {
  return extendLast(self(args), args[1]) ? jn_none() : jn_error();
}
Value extendleft(const Value *args, size_t, Value) {
  Ref source(isDeque(args[1]) ? listFrom(args[1]) : jn_own(args[1]));
  bool good = forEach(source.get(), [&](Value item) {
    pushFirst(self(args), item);
    return true;
  });
  return good ? jn_none() : jn_error();
}
Value clearMethod(const Value *args, size_t, Value) {
  clearItems(self(args));
  return jn_none();
}
Value copyMethod(const Value *args, size_t, Value) {
  if (isExact(args[0], &dequeType))
    return copyOf(self(args));
  if (self(args)->maximum < 0)
    return call(jn_obj(args[0].o->type), {args[0]});
  return call(jn_obj(args[0].o->type), {args[0], jn_int(self(args)->maximum)});
}
Value rotate(const Value *args, size_t count, Value) {
  int64_t n = 1;
  DequeObject *d = self(args);
  if (count > 1 && !toInt64(args[1], &n))
    return jn_error();
  if (d->size <= 1)
    return jn_none();
  n %= d->size;
  if (n < 0)
    n += d->size;
  for (; n > 0; --n) {
    Value last = takeLast(d);
    pushFirst(d, last);
    jn_decref(last);
  }
  return jn_none();
}
Value reverse(const Value *args, size_t, Value) {
  DequeObject *d = self(args);
  for (int64_t i = 0, j = d->size - 1; i < j; ++i, --j)
    std::swap(at(d, i), at(d, j));
  ++d->changes;
  return jn_none();
}
Value removeItem(const Value *args, size_t, Value) {
  int64_t i = find(self(args), args[1], 0, INT64_MAX, true);
  if (i == -1)
    return raise(jn_exc_ValueError, "%R is not in deque", &args[1]);
  if (i < 0)
    return jn_error();
  removeAt(self(args), i);
  return jn_none();
}
Value countItems(const Value *args, size_t, Value) {
  int64_t total = 0;
  for (int64_t i = 0;; ++i) {
    i = find(self(args), args[1], i, INT64_MAX);
    if (i < 0)
      return i == -2 ? jn_error() : jn_int(total);
    ++total;
  }
}
Value index(const Value *args, size_t count, Value) {
  int64_t size = self(args)->size, start = 0, stop = INT64_MAX;
  if ((count > 2 && !toIndexClamped(args[2], &start)) ||
      (count > 3 && !toIndexClamped(args[3], &stop)))
    return jn_error();
  start = start < 0 ? std::max<int64_t>(start + size, 0) : start;
  stop = stop < 0 ? stop + size : stop;
  int64_t i = find(self(args), args[1], start, stop);
  return i >= 0    ? jn_int(i)
         : i == -1 ? raise(jn_exc_ValueError, "%R is not in deque", &args[1])
                   : jn_error();
}
Value insert(const Value *args, size_t, Value) {
  int64_t i;
  DequeObject *d = self(args);
  if (!toIndexClamped(args[1], &i))
    return jn_error();
  if (d->maximum >= 0 && d->size == d->maximum)
    return raise(jn_exc_IndexError, "deque already at its maximum size");
  if (i < 0)
    i = std::max<int64_t>(i + d->size, 0);
  i = std::min(i, d->size);
  pushLast(d, jn_none());
  for (int64_t k = d->size - 1; k > i; --k)
    at(d, k) = at(d, k - 1);
  at(d, i) = jn_own(args[2]);
  return jn_none();
}
Value getMaximum(Object *o) {
  return dequeObject(o)->maximum < 0 ? jn_none() : jn_int(dequeObject(o)->maximum);
}

// ---- iterators

struct DequeIterator {
  Object head;
  DequeObject *deque;
  int64_t index;
  uint64_t changes;
};
DequeIterator *iteratorObject(Object *o) {
  return reinterpret_cast<DequeIterator *>(o);
}
Value makeIterator(Type *type, DequeObject *d) {
  auto *it = allocate<DequeIterator>(type);
  it->deque = as<DequeObject>(jn_own(jn_obj(d)));
  it->changes = d->changes;
  return jn_obj(it);
}
Value iterSlot(Object *o) {
  return makeIterator(&iteratorType, dequeObject(o));
}
Value reversed(const Value *args, size_t, Value) {
  return makeIterator(&reverseIteratorType, self(args));
}
void iteratorDealloc(Object *o) {
  jn_decref(jn_obj(iteratorObject(o)->deque));
  freeObject(o);
}
void iteratorTraverse(Object *o, VisitFn visit, void *context) {
  visit(&iteratorObject(o)->deque->head, context);
}
Value iteratorNext(Object *o) {
  DequeIterator *it = iteratorObject(o);
  if (it->changes != it->deque->changes)
    return raise(jn_exc_RuntimeError, "deque mutated during iteration");
  if (it->index >= it->deque->size)
    return jn_done();
  int64_t i = it->index++;
  return jn_own(at(it->deque, o->type == &iteratorType ? i : it->deque->size - 1 - i));
}

const MethodDef kMethods[] = {{"append", append, 2, 2},
                              {"appendleft", appendleft, 2, 2},
                              {"pop", pop, 1, 1},
                              {"popleft", popleft, 1, 1},
                              {"extend", extend, 2, 2},
                              {"extendleft", extendleft, 2, 2},
                              {"clear", clearMethod, 1, 1},
                              {"copy", copyMethod, 1, 1},
                              {"__copy__", copyMethod, 1, 1},
                              {"rotate", rotate, 1, 2},
                              {"reverse", reverse, 1, 1},
                              {"remove", removeItem, 2, 2},
                              {"count", countItems, 2, 2},
                              {"index", index, 2, 4},
                              {"insert", insert, 3, 3},
                              {"__reversed__", reversed, 1, 1},
                              {}};
const GetSetDef kGetSets[] = {{"maxlen", getMaximum, nullptr}, {}};

}  // namespace

int addDeque(jn_module *m) {
  Type &t = dequeType;
  t.name = "collections.deque";
  t.instanceSize = sizeof(DequeObject);
  t.typeFlags = kTypeBaseable | kTypeSequencePattern;
  t.dealloc = dealloc;
  t.traverse = traverse;
  t.clear = clearSlot;
  t.repr = repr_;
  t.hash = hashNotImplemented;
  t.truth = truthSlot;
  t.compare = compareSlot;
  t.iter = iterSlot;
  t.length = lengthSlot;
  t.getitem = getitem;
  t.setitem = setitem;
  t.contains = containsSlot;
  t.construct = construct;
  t.init = init;
  t.methods = kMethods;
  t.getsets = kGetSets;
  t.classMethods = kGenericAliasMethods;
  JN_SLOT(t, binary, BinaryOp::Add) = addSlot;
  JN_SLOT(t, binary, BinaryOp::Mul) = mulSlot;
  JN_SLOT(t, inplace, BinaryOp::Add) = iaddSlot;
  JN_SLOT(t, inplace, BinaryOp::Mul) = imulSlot;
  for (Type *i : {&iteratorType, &reverseIteratorType}) {
    i->name = i == &iteratorType ? "_collections._deque_iterator"
                                 : "_collections._deque_reverse_iterator";
    i->instanceSize = sizeof(DequeIterator);
    i->dealloc = iteratorDealloc;
    i->traverse = iteratorTraverse;
    i->iter = selfIter;
    i->next = iteratorNext;
    if (readyType(i) < 0)
      return -1;
  }
  return readyType(&t) < 0 || addToModule(m, "deque", jn_obj(&t)) < 0 ? -1 : 0;
}

}  // namespace janus
