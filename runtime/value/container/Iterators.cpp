// The builtin iterator types enumerate, zip, map and filter.
#include "value/container/IteratorState.h"
#include "value/container/Sequence.h"

namespace janus {
namespace {

Type enumerateType, zipType, mapType, filterType;

// One layout serves all four: a function or count, and the iterators behind.
struct Combinator {
  Object head;
  Value function;     // map, filter
  jn_tuple *sources;  // iterators
  Value count;        // enumerate
  ReusedTuple row;    // enumerate, zip of two
  bool strict;        // zip
};

Combinator *combinator(Object *o) {
  return reinterpret_cast<Combinator *>(o);
}
Value source(const Combinator *c, int64_t i = 0) {
  return c->sources->items[i];
}

void deallocSlot(Object *o) {
  Combinator *c = combinator(o);
  jn_decref(c->function);
  jn_decref(c->count);
  if (c->sources)
    jn_decref(jn_obj(c->sources));
  c->row.drop();
  freeObject(o);
}
void traverseSlot(Object *o, VisitFn visit, void *context) {
  Combinator *c = combinator(o);
  if (c->function.tag == JN_OBJECT)
    visit(c->function.o, context);
  if (c->sources)
    visit(&c->sources->head, context);
  c->row.visit(visit, context);
}

Value make(Type *cls, Value function, const Value *iterables, size_t count) {
  Ref sources(jn_obj(newTuple(static_cast<int64_t>(count))));
  for (size_t i = 0; i < count; ++i) {
    Value it = jn_iter(iterables[i]);
    if (it.tag == JN_ERROR)
      return it;
    sources.as<jn_tuple>()->items[i] = it;
  }
  auto *c = reinterpret_cast<Combinator *>(allocate(cls, sizeof(Combinator)));
  c->function = jn_own(function);
  c->sources = as<jn_tuple>(sources.release());
  c->count = jn_int(0);
  return jn_obj(c);
}

// ---- enumerate

Value enumerateConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (count == 0)
    return raise(jn_exc_TypeError, "enumerate() missing required argument 'iterable'");
  Value out[2];
  if (!parseArgs("enumerate", {"iterable", "start"}, 1, 2, args, count, kwnames, out))
    return jn_error();
  Ref start(given(out[1]) ? toIndex(out[1]) : jn_int(0));
  if (start.get().tag == JN_BOOL)
    start = Ref(jn_int(start.get().i));
  Ref made(start.failed() ? jn_error() : make(cls, jn_none(), &out[0], 1));
  if (!made.failed())
    made.as<Combinator>()->count = start.release();
  return made.release();
}
Value enumerateNext(Object *o) {
  Combinator *c = combinator(o);
  Ref item(jn_next(source(c)));
  if (item.get().tag <= JN_DONE)
    return item.release();
  Value number = c->count;
  int64_t next;
  if (number.tag == JN_INT && !__builtin_add_overflow(number.i, int64_t(1), &next))
    c->count = jn_int(next);
  else
    c->count = intAdd(number, jn_int(1));
  return c->row.pair(number, item.release());
}

// ---- zip

Value zipConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  size_t keywords = keywordCount(kwnames);
  int strict = 0;
  for (size_t i = 0; i < keywords; ++i) {
    Value name = as<jn_tuple>(kwnames)->items[i];
    if (utf8Of(name) != "strict")
      return raise(jn_exc_TypeError, "'%S' is an invalid keyword argument for zip()", &name);
    strict = jn_truth(args[count - keywords + i]);
    if (strict < 0)
      return jn_error();
  }
  for (size_t i = 0; i < count - keywords; ++i) {
    Value v = args[i];
    if (v.tag == JN_OBJECT && (v.o->type->iter || v.o->type->getitem))
      continue;
    Ref it(jn_iter(v));
    if (it.failed() && errorMatches(jn_exc_TypeError)) {
      clearError();
      return raise(jn_exc_TypeError, "'%T' object is not iterable", &v);
    }
  }
  Value made = make(cls, jn_none(), args, count - keywords);
  if (made.tag != JN_ERROR)
    as<Combinator>(made)->strict = strict;
  return made;
}

// The error of a strict zip whose argument `short_` ended first or `longer` did not end.
Value zipMismatch(int64_t argument, const char *how) {
  return raise(jn_exc_ValueError,
               argument == 1 ? "zip() argument %ld is %s than argument %ld"
                             : "zip() argument %ld is %s than arguments 1-%ld",
               static_cast<long>(argument + 1), how, static_cast<long>(argument));
}

Value zipNext(Object *o) {
  Combinator *c = combinator(o);
  int64_t n = c->sources->size;
  if (n == 0)
    return jn_done();
  if (n == 2 && !c->strict) {
    Ref first(jn_next(source(c, 0)));
    if (first.get().tag <= JN_DONE)
      return first.release();
    Value second = jn_next(source(c, 1));
    return second.tag <= JN_DONE ? second : c->row.pair(first.release(), second);
  }
  Ref row(jn_obj(newTuple(n)));
  for (int64_t i = 0; i < n; ++i) {
    Value item = jn_next(source(c, i));
    if (item.tag == JN_ERROR)
      return item;
    if (item.tag != JN_DONE) {
      row.as<jn_tuple>()->items[i] = item;
      continue;
    }
    if (!c->strict)
      return jn_done();
    if (i > 0)
      return zipMismatch(i, "shorter");
    for (int64_t k = 1; k < n; ++k) {
      Ref other(jn_next(source(c, k)));
      if (other.failed())
        return jn_error();
      if (other.get().tag != JN_DONE)
        return zipMismatch(k, "longer");
    }
    return jn_done();
  }
  return row.release();
}

