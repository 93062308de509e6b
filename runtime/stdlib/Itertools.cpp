// The module itertools: iterators over one pass of their sources. What combines items of finite
// sequences is in Combinatorics.cpp.
#include "stdlib/Combinatorics.h"
#include "value/text/Str.h"

#include <cstring>

namespace janus {
namespace {

Type accumulateType, chainType, compressType, countType, cycleType, dropwhileType, filterfalseType,
    groupbyType, grouperType, isliceType, pairwiseType, repeatType, starmapType, takewhileType,
    teeType, zipLongestType;

bool ended(Value v) {
  return v.tag <= JN_DONE;
}

// An iterator whose values[0] walks `iterable`.
LazyIterator *over(Type *cls, Value iterable) {
  Value it = jn_iter(iterable);
  if (it.tag == JN_ERROR)
    return nullptr;
  LazyIterator *made = newLazy(cls);
  made->values[0] = it;
  return made;
}
Value wrapped(LazyIterator *it) {
  return it ? jn_obj(it) : jn_error();
}

// ---- accumulate: iterator, function, total

Value accumulateNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  Value out[3];
  if (!parseArgs("accumulate", {"iterable", "func", "initial"}, 1, 2, args, count, kwnames, out))
    return jn_error();
  LazyIterator *it = over(cls, out[0]);
  if (it) {
    it->values[1] = given(out[1]) ? jn_own(out[1]) : jn_none();
    it->values[3] = given(out[2]) && out[2].tag != JN_NONE ? jn_own(out[2]) : jn_unbound();
  }
  return wrapped(it);
}
Value accumulateNext(Object *o) {
  LazyIterator *it = lazy(o);
  if (given(it->values[3])) {  // the initial value comes first
    it->values[2] = it->values[3];
    it->values[3] = jn_unbound();
    return jn_own(it->values[2]);
  }
  Ref item(jn_next(it->values[0]));
  if (ended(item.get()))
    return item.release();
  Value total = !given(it->values[2])          ? item.release()
                : it->values[1].tag == JN_NONE ? jn_add(it->values[2], item.get())
                                               : call(it->values[1], {it->values[2], item.get()});
  if (total.tag == JN_ERROR)
    return total;
  jn_assign(&it->values[2], total);
  return jn_own(total);
}

// ---- chain: iterator over iterables, current iterator

Value chainOver(Type *cls, Value iterables) {
  return wrapped(over(cls, iterables));
}
Value chainNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords("chain", kwnames))
    return jn_error();
  Ref all(jn_make_tuple(args, count));
  return chainOver(cls, all.get());
}
Value chainFromIterable(const Value *args, size_t, Value) {
  return chainOver(as<Type>(args[0]), args[1]);
}
Value chainNext(Object *o) {
  LazyIterator *it = lazy(o);
  for (;;) {
    if (!given(it->values[0]))
      return jn_done();
    if (!given(it->values[1])) {
      Ref next(jn_next(it->values[0]));
      if (next.get().tag == JN_DONE)
        jn_assign(&it->values[0], jn_unbound());
      if (ended(next.get()))
        return next.release();
      Value inner = jn_iter(next.get());
      if (inner.tag == JN_ERROR)
        return inner;
      it->values[1] = inner;
    }
    Value item = jn_next(it->values[1]);
    if (item.tag != JN_DONE)
      return item;
    jn_assign(&it->values[1], jn_unbound());
  }
}
const MethodDef kChainClassMethods[] = {
    {"from_iterable", chainFromIterable, 2, 2}, kGenericAliasMethod, {}};

// ---- compress: data, selectors

Value compressNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  Value out[2];
  if (!parseArgs("compress", {"data", "selectors"}, 2, 2, args, count, kwnames, out))
    return jn_error();
  Ref made(wrapped(over(cls, out[0])));
  if (made.failed())
    return jn_error();
  Value selectors = jn_iter(out[1]);
  if (selectors.tag == JN_ERROR)
    return selectors;
  made.as<LazyIterator>()->values[1] = selectors;
  return made.release();
}
Value compressNext(Object *o) {
  for (;;) {
    Ref item(jn_next(lazy(o)->values[0]));
    if (ended(item.get()))
      return item.release();
    Ref selector(jn_next(lazy(o)->values[1]));
    if (ended(selector.get()))
      return selector.release();
    int keep = jn_truth(selector.get());
    if (keep != 0)
      return keep < 0 ? jn_error() : item.release();
  }
}

// ---- count: next, step

