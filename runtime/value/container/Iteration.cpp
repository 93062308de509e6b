// Iteration: iter(), next(), the sequence protocol, unpacking.
#include "value/container/IteratorState.h"
#include "value/container/UnpackedPlaces.h"
#include "value/error/Raise.h"
#include "value/object/SlotTrampolines.h"
#include "value/object/Types.h"

#include "janus/fast_paths.h"

#include <utility>

namespace janus {

namespace {

// Over anything with __getitem__: 0, 1, 2, ... until IndexError.
struct SequenceIterator {
  jn_object head;
  Value sequence;  // JN_NONE once exhausted
  int64_t index;
};
SequenceIterator *sequenceIterator(Object *o) {
  return reinterpret_cast<SequenceIterator *>(o);
}

void visitValue(Value v, VisitFn visit, void *context) {
  if (v.tag == JN_OBJECT)
    visit(v.o, context);
}
void sequenceTraverse(Object *o, VisitFn visit, void *context) {
  visitValue(sequenceIterator(o)->sequence, visit, context);
}
void sequenceClear(Object *o) {
  jn_assign(&sequenceIterator(o)->sequence, jn_none());
}
void sequenceDealloc(Object *o) {
  sequenceClear(o);
  freeObject(o);
}
Value selfAsIter(Object *o) {
  return jn_own(jn_obj(o));
}
Value sequenceNext(Object *o) {
  auto *it = sequenceIterator(o);
  if (it->sequence.tag == JN_NONE)
    return jn_done();
  Value v = jn_getitem(it->sequence, jn_int(it->index));
  if (v.tag != JN_ERROR) {
    ++it->index;
    return v;
  }
  if (errorMatches(jn_exc_IndexError) || errorMatches(jn_exc_StopIteration)) {
    clearError();
    jn_assign(&it->sequence, jn_none());
    return jn_done();
  }
  return v;
}
Value sequenceHint(const Value *args, size_t, Value) {
  auto *it = as<SequenceIterator>(args[0]);
  if (it->sequence.tag == JN_NONE || !typeOf(it->sequence)->length)
    return jn_int(0);
  int64_t n = length(it->sequence);
  if (n < 0)
    return jn_error();
  return jn_int(n > it->index ? n - it->index : 0);
}
Value sequenceReduce(const Value *args, size_t, Value) {
  auto *it = as<SequenceIterator>(args[0]);
  Ref empty(makeTuple({}));
  return reduceIterator("iter", it->sequence.tag == JN_NONE ? jn_unbound() : it->sequence,
                        it->index, empty.get());
}
Value sequenceSetState(const Value *args, size_t, Value) {
  auto *it = as<SequenceIterator>(args[0]);
  int64_t index;
  if (!stateOfIterator(args[1], 0, INT64_MAX, &index))
    return jn_error();
  it->index = index;
  return jn_none();
}
const MethodDef sequenceMethods[] = {{"__length_hint__", sequenceHint, 1, 1},
                                     {"__reduce__", sequenceReduce, 1, 1},
                                     {"__setstate__", sequenceSetState, 2, 2},
                                     {nullptr, nullptr}};
Type sequenceIteratorType = {
    .name = "iterator",
    .instanceSize = sizeof(SequenceIterator),
    .dealloc = sequenceDealloc,
    .traverse = sequenceTraverse,
    .clear = sequenceClear,
    .iter = selfAsIter,
    .next = sequenceNext,
    .methods = sequenceMethods,
};

// iter(callable, sentinel)
struct CallableIterator {
  jn_object head;
  Value callable, sentinel;
};
CallableIterator *callableIterator(Object *o) {
  return reinterpret_cast<CallableIterator *>(o);
}
void callableTraverse(Object *o, VisitFn visit, void *context) {
  visitValue(callableIterator(o)->callable, visit, context);
  visitValue(callableIterator(o)->sentinel, visit, context);
}
void callableClear(Object *o) {
  jn_assign(&callableIterator(o)->callable, jn_none());
  jn_assign(&callableIterator(o)->sentinel, jn_none());
}
void callableDealloc(Object *o) {
  callableClear(o);
  freeObject(o);
}
Value callableNext(Object *o) {
  auto *it = callableIterator(o);
  if (it->callable.tag == JN_NONE)
    return jn_done();
  Ref v(jn_call(it->callable, nullptr, 0));
  if (v.failed()) {
    if (!errorMatches(jn_exc_StopIteration))
      return jn_error();
    clearError();
    callableClear(o);
    return jn_done();
  }
  if (it->callable.tag == JN_NONE)
    return jn_done();
  int same = equal(it->sentinel, v.get());
  if (same < 0)
    return jn_error();
  if (!same)
    return v.release();
  callableClear(o);
  return jn_done();
}
Value callableReduce(const Value *args, size_t, Value) {
  auto *it = as<CallableIterator>(args[0]);
  Ref empty(makeTuple({}));
  Ref made(reduceIterator("iter", jn_unbound(), 0, empty.get()));
  if (made.failed() || it->callable.tag == JN_NONE)
    return made.release();
  Ref arguments(makeTuple({it->callable, it->sentinel}));
  return makeTuple({made.as<jn_tuple>()->items[0], arguments.get()});
}
const MethodDef callableMethods[] = {{"__reduce__", callableReduce, 1, 1}, {nullptr, nullptr}};
Type callableIteratorType = {
    .name = "callable_iterator",
    .instanceSize = sizeof(CallableIterator),
    .dealloc = callableDealloc,
    .traverse = callableTraverse,
    .clear = callableClear,
    .iter = selfAsIter,
    .next = callableNext,
    .methods = callableMethods,
};

}  // namespace

Value newCallableIterator(Value callable, Value sentinel) {
  auto *it = allocate<CallableIterator>(&callableIteratorType);
  it->callable = jn_own(callable);
  it->sentinel = jn_own(sentinel);
  return jn_obj(it);
}

int64_t lengthHint(Value v, int64_t fallback) {
  if (typeOf(v)->length) {
    int64_t n = length(v);
    if (n >= 0 || !errorMatches(jn_exc_TypeError))
      return n;
    clearError();
  }
  Ref hint(callSpecial(v, JN_NAME("__length_hint__"), {}));
  if (hint.failed()) {
    if (!errorMatches(jn_exc_TypeError))
      return -1;
    clearError();
    return fallback;
  }
  if (hint.get().tag == JN_UNBOUND || hint.get().tag == JN_NOTIMPLEMENTED)
    return fallback;
  if (!isInt(hint.get())) {
    Value h = hint.get();
    raise(jn_exc_TypeError, "__length_hint__ must be an integer, not %T", &h);
    return -1;
  }
  int64_t n;
  if (!toInt64(hint.get(), &n))
    return -1;
  if (n < 0) {
    raise(jn_exc_ValueError, "__length_hint__() should return >= 0");
    return -1;
  }
  return n;
}

int initIterationTypes() {
  return readyType(&sequenceIteratorType) < 0 || readyType(&callableIteratorType) < 0 ? -1 : 0;
}

}  // namespace janus

