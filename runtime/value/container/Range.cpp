// The type range: ints of any size, with fast paths for 64 bits.
#include "value/container/IteratorState.h"
#include "value/container/Sequence.h"
#include "value/text/Str.h"

#include "janus/fast_paths.h"

jn_type jn_type_range_iterator;

namespace janus {

Type jn_type_range;

namespace {

Type longIteratorType;
struct LongRangeIterator {
  Object head;
  Value next, step, remaining;
};

RangeObject *rangeObject(Object *o) {
  return reinterpret_cast<RangeObject *>(o);
}
bool isRange(Value v) {
  return isExact(v, &jn_type_range);
}

struct SmallRange {
  int64_t start, stop, step, length;
};
// All four numbers when they fit 64 bits.
bool smallRange(const RangeObject *r, SmallRange *out) {
  return smallInt(r->start, &out->start) && smallInt(r->stop, &out->stop) &&
         smallInt(r->step, &out->step) && smallInt(r->length, &out->length);
}

Value rangeLength(Value start, Value stop, Value step) {
  int64_t a, b, s;
  if (smallInt(start, &a) && smallInt(stop, &b) && smallInt(step, &s) && s != INT64_MIN) {
    if (s < 0) {
      std::swap(a, b);
      s = -s;
    }
    if (a >= b)
      return jn_int(0);
    uint64_t span = static_cast<uint64_t>(b) - static_cast<uint64_t>(a);
    return makeUnsigned((span - 1) / static_cast<uint64_t>(s) + 1);
  }
  bool down = intSign(step) < 0;
  Ref span(down ? intSub(start, stop) : intSub(stop, start));
  if (intSign(span.get()) <= 0)
    return jn_int(0);
  Ref size(intAbs(step)), less(intSub(span.get(), jn_int(1)));
  Ref whole(intFloorDiv(less.get(), size.get()));
  return intAdd(whole.get(), jn_int(1));
}

// start + index * step
Value itemAt(const RangeObject *r, Value index) {
  Ref offset(intMul(index, r->step));
  return intAdd(r->start, offset.get());
}

void rangeDealloc(Object *o) {
  RangeObject *r = rangeObject(o);
  for (Value v : {r->start, r->stop, r->step, r->length})
    jn_decref(v);
  freeObject(o);
}

Value rangeRepr(Object *o) {
  RangeObject *r = rangeObject(o);
  StrBuilder out;
  out.ascii("range(");
  Ref start(repr(r->start)), stop(repr(r->stop)), step(repr(r->step));
  if (start.failed() || stop.failed() || step.failed())
    return jn_error();
  out.str(start.get());
  out.ascii(", ");
  out.str(stop.get());
  if (compareInts(r->step, jn_int(1)) != 0) {
    out.ascii(", ");
    out.str(step.get());
  }
  out.ascii(")");
  return out.finish();
}

int64_t lengthSlot(Object *o) {
  int64_t n;
  if (smallInt(rangeObject(o)->length, &n))
    return n;
  raise(jn_exc_OverflowError, "Python int too large to convert to C ssize_t");
  return -1;
}
int rangeTruth(Object *o) {
  return intSign(rangeObject(o)->length) != 0;
}

// What two equal ranges share: the length, then the first item, then the step.
Value keyOf(const RangeObject *r) {
  int64_t n;
  if (smallInt(r->length, &n) && n <= 1)
    return makeTuple({r->length, n == 0 ? jn_none() : r->start, jn_none()});
  return makeTuple({r->length, r->start, r->step});
}
int rangeHash(Object *o, int64_t *out) {
  Ref key(keyOf(rangeObject(o)));
  return hash(key.get(), out) ? 0 : -1;
}
Value rangeCompare(Value a, Value b, CompareOp op) {
  if (!isRange(a) || !isRange(b) || (op != CompareOp::Eq && op != CompareOp::Ne))
    return jn_notimplemented();
  Ref x(keyOf(as<RangeObject>(a))), y(keyOf(as<RangeObject>(b)));
  return compareSequences(x.get(), y.get(), op);
}

Value rangeSlice(const RangeObject *r, Value slice) {
  int64_t n;
  if (!smallInt(r->length, &n))
    return raise(jn_exc_OverflowError, "range is too large to slice");
  SliceRange s;
  if (!resolveSlice(slice, n, &s))
    return jn_error();
  Ref start(itemAt(r, jn_int(s.start))), stop(itemAt(r, jn_int(s.stop)));
  Ref step(intMul(r->step, jn_int(s.step)));
  return makeRange(start.get(), stop.get(), step.get());
}

Value rangeGetitem(Value self, Value key) {
  RangeObject *r = as<RangeObject>(self);
  SmallRange s;
  if (key.tag == JN_INT && smallRange(r, &s)) {
    int64_t i = key.i < 0 ? key.i + s.length : key.i;
    if (i < 0 || i >= s.length)
      return raise(jn_exc_IndexError, "range object index out of range");
    return jn_int(s.start + i * s.step);
  }
  if (isSlice(key))
    return rangeSlice(r, key);
  if (!isInt(key) && !(key.tag == JN_OBJECT && JN_SLOT(*key.o->type, unary, UnaryOp::Index)))
    return raise(jn_exc_TypeError, "range indices must be integers or slices, not %T", &key);
  Ref index(toIndex(key));
  if (index.failed())
    return jn_error();
  if (intSign(index.get()) < 0)
    index = Ref(intAdd(index.get(), r->length));
  if (intSign(index.get()) < 0 || compareInts(index.get(), r->length) >= 0)
    return raise(jn_exc_IndexError, "range object index out of range");
  return itemAt(r, index.get());
}

// The index of v, or JN_UNBOUND when it is not in the range.
Value indexOfInt(const RangeObject *r, Value v) {
  bool down = intSign(r->step) < 0;
  int toStart = compareInts(v, r->start), toStop = compareInts(v, r->stop);
  if (down ? toStart > 0 || toStop <= 0 : toStart < 0 || toStop >= 0)
    return jn_unbound();
  Ref offset(intSub(v, r->start));
  Value q, m;
  intDivMod(offset.get(), r->step, &q, &m);
  Ref quotient(q), rest(m);
  return intSign(m) == 0 ? quotient.release() : jn_unbound();
}

// As `in` for any sequence: 1, 0, -1, and the position.
int searchRange(Value range, Value wanted, int64_t *position) {
  int64_t at = 0;
  int answer = 0;
  bool good = forEach(range, [&](Value item) {
    answer = equal(item, wanted);
    if (answer == 0)
      ++at;
    return answer == 0;
  });
  *position = at;
  return good ? 0 : answer;
}

int rangeContains(Object *o, Value v) {
  if (v.tag == JN_INT || v.tag == JN_BOOL || isExact(v, &jn_type_int)) {
    Ref index(indexOfInt(rangeObject(o), v));
    return given(index.get());
  }
  int64_t position;
  return searchRange(jn_obj(o), v, &position);
}

Value makeShortIterator(int64_t first, int64_t last, int64_t by) {
  auto *it = reinterpret_cast<jn_range_iterator *>(
      allocate(&jn_type_range_iterator, sizeof(jn_range_iterator)));
  it->next = first;
  it->stop = last;
  it->step = by;
  return jn_obj(it);
}
Value makeIterator(Value start, Value step, Value length) {
  int64_t first, by, n, last;
  if (smallInt(start, &first) && smallInt(step, &by) && smallInt(length, &n)) {
    // The end must be a number of 64 bits, too.
    if (!__builtin_mul_overflow(by, n, &last) && !__builtin_add_overflow(first, last, &last))
      return makeShortIterator(first, last, by);
  }
  auto *it = allocate<LongRangeIterator>(&longIteratorType);
  it->next = jn_own(start);
  it->step = jn_own(step);
  it->remaining = jn_own(length);
  return jn_obj(it);
}
Value rangeIter(Object *o) {
  RangeObject *r = rangeObject(o);
  return makeIterator(r->start, r->step, r->length);
}
Value reversed(const Value *args, size_t, Value) {
  RangeObject *r = as<RangeObject>(args[0]);
  Ref last(intSub(r->length, jn_int(1)));
  Ref first(itemAt(r, last.get())), step(intNeg(r->step));
  return makeIterator(first.get(), step.get(), r->length);
}

Value shortNext(Object *o) {
  return jn_next(jn_obj(o));
}
Value shortHint(const Value *args, size_t, Value) {
  auto *it = as<jn_range_iterator>(args[0]);
  return rangeLength(jn_int(it->next), jn_int(it->stop), jn_int(it->step));
}
void longDealloc(Object *o) {
  auto *it = reinterpret_cast<LongRangeIterator *>(o);
  jn_decref(it->next);
  jn_decref(it->step);
  jn_decref(it->remaining);
  freeObject(o);
}
Value longNext(Object *o) {
  auto *it = reinterpret_cast<LongRangeIterator *>(o);
  if (intSign(it->remaining) <= 0)
    return jn_done();
  jn_assign(&it->remaining, intSub(it->remaining, jn_int(1)));
  Value v = it->next;
  it->next = intAdd(v, it->step);
  return v;
}
Value longHint(const Value *args, size_t, Value) {
  return jn_own(as<LongRangeIterator>(args[0])->remaining);
}

Value rangeConstruct(Type *, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords("range", kwnames) || !checkCount("range", count, 1, 3))
    return jn_error();
  Ref first(toIndex(args[0]));
  Ref second(first.failed() ? jn_error() : count > 1 ? toIndex(args[1]) : jn_int(0));
  Ref step(second.failed() ? jn_error() : count > 2 ? toIndex(args[2]) : jn_int(1));
  if (step.failed())
    return jn_error();
  if (intSign(step.get()) == 0)
    return raise(jn_exc_ValueError, "range() arg 3 must not be zero");
  return count == 1 ? makeRange(jn_int(0), first.get(), step.get())
                    : makeRange(first.get(), second.get(), step.get());
}

Value countItems(const Value *args, size_t, Value) {
  if (!isInt(args[1])) {
    Ref it(rangeIter(args[0].o));
    int64_t total = 0;
    bool good = forEach(it.get(), [&](Value item) {
      int same = equal(item, args[1]);
      total += same > 0;
      return same >= 0;
    });
    return good ? jn_int(total) : jn_error();
  }
  int inside = rangeContains(args[0].o, args[1]);
  return inside < 0 ? jn_error() : jn_int(inside);
}
Value index(const Value *args, size_t, Value) {
  if (isInt(args[1])) {
    Value found = indexOfInt(as<RangeObject>(args[0]), args[1]);
    if (given(found))
      return found;
  } else {
    int64_t position;
    int inside = searchRange(args[0], args[1], &position);
    if (inside != 0)
      return inside < 0 ? jn_error() : jn_int(position);
    return raise(jn_exc_ValueError, "sequence.index(x): x not in sequence");
  }
  return raise(jn_exc_ValueError, "%R is not in range", &args[1]);
}

Value getStart(Object *o) {
  return jn_own(rangeObject(o)->start);
}
Value getStop(Object *o) {
  return jn_own(rangeObject(o)->stop);
}
Value getStep(Object *o) {
  return jn_own(rangeObject(o)->step);
}

const MethodDef kMethods[] = {
    {"count", countItems, 2, 2}, {"index", index, 2, 2}, {"__reversed__", reversed, 1, 1}, {}};
const GetSetDef kGetSets[] = {
    {"start", getStart, nullptr}, {"stop", getStop, nullptr}, {"step", getStep, nullptr}, {}};
// What is left, as a range of its own.
Value shortReduce(const Value *args, size_t, Value) {
  auto *it = as<jn_range_iterator>(args[0]);
  Ref rest(makeRange(jn_int(it->next), jn_int(it->stop), jn_int(it->step)));
  return reduceIterator("iter", rest.get(), 0, jn_none());
}
Value shortSetState(const Value *args, size_t, Value) {
  auto *it = as<jn_range_iterator>(args[0]);
  Ref left(rangeLength(jn_int(it->next), jn_int(it->stop), jn_int(it->step)));
  int64_t size, steps;
  if (!toInt64(left.get(), &size) || !stateOfIterator(args[1], 0, size, &steps))
    return jn_error();
  it->next += steps * it->step;
  return jn_none();
}
Value longReduce(const Value *args, size_t, Value) {
  auto *it = as<LongRangeIterator>(args[0]);
  Ref way(intMul(it->remaining, it->step)), stop(intAdd(it->next, way.get()));
  Ref rest(makeRange(it->next, stop.get(), it->step));
  return rest.failed() ? jn_error() : reduceIterator("iter", rest.get(), 0, jn_none());
}
Value longSetState(const Value *args, size_t, Value) {
  auto *it = as<LongRangeIterator>(args[0]);
  if (!isInt(args[1]))
    return raise(jn_exc_TypeError, "state must be an int, not %T", &args[1]);
  if (intSign(args[1]) <= 0)
    return jn_none();
  Ref beyond(intSub(it->remaining, args[1]));
  Ref steps(jn_own(intSign(beyond.get()) < 0 ? it->remaining : args[1]));
  Ref way(intMul(steps.get(), it->step));
  jn_assign(&it->next, intAdd(it->next, way.get()));
  jn_assign(&it->remaining, intSub(it->remaining, steps.get()));
  return jn_none();
}
const MethodDef kShortMethods[] = {{"__length_hint__", shortHint, 1, 1},
                                   {"__reduce__", shortReduce, 1, 1},
                                   {"__setstate__", shortSetState, 2, 2},
                                   {}};
const MethodDef kLongMethods[] = {{"__length_hint__", longHint, 1, 1},
                                  {"__reduce__", longReduce, 1, 1},
                                  {"__setstate__", longSetState, 2, 2},
                                  {}};

}  // namespace