Value countNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  Value out[2];
  if (!parseArgs("count", {"start", "step"}, 0, 2, args, count, kwnames, out))
    return jn_error();
  for (Value v : out)
    if (given(v) && !isInt(v) && !isFloat(v) && !isComplex(v) &&
        !JN_SLOT(*typeOf(v), unary, UnaryOp::Float) && !JN_SLOT(*typeOf(v), unary, UnaryOp::Index))
      return raise(jn_exc_TypeError, "a number is required");
  LazyIterator *it = newLazy(cls);
  it->values[0] = given(out[0]) ? jn_own(out[0]) : jn_int(0);
  it->values[1] = given(out[1]) ? jn_own(out[1]) : jn_int(1);
  return jn_obj(it);
}
Value countNext(Object *o) {
  LazyIterator *it = lazy(o);
  Value next = jn_add(it->values[0], it->values[1]);
  if (next.tag == JN_ERROR)
    return next;
  Value now = it->values[0];
  it->values[0] = next;
  return now;
}
Value countRepr(Object *o) {
  Ref next(repr(lazy(o)->values[0])), step(repr(lazy(o)->values[1]));
  if (next.failed() || step.failed())
    return jn_error();
  std::string text = "count(" + std::string(utf8Of(next.get()));
  bool one = lazy(o)->values[1].tag == JN_INT && lazy(o)->values[1].i == 1;
  return makeStr(text + (one ? "" : ", " + std::string(utf8Of(step.get()))) + ")");
}

// ---- cycle: iterator, saved items; numbers[0]: position once the iterator ended

Value cycleNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords("cycle", kwnames) || !checkCount("cycle", count, 1, 1))
    return jn_error();
  LazyIterator *it = over(cls, args[0]);
  if (it)
    it->values[1] = jn_obj(newList(0));
  return wrapped(it);
}
Value cycleNext(Object *o) {
  LazyIterator *it = lazy(o);
  jn_list *saved = as<jn_list>(it->values[1]);
  if (given(it->values[0])) {
    Ref item(jn_next(it->values[0]));
    if (item.failed())
      return jn_error();
    if (item.get().tag != JN_DONE) {
      jn_list_append(it->values[1], item.get());
      return item.release();
    }
    jn_assign(&it->values[0], jn_unbound());
  }
  if (saved->size == 0)
    return jn_done();
  return jn_own(saved->items[it->numbers[0]++ % saved->size]);
}

// ---- dropwhile, takewhile, filterfalse: iterator, predicate; numbers[0]: done with the predicate

template <Type *Own>
Value predicateNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords(strrchr(Own->name, '.') + 1, kwnames) ||
      !checkCount(strrchr(Own->name, '.') + 1, count, 2, 2))
    return jn_error();
  LazyIterator *it = over(cls, args[1]);
  if (it)
    it->values[1] = jn_own(args[0]);
  return wrapped(it);
}
// The predicate's truth: 1, 0, -1; None stands for the item's own.
int passes(LazyIterator *it, Value item) {
  if (it->values[1].tag == JN_NONE)
    return jn_truth(item);
  Ref answer(call(it->values[1], {item}));
  return answer.failed() ? -1 : jn_truth(answer.get());
}
Value dropwhileNext(Object *o) {
  LazyIterator *it = lazy(o);
  for (;;) {
    Ref item(jn_next(it->values[0]));
    if (ended(item.get()) || it->numbers[0])
      return item.release();
    int drop = passes(it, item.get());
    if (drop < 0)
      return jn_error();
    if (drop == 0) {
      it->numbers[0] = 1;
      return item.release();
    }
  }
}
Value takewhileNext(Object *o) {
  LazyIterator *it = lazy(o);
  if (it->numbers[0])
    return jn_done();
  Ref item(jn_next(it->values[0]));
  if (ended(item.get()))
    return item.release();
  int take = passes(it, item.get());
  if (take > 0)
    return item.release();
  it->numbers[0] = 1;
  return take < 0 ? jn_error() : jn_done();
}
Value filterfalseNext(Object *o) {
  for (;;) {
    Ref item(jn_next(lazy(o)->values[0]));
    if (ended(item.get()))
      return item.release();
    int skip = passes(lazy(o), item.get());
    if (skip <= 0)
      return skip < 0 ? jn_error() : item.release();
  }
}

// ---- groupby: iterator, key function, key and value of the item at hand, key of the current
// group;
// ---- numbers[0]: number of the group. Its groups: groupby, key; numbers[0]: number of the group

