// The type slice.
#include "value/container/Sequence.h"
#include "value/object/Heap.h"
#include "value/text/Str.h"

#include "janus/fast_paths.h"

namespace janus {

Type jn_type_slice;

namespace {

SliceObject *sliceObject(Object *o) {
  return reinterpret_cast<SliceObject *>(o);
}

void sliceDealloc(Object *o) {
  jn_decref(sliceObject(o)->start);
  jn_decref(sliceObject(o)->stop);
  jn_decref(sliceObject(o)->step);
  freeNative<Traversal::None>(o, &jn_type_slice, sizeof(SliceObject));
}

Value sliceRepr(Object *o) {
  SliceObject *s = sliceObject(o);
  StrBuilder out;
  out.ascii("slice(");
  bool first = true;
  for (Value part : {s->start, s->stop, s->step}) {
    if (!first)
      out.ascii(", ");
    first = false;
    Ref text(repr(part));
    if (text.failed())
      return jn_error();
    out.str(text.get());
  }
  out.ascii(")");
  return out.finish();
}

Value sliceCompare(Value a, Value b, CompareOp op) {
  if (!isSlice(a) || !isSlice(b))
    return jn_notimplemented();
  Ref x(makeTuple({as<SliceObject>(a)->start, as<SliceObject>(a)->stop, as<SliceObject>(a)->step}));
  Ref y(makeTuple({as<SliceObject>(b)->start, as<SliceObject>(b)->stop, as<SliceObject>(b)->step}));
  return compareSequences(x.get(), y.get(), op);
}

Value sliceConstruct(Type *, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords("slice", kwnames) || !checkCount("slice", count, 1, 3))
    return jn_error();
  if (count == 1)
    return jn_make_slice(jn_none(), args[0], jn_none());
  return jn_make_slice(args[0], args[1], count == 3 ? args[2] : jn_none());
}

// None or something with __index__, clamped to 64 bits.
bool sliceBound(Value v, int64_t absent, int64_t *out) {
  if (v.tag == JN_NONE || v.tag == JN_INT) {
    *out = v.tag == JN_NONE ? absent : v.i;
    return true;
  }
  if (!isInt(v) && !JN_SLOT(*typeOf(v), unary, UnaryOp::Index)) {
    raise(jn_exc_TypeError, "slice indices must be integers or None or have an __index__ method");
    return false;
  }
  return toIndexClamped(v, out);
}

Value indicesMethod(const Value *args, size_t, Value) {
  int64_t length;
  if (!toInt64(args[1], &length))
    return jn_error();
  if (length < 0)
    return raise(jn_exc_ValueError, "length should not be negative");
  SliceRange range;
  if (!resolveSlice(args[0], length, &range))
    return jn_error();
  return makeTuple({jn_int(range.start), jn_int(range.stop), jn_int(range.step)});
}

Value getStart(Object *o) {
  return jn_own(sliceObject(o)->start);
}
Value getStop(Object *o) {
  return jn_own(sliceObject(o)->stop);
}
Value getStep(Object *o) {
  return jn_own(sliceObject(o)->step);
}

const MethodDef kMethods[] = {{"indices", indicesMethod, 2, 2}, {}};
const GetSetDef kGetSets[] = {
    {"start", getStart, nullptr}, {"stop", getStop, nullptr}, {"step", getStep, nullptr}, {}};

}  // namespace

namespace {

// `step` is not zero; `noStop` that there is no end, which with a negative step no number says.
void clampSlice(int64_t start, int64_t stop, int64_t step, bool noStop, int64_t length,
                SliceRange *out) {
  bool forward = step > 0;
  auto clamp = [&](int64_t v) {
    if (v < 0) {
      v += length;
      if (v < 0)
        return forward ? int64_t(0) : int64_t(-1);
    }
    if (v >= length)
      return forward ? length : length - 1;
    return v;
  };
  start = clamp(start);
  stop = !forward && noStop ? -1 : clamp(stop);
  out->start = start;
  out->stop = stop;
  out->step = step;
  if (step == 1)
    out->count = start < stop ? stop - start : 0;
  else if (step == -1)
    out->count = stop < start ? start - stop : 0;
  else if (forward)
    out->count = start < stop ? (stop - start - 1) / step + 1 : 0;
  else
    out->count = stop < start ? (start - stop - 1) / -step + 1 : 0;
}

}  // namespace