// ---- map, filter

Value mapConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (cls == &mapType && !refuseKeywords("map", kwnames))
    return jn_error();
  if (count < 2)
    return raise(jn_exc_TypeError, "map() must have at least two arguments.");
  return make(cls, args[0], args + 1, count - 1);
}
Value mapNext(Object *o) {
  Combinator *c = combinator(o);
  constexpr int64_t kInline = 6;
  Value few[kInline];
  int64_t n = c->sources->size;
  Ref many(n > kInline ? jn_obj(newTuple(n)) : jn_unbound());
  Value *items = n > kInline ? many.as<jn_tuple>()->items : few;
  Value result = jn_unbound();
  int64_t taken = 0;
  for (; taken < n; ++taken) {
    items[taken] = jn_next(source(c, taken));
    if (items[taken].tag <= JN_DONE) {
      result = items[taken];
      items[taken] = jn_none();
      break;
    }
  }
  if (taken == n)
    result = jn_call(c->function, items, n);
  if (n <= kInline)
    for (int64_t i = 0; i < taken; ++i)
      jn_decref(items[i]);
  return result;
}

Value filterConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  if ((cls == &filterType && !refuseKeywords("filter", kwnames)) ||
      !checkCount("filter", count, 2, 2))
    return jn_error();
  return make(cls, args[0], args + 1, 1);
}
Value filterNext(Object *o) {
  Combinator *c = combinator(o);
  bool plain = c->function.tag == JN_NONE ||
               (c->function.tag == JN_OBJECT && c->function.o == &jn_type_bool.head);
  for (;;) {
    Ref item(jn_next(source(c)));
    if (item.get().tag <= JN_DONE)
      return item.release();
    int keep;
    if (plain) {
      keep = jn_truth(item.get());
    } else {
      Ref answer(call(c->function, {item.get()}));
      keep = answer.failed() ? -1 : jn_truth(answer.get());
    }
    if (keep != 0)
      return keep < 0 ? jn_error() : item.release();
  }
}

// ---- copy and pickle

// (class, (function or nothing, the iterators..., count or nothing)), with the state `strict` of a
// zip.
Value reduceMethod(const Value *args, size_t, Value) {
  auto *c = as<Combinator>(args[0]);
  Ref arguments(jn_obj(newList(0)));
  bool counts = isInstance(args[0], &enumerateType);
  if (isInstance(args[0], &mapType) || isInstance(args[0], &filterType))
    jn_list_append(arguments.get(), c->function);
  for (int64_t i = 0; i < c->sources->size; ++i)
    jn_list_append(arguments.get(), c->sources->items[i]);
  if (counts)
    jn_list_append(arguments.get(), c->count);
  Ref tuple(jn_list_to_tuple(arguments.get()));
  return c->strict ? makeTuple({jn_obj(typeOf(args[0])), tuple.get(), jn_bool(true)})
                   : reduceToCall(args[0], tuple.get());
}
Value setStateOfZip(const Value *args, size_t, Value) {
  int strict = jn_truth(args[1]);
  if (strict < 0)
    return jn_error();
  as<Combinator>(args[0])->strict = strict;
  return jn_none();
}
const MethodDef kMethods[] = {{"__reduce__", reduceMethod, 1, 1}, {}};
const MethodDef kZipMethods[] = {
    {"__reduce__", reduceMethod, 1, 1}, {"__setstate__", setStateOfZip, 2, 2}, {}};

}  // namespace

int initIteratorTypes() {
  struct Row {
    Type *type;
    const char *name;
    Value (*construct)(Type *, const Value *, size_t, Value);
    Value (*next)(Object *);
  };
  for (const Row &row :
       {Row{&enumerateType, "enumerate", enumerateConstruct, enumerateNext},
        Row{&zipType, "zip", zipConstruct, zipNext}, Row{&mapType, "map", mapConstruct, mapNext},
        Row{&filterType, "filter", filterConstruct, filterNext}}) {
    Type &t = *row.type;
    t.name = row.name;
    t.instanceSize = sizeof(Combinator);
    t.typeFlags = kTypeBaseable;
    t.dealloc = deallocSlot;
    t.traverse = traverseSlot;
    t.iter = selfIter;
    t.next = row.next;
    t.construct = row.construct;
    t.methods = &t == &zipType ? kZipMethods : kMethods;
    t.classMethods = &t == &enumerateType ? kGenericAliasMethods : nullptr;
    if (addBuiltinType(&t) < 0)
      return -1;
  }
  return initSequenceIteratorTypes();
}

}  // namespace janus