Value groupbyNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  Value out[2];
  if (!parseArgs("groupby", {"iterable", "key"}, 1, 2, args, count, kwnames, out))
    return jn_error();
  LazyIterator *it = over(cls, out[0]);
  if (it)
    it->values[1] = given(out[1]) ? jn_own(out[1]) : jn_none();
  return wrapped(it);
}
// Takes the next item and its key: 1, 0 at the end, -1.
int groupbyStep(LazyIterator *it) {
  Ref item(jn_next(it->values[0]));
  if (ended(item.get()))
    return item.failed() ? -1 : 0;
  Value key = it->values[1].tag == JN_NONE ? jn_own(item.get()) : call(it->values[1], {item.get()});
  if (key.tag == JN_ERROR)
    return -1;
  jn_assign(&it->values[2], key);
  jn_assign(&it->values[3], item.release());
  return 1;
}
Value groupbyNext(Object *o) {
  LazyIterator *it = lazy(o);
  ++it->numbers[0];
  // Skip what is left of the last group.
  for (;;) {
    if (given(it->values[2])) {
      if (!given(it->values[4]))
        break;
      Ref last = Ref::own(it->values[4]), here = Ref::own(it->values[2]);
      int same = equal(last.get(), here.get());
      if (same < 0)
        return jn_error();
      if (same == 0)
        break;
    }
    int stepped = groupbyStep(it);
    if (stepped <= 0)
      return stepped < 0 ? jn_error() : jn_done();
  }
  jn_assign(&it->values[4], jn_own(it->values[2]));
  LazyIterator *group = newLazy(&grouperType);
  group->values[0] = jn_own(jn_obj(it));
  group->values[1] = jn_own(it->values[4]);
  group->numbers[0] = it->numbers[0];
  Ref held(jn_obj(group));
  return makeTuple({it->values[2], held.get()});
}
Value grouperNext(Object *o) {
  LazyIterator *group = lazy(o), *it = as<LazyIterator>(group->values[0]);
  if (it->numbers[0] != group->numbers[0])
    return jn_done();
  if (!given(it->values[3])) {
    int stepped = groupbyStep(it);
    if (stepped <= 0)
      return stepped < 0 ? jn_error() : jn_done();
  }
  Ref here = Ref::own(it->values[2]);
  int same = equal(group->values[1], here.get());
  if (same <= 0)
    return same < 0 ? jn_error() : jn_done();
  Value item = it->values[3];
  it->values[3] = jn_unbound();
  return item;
}

// ---- islice: iterator; numbers: next index wanted, stop (-1: none), step, index reached

bool islicePart(Value v, const char *text, int64_t *out) {
  if (v.tag == JN_NONE)
    return true;
  if (isInt(v) && smallInt(v, out) && *out >= 0)
    return true;
  raise(jn_exc_ValueError, "%s", text);
  return false;
}
Value isliceNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords("islice", kwnames) || !checkCount("islice", count, 2, 4))
    return jn_error();
  constexpr const char *kText =
      "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.";
  int64_t start = 0, stop = -1, step = 1;
  if (count == 2) {
    if (!islicePart(args[1],
                    "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.",
                    &stop))
      return jn_error();
  } else if (!islicePart(args[1], kText, &start) ||
             !islicePart(args[2],
                         "Stop argument for islice() must be None or an integer: 0 <= x <= "
                         "sys.maxsize.",
                         &stop)) {
    return jn_error();
  }
  constexpr const char *kStep = "Step for islice() must be a positive integer or None.";
  if (count > 3 && !islicePart(args[3], kStep, &step))
    return jn_error();
  if (step < 1)
    return raise(jn_exc_ValueError, "%s", kStep);
  LazyIterator *it = over(cls, args[0]);
  if (it) {
    it->numbers[0] = start;
    it->numbers[1] = stop;
    it->numbers[2] = step;
  }
  return wrapped(it);
}
Value isliceNext(Object *o) {
  LazyIterator *it = lazy(o);
  if (!given(it->values[0]))
    return jn_done();
  int64_t &wanted = it->numbers[0], stop = it->numbers[1], &reached = it->numbers[3];
  // With a stop, items up to it are consumed even when the step jumps past it.
  int64_t target = stop >= 0 && wanted > stop ? stop : wanted;
  while (reached < target) {
    Ref skipped(jn_next(it->values[0]));
    if (ended(skipped.get()))
      return skipped.release();
    ++reached;
  }
  if (stop >= 0 && wanted >= stop) {
    jn_assign(&it->values[0], jn_unbound());
    return jn_done();
  }
  Value item = jn_next(it->values[0]);
  if (ended(item))
    return item;
  ++reached;
  if (__builtin_add_overflow(wanted, it->numbers[2], &wanted))
    wanted = INT64_MAX;
  return item;
}