bool resolveSlice(Value slice, int64_t length, SliceRange *out) {
  SliceObject *s = as<SliceObject>(slice);
  int64_t step, start, stop;
  if (!sliceBound(s->step, 1, &step))
    return false;
  if (step == 0) {
    raise(jn_exc_ValueError, "slice step cannot be zero");
    return false;
  }
  if (step == INT64_MIN)
    step = -INT64_MAX;  // so that -step exists
  bool forward = step > 0;
  if (!sliceBound(s->start, forward ? 0 : INT64_MAX, &start) ||
      !sliceBound(s->stop, forward ? INT64_MAX : INT64_MIN, &stop))
    return false;
  clampSlice(start, stop, step, s->stop.tag == JN_NONE, length, out);
  return true;
}

int initSliceType() {
  Type &t = jn_type_slice;
  t.name = "slice";
  t.instanceSize = sizeof(SliceObject);
  t.dealloc = sliceDealloc;
  t.repr = sliceRepr;
  t.hash = hashNotImplemented;
  t.compare = sliceCompare;
  t.construct = sliceConstruct;
  t.methods = kMethods;
  t.getsets = kGetSets;
  return addBuiltinType(&t);
}

}  // namespace janus

using namespace janus;

jn_value jn_make_slice(jn_value start, jn_value stop, jn_value step) {
  auto *s = reinterpret_cast<SliceObject *>(
      allocateNative<Traversal::None>(&jn_type_slice, sizeof(SliceObject)));
  s->start = jn_own(start);
  s->stop = jn_own(stop);
  s->step = jn_own(step);
  return jn_obj(s);
}

namespace {

// A bound of a slice with step 1, clamped to [0, length].
bool plainBound(Value v, int64_t length, int64_t ifNone, int64_t *out) {
  if (v.tag != JN_INT && v.tag != JN_NONE)
    return false;
  int64_t bound = v.tag == JN_NONE ? ifNone : v.i < 0 ? v.i + length : v.i;
  *out = bound < 0 ? 0 : bound > length ? length : bound;
  return true;
}

// The same as resolveSlice for bounds that are None or small ints; false for others, and for a step
// that is an error.
bool resolvePlainBounds(Value start, Value stop, Value step, int64_t length, SliceRange *out) {
  auto isPlain = [](Value v) { return v.tag == JN_INT || v.tag == JN_NONE; };
  if (!isPlain(start) || !isPlain(stop) || !isPlain(step))
    return false;
  int64_t by = step.tag == JN_NONE ? 1 : step.i;
  if (by == 0 || by == INT64_MIN)
    return false;
  int64_t first = start.tag == JN_INT ? start.i : by > 0 ? 0 : INT64_MAX;
  int64_t end = stop.tag == JN_INT ? stop.i : INT64_MAX;
  clampSlice(first, end, by, stop.tag == JN_NONE, length, out);
  return true;
}

}  // namespace

jn_value jn_getslice(jn_value o, jn_value start, jn_value stop) {
  Type *type = typeOf(o);
  bool list = type == &jn_type_list, tuple = type == &jn_type_tuple, text = type == &jn_type_str;
  int64_t first, end;
  if (list || tuple || text) {
    int64_t length = list ? as<jn_list>(o)->size : tuple ? as<jn_tuple>(o)->size : strOf(o)->length;
    if (plainBound(start, length, 0, &first) && plainBound(stop, length, length, &end)) {
      end = end < first ? first : end;
      return list    ? listSlice(as<jn_list>(o), {first, end, 1, end - first})
             : tuple ? tupleSlice(as<jn_tuple>(o), first, end)
                     : substring(o, first, end);
    }
  }
  Ref slice(jn_make_slice(start, stop, jn_none()));
  return jn_getitem_slow(o, slice.get());
}

jn_value jn_getslice_by(jn_value o, jn_value start, jn_value stop, jn_value step) {
  if (isExact(o, &jn_type_list)) {
    SliceRange range;
    if (resolvePlainBounds(start, stop, step, as<jn_list>(o)->size, &range))
      return listSlice(as<jn_list>(o), range);
  }
  Ref slice(jn_make_slice(start, stop, step));
  return jn_getitem_slow(o, slice.get());
}

int jn_setslice(jn_value o, jn_value start, jn_value stop, jn_value step, jn_value v) {
  SliceRange range;
  // A list that is assigned to itself is copied first.
  if (isExact(o, &jn_type_list) && isExact(v, &jn_type_list) && o.o != v.o && step.tag == JN_NONE &&
      resolvePlainBounds(start, stop, step, as<jn_list>(o)->size, &range))
    return listReplace(as<jn_list>(o), range.start, range.start + range.count, v);
  Ref slice(jn_make_slice(start, stop, step));
  return jn_setitem_slow(o, slice.get(), v);
}