Value makeRange(Value start, Value stop, Value step) {
  auto *r = allocate<RangeObject>(&jn_type_range);
  r->start = toExactInt(start);
  r->stop = toExactInt(stop);
  r->step = toExactInt(step);
  r->length = rangeLength(start, stop, step);
  return jn_obj(r);
}

int initRangeTypes() {
  Type &t = jn_type_range;
  t.name = "range";
  t.instanceSize = sizeof(RangeObject);
  t.typeFlags = kTypeSequencePattern;
  t.dealloc = rangeDealloc;
  t.repr = rangeRepr;
  t.hash = rangeHash;
  t.truth = rangeTruth;
  t.compare = rangeCompare;
  t.iter = rangeIter;
  t.length = lengthSlot;
  t.getitem = rangeGetitem;
  t.contains = rangeContains;
  t.construct = rangeConstruct;
  t.methods = kMethods;
  t.getsets = kGetSets;

  Type &s = jn_type_range_iterator;
  s.name = "range_iterator";
  s.instanceSize = sizeof(jn_range_iterator);
  s.iter = selfIter;
  s.next = shortNext;
  s.methods = kShortMethods;

  Type &l = longIteratorType;
  l.name = "longrange_iterator";
  l.instanceSize = sizeof(LongRangeIterator);
  l.dealloc = longDealloc;
  l.iter = selfIter;
  l.next = longNext;
  l.methods = kLongMethods;
  return addBuiltinType(&t) < 0 || readyType(&s) < 0 || readyType(&l) < 0 ? -1 : 0;
}

}  // namespace janus

using namespace janus;

jn_value jn_range_iterator_of(const jn_value *args, size_t count) {
  if (count < 1 || count > 3)
    return jn_unbound();
  for (size_t i = 0; i < count; ++i)
    if (args[i].tag != JN_INT)
      return jn_unbound();
  int64_t first = count == 1 ? 0 : args[0].i, last = args[count == 1 ? 0 : 1].i;
  int64_t step = count == 3 ? args[2].i : 1;
  if (JN_LIKELY(step == 1))
    return makeShortIterator(first, last > first ? last : first, 1);
  if (step == 0)
    return jn_unbound();
  Ref length(rangeLength(jn_int(first), jn_int(last), jn_int(step)));
  return makeIterator(jn_int(first), jn_int(step), length.get());
}