// ---- pairwise: iterator, previous item

Value pairwiseNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords("pairwise", kwnames) || !checkCount("pairwise", count, 1, 1))
    return jn_error();
  return wrapped(over(cls, args[0]));
}
Value pairwiseNext(Object *o) {
  LazyIterator *it = lazy(o);
  if (!given(it->values[1])) {
    Value first = jn_next(it->values[0]);
    if (ended(first))
      return first;
    it->values[1] = first;
  }
  Ref second(jn_next(it->values[0]));
  if (ended(second.get()))
    return second.release();
  Value pair = makeTuple({it->values[1], second.get()});
  jn_assign(&it->values[1], second.release());
  return pair;
}

// ---- repeat: object; numbers[0]: times left, -1: for ever

Value repeatNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  Value out[2];
  int64_t times = -1;
  if (!parseArgs("repeat", {"object", "times"}, 1, 2, args, count, kwnames, out) ||
      (given(out[1]) && !toInt64(out[1], &times)))
    return jn_error();
  LazyIterator *it = newLazy(cls);
  it->values[0] = jn_own(out[0]);
  it->numbers[0] = given(out[1]) ? std::max<int64_t>(times, 0) : -1;
  return jn_obj(it);
}
Value repeatNext(Object *o) {
  LazyIterator *it = lazy(o);
  if (it->numbers[0] == 0)
    return jn_done();
  if (it->numbers[0] > 0)
    --it->numbers[0];
  return jn_own(it->values[0]);
}
Value repeatRepr(Object *o) {
  Ref text(repr(lazy(o)->values[0]));
  if (text.failed())
    return jn_error();
  std::string shown = "repeat(" + std::string(utf8Of(text.get()));
  if (lazy(o)->numbers[0] >= 0)
    shown += ", " + std::to_string(lazy(o)->numbers[0]);
  return makeStr(shown + ")");
}
Value repeatHint(const Value *args, size_t, Value) {
  int64_t left = as<LazyIterator>(args[0])->numbers[0];
  return left >= 0 ? jn_int(left) : raise(jn_exc_TypeError, "len() of unsized object");
}
const MethodDef kRepeatMethods[] = {{"__length_hint__", repeatHint, 1, 1}, {}};

// ---- starmap: iterator, function

Value starmapNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords("starmap", kwnames) || !checkCount("starmap", count, 2, 2))
    return jn_error();
  LazyIterator *it = over(cls, args[1]);
  if (it)
    it->values[1] = jn_own(args[0]);
  return wrapped(it);
}
Value starmapNext(Object *o) {
  Ref item(jn_next(lazy(o)->values[0]));
  if (ended(item.get()))
    return item.release();
  Ref arguments(tupleFrom(item.get()));
  return arguments.failed() ? jn_error()
                            : jn_call_ex(lazy(o)->values[1], arguments.get(), jn_none());
}

// ---- tee: a shared list of items seen, the iterator in a cell of it; numbers[0]: position
// values[0]: list [iterator], values[1]: list of items

Value teeFn(const Value *args, size_t count, Value) {
  int64_t n = 2;
  if (count > 1 && !toInt64(args[1], &n))
    return jn_error();
  if (n < 0)
    return raise(jn_exc_ValueError, "n must be >= 0");
  Ref source, seen;
  int64_t position = 0;
  if (isExact(args[0], &teeType)) {  // copies share what was seen
    source = Ref::own(as<LazyIterator>(args[0])->values[0]);
    seen = Ref::own(as<LazyIterator>(args[0])->values[1]);
    position = as<LazyIterator>(args[0])->numbers[0];
  } else {
    source = Ref(jn_iter(args[0]));
    if (source.failed())
      return jn_error();
    seen = Ref(jn_obj(newList(0)));
  }
  Ref all(jn_obj(newTuple(n)));
  for (int64_t i = 0; i < n; ++i) {
    LazyIterator *it = newLazy(&teeType);
    it->values[0] = jn_own(source.get());
    it->values[1] = jn_own(seen.get());
    it->numbers[0] = position;
    all.as<jn_tuple>()->items[i] = jn_obj(it);
  }
  return all.release();
}
Value teeNext(Object *o) {
  LazyIterator *it = lazy(o);
  jn_list *seen = as<jn_list>(it->values[1]);
  if (it->numbers[0] < seen->size)
    return jn_own(seen->items[it->numbers[0]++]);
  Value item = jn_next(it->values[0]);
  if (ended(item))
    return item;
  // Alone with the items, the reader need not keep them.
  if (seen->head.refs > 1) {
    jn_list_append(it->values[1], item);
    ++it->numbers[0];
  }
  return item;
}
Value teeCopy(const Value *args, size_t, Value) {
  Value pair[2] = {args[0], jn_int(1)};
  Ref made(teeFn(pair, 2, jn_unbound()));
  return made.failed() ? jn_error() : jn_getitem(made.get(), jn_int(0));
}
const MethodDef kTeeMethods[] = {{"__copy__", teeCopy, 1, 1}, {}};