using namespace janus;

jn_value jn_iter(jn_value iterable) {
  Type *type = typeOf(iterable);
  if (JN_LIKELY(type->iter != nullptr)) {
    Ref box;
    if (JN_UNLIKELY(iterable.tag != JN_OBJECT))
      box = Ref(boxValue(iterable));
    Value it = type->iter(iterable.tag == JN_OBJECT ? iterable.o : box.get().o);
    if (it.tag != JN_ERROR && JN_UNLIKELY(!typeOf(it)->next)) {
      raise(jn_exc_TypeError, "iter() returned non-iterator of type '%T'", &it);
      jn_decref(it);
      return jn_error();
    }
    return it;
  }
  if (type->getitem && !isSubtype(type, &jn_type_dict) && type != &jn_type_type) {
    auto *it = allocate<SequenceIterator>(&sequenceIteratorType);
    it->sequence = jn_own(iterable);
    return jn_obj(it);
  }
  return raise(jn_exc_TypeError, "'%T' object is not iterable", &iterable);
}

jn_value jn_next_slow(jn_value iterator) {
  Type *type = typeOf(iterator);
  if (JN_UNLIKELY(!type->next || iterator.tag != JN_OBJECT))
    return raise(jn_exc_TypeError, "'%T' object is not an iterator", &iterator);
  Value v = type->next(iterator.o);
  // A native `next` may still raise StopIteration (a callback did): to a loop that is the end.
  if (JN_UNLIKELY(v.tag == JN_ERROR) && errorMatches(jn_exc_StopIteration)) {
    clearError();
    return jn_done();
  }
  return v;
}