// ---- zip_longest: tuple of iterators (None when done), fill value; numbers[0]: how many are left

Value zipLongestNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  size_t keywords = keywordCount(kwnames);
  Value fill = jn_none();
  for (size_t i = 0; i < keywords; ++i) {
    Value name = as<jn_tuple>(kwnames)->items[i];
    if (utf8Of(name) != "fillvalue")
      return raise(jn_exc_TypeError, "zip_longest() got an unexpected keyword argument");
    fill = args[count - keywords + i];
  }
  Ref sources(jn_obj(newTuple(static_cast<int64_t>(count - keywords))));
  for (size_t i = 0; i < count - keywords; ++i) {
    Value it = jn_iter(args[i]);
    if (it.tag == JN_ERROR)
      return it;
    sources.as<jn_tuple>()->items[i] = it;
  }
  LazyIterator *it = newLazy(cls);
  it->values[0] = sources.release();
  it->values[1] = jn_own(fill);
  it->numbers[0] = static_cast<int64_t>(count - keywords);
  return jn_obj(it);
}
Value zipLongestNext(Object *o) {
  LazyIterator *it = lazy(o);
  jn_tuple *sources = as<jn_tuple>(it->values[0]);
  if (it->numbers[0] == 0)
    return jn_done();
  Ref row(jn_obj(newTuple(sources->size)));
  for (int64_t i = 0; i < sources->size; ++i) {
    Value item = jn_done();
    if (sources->items[i].tag != JN_NONE)
      item = jn_next(sources->items[i]);
    if (item.tag == JN_ERROR)
      return item;
    if (item.tag == JN_DONE) {
      if (sources->items[i].tag != JN_NONE) {
        jn_assign(&sources->items[i], jn_none());
        if (--it->numbers[0] == 0)
          return jn_done();
      }
      item = jn_own(it->values[1]);
    }
    row.as<jn_tuple>()->items[i] = item;
  }
  return row.release();
}

const MethodDef kFunctions[] = {{"tee", teeFn, 1, 2}, {}};

int init(jn_module *m) {
  const LazyTypeRow kRows[] = {
      {&accumulateType, "itertools.accumulate", accumulateNew, accumulateNext},
      {&chainType, "itertools.chain", chainNew, chainNext, nullptr, kChainClassMethods},
      {&compressType, "itertools.compress", compressNew, compressNext},
      {&countType, "itertools.count", countNew, countNext, nullptr, nullptr, countRepr},
      {&cycleType, "itertools.cycle", cycleNew, cycleNext},
      {&dropwhileType, "itertools.dropwhile", predicateNew<&dropwhileType>, dropwhileNext},
      {&takewhileType, "itertools.takewhile", predicateNew<&takewhileType>, takewhileNext},
      {&filterfalseType, "itertools.filterfalse", predicateNew<&filterfalseType>, filterfalseNext},
      {&groupbyType, "itertools.groupby", groupbyNew, groupbyNext},
      {&isliceType, "itertools.islice", isliceNew, isliceNext},
      {&pairwiseType, "itertools.pairwise", pairwiseNew, pairwiseNext},
      {&repeatType, "itertools.repeat", repeatNew, repeatNext, kRepeatMethods, nullptr, repeatRepr},
      {&starmapType, "itertools.starmap", starmapNew, starmapNext},
      {&zipLongestType, "itertools.zip_longest", zipLongestNew, zipLongestNext}};
  for (const LazyTypeRow &row : kRows)
    if (addLazyType(m, row) < 0)
      return -1;
  return addLazyType(nullptr, {&grouperType, "itertools._grouper", nullptr, grouperNext}) < 0 ||
                 addLazyType(nullptr, {&teeType, "itertools._tee", nullptr, teeNext, kTeeMethods}) <
                     0 ||
                 addCombinatorics(m) < 0
             ? -1
             : 0;
}

}  // namespace

extern const NativeModuleDef itertoolsModule;
const NativeModuleDef itertoolsModule = {"itertools", init, kFunctions};

}  // namespace janus