jn_value jn_next_pair_slow(jn_value iterator, jn_value *out) {
  out[0] = jn_unbound();
  Value v = jn_next(iterator);
  if (isExact(v, &jn_type_tuple) && as<jn_tuple>(v)->size == 2) {
    for (int i = 0; i < 2; ++i)
      out[i] = jn_own(as<jn_tuple>(v)->items[i]);
    jn_decref(v);
    return jn_none();
  }
  return v;
}

void jn_make_iterator(jn_value *through, int64_t *place) {
  if (std::exchange(*place, -1) < 0)
    return;
  Value list = *through;  // its place is 0 in front of the loop
  *through = jn_iter(list);
  jn_decref(list);
}

void jn_make_item(jn_value *item, jn_value *pair) {
  if (pair[0].tag == JN_UNBOUND)
    return;
  jn_tuple *made = newTuple(2);
  for (int i = 0; i < 2; ++i)
    made->items[i] = std::exchange(pair[i], jn_unbound());
  *item = jn_obj(made);
}

thread_local int64_t janus::unpackedPlaces = -1;

namespace {

int raiseTooMany(int64_t wanted) {
  raise(jn_exc_ValueError, "too many values to unpack (expected %ld)", static_cast<long>(wanted));
  return -1;
}
int raiseTooFew(int64_t wanted, bool star, int64_t got) {
  raise(jn_exc_ValueError, "not enough values to unpack (expected %s%ld, got %ld)",
        star ? "at least " : "", static_cast<long>(wanted), static_cast<long>(got));
  return -1;
}

int unpackItems(const Value *items, int64_t size, int64_t before, int star, int64_t after,
                Value *out) {
  int64_t wanted = before + after;
  if (!star && size > wanted)
    return raiseTooMany(wanted);
  if (size < wanted)
    return raiseTooFew(wanted, star, size);
  for (int64_t i = 0; i < before; ++i)
    out[i] = jn_own(items[i]);
  if (!star)
    return 0;
  int64_t middle = size - wanted;
  out[before] = jn_make_list(items + before, static_cast<size_t>(middle));
  for (int64_t i = 0; i < after; ++i)
    out[before + 1 + i] = jn_own(items[before + middle + i]);
  return 0;
}

}  // namespace

int jn_unpack(jn_value v, int64_t before, int star, int64_t after, jn_value *out) {
  if (isExact(v, &jn_type_tuple)) {
    auto *t = as<jn_tuple>(v);
    return unpackItems(t->items, t->size, before, star, after, out);
  }
  if (isExact(v, &jn_type_list)) {
    auto *l = as<jn_list>(v);
    return unpackItems(l->items, l->size, before, star, after, out);
  }
  if (!typeOf(v)->iter && !typeOf(v)->getitem) {
    raise(jn_exc_TypeError, "cannot unpack non-iterable %T object", &v);
    return -1;
  }
  int64_t outer = std::exchange(unpackedPlaces, star ? -1 : before);
  Ref it(jn_iter(v));
  unpackedPlaces = outer;
  if (it.failed())
    return -1;
  if (star) {
    Ref list(jn_make_list(nullptr, 0));
    if (jn_list_extend(list.get(), it.get()) < 0)
      return -1;
    auto *l = list.as<jn_list>();
    return unpackItems(l->items, l->size, before, star, after, out);
  }
  int64_t got = 0;
  auto drop = [&] {
    for (int64_t i = 0; i < got; ++i)
      jn_decref(out[i]);
    return -1;
  };
  for (; got < before; ++got) {
    Value item = jn_next(it.get());
    if (item.tag == JN_ERROR)
      return drop();
    if (item.tag == JN_DONE) {
      raiseTooFew(before, false, got);
      return drop();
    }
    out[got] = item;
  }
  Ref extra(jn_next(it.get()));
  if (extra.get().tag == JN_DONE)
    return 0;
  if (!extra.failed())
    raiseTooMany(before);
  return drop();
}
