// Iterators over dicts, and the live views keys(), values() and items().
#include "value/container/Dict.h"
#include "value/container/IteratorState.h"
#include "value/container/Sequence.h"
#include "value/container/Set.h"
#include "value/object/Types.h"
#include "value/text/Str.h"

namespace janus {
namespace {

struct DictView {
  Object head;
  jn_dict *dict;
  DictPart part;
};

Type iteratorTypes[3], reverseIteratorTypes[3], viewTypes[3], orderedViewTypes[3];

// ---- iterators

DictIterator *iteratorObject(Object *o) {
  return reinterpret_cast<DictIterator *>(o);
}

void iteratorDealloc(Object *o) {
  if (iteratorObject(o)->dict)
    jn_decref(jn_obj(iteratorObject(o)->dict));
  iteratorObject(o)->pair.drop();
  freeObject(o);
}
void iteratorTraverse(Object *o, VisitFn visit, void *context) {
  if (iteratorObject(o)->dict)
    visit(&iteratorObject(o)->dict->head, context);
  iteratorObject(o)->pair.visit(visit, context);
}

Value iteratorNext(Object *o) {
  DictIterator *it = iteratorObject(o);
  jn_dict *d = it->dict;
  if (!d)
    return jn_done();
  if (it->expected != d->count) {
    it->expected = -1;
    return raise(jn_exc_RuntimeError, "dictionary changed size during iteration");
  }
  int64_t i = it->position;
  if (it->reversed) {
    if (i >= d->used)
      i = d->used - 1;
    while (i >= 0 && d->entries[i].key.tag == JN_UNBOUND)
      --i;
    it->position = i - 1;
  } else {
    while (i < d->used && d->entries[i].key.tag == JN_UNBOUND)
      ++i;
    it->position = i + 1;
  }
  if (i < 0 || i >= d->used) {
    it->dict = nullptr;
    jn_decref(jn_obj(d));
    return jn_done();
  }
  if (it->remaining == 0) {
    it->dict = nullptr;
    jn_decref(jn_obj(d));
    return raise(jn_exc_RuntimeError, "dictionary keys changed during iteration");
  }
  --it->remaining;
  const jn_dict_entry &entry = d->entries[i];
  switch (it->part) {
  case DictPart::Keys: return jn_own(entry.key);
  case DictPart::Values: return jn_own(entry.value);
  default: return it->pair.pair(jn_own(entry.key), jn_own(entry.value));
  }
}

Value iteratorLengthHint(const Value *args, size_t, Value) {
  auto *it = as<DictIterator>(args[0]);
  return jn_int(it->dict && it->expected == it->dict->count ? it->remaining : 0);
}
Value iteratorReduce(const Value *args, size_t, Value) {
  auto *it = as<DictIterator>(args[0]);
  if (!it->dict)
    return reduceToList(args[0]);
  Ref copy(makeDictIterator(it->dict, it->part, it->reversed));
  copy.as<DictIterator>()->position = it->position;
  copy.as<DictIterator>()->expected = it->expected;
  copy.as<DictIterator>()->remaining = it->remaining;
  return reduceToList(copy.get());
}
const MethodDef kIteratorMethods[] = {
    {"__length_hint__", iteratorLengthHint, 1, 1}, {"__reduce__", iteratorReduce, 1, 1}, {}};

// ---- views

DictView *viewObject(Object *o) {
  return reinterpret_cast<DictView *>(o);
}

void viewDealloc(Object *o) {
  jn_decref(jn_obj(viewObject(o)->dict));
  freeObject(o);
}
void viewTraverse(Object *o, VisitFn visit, void *context) {
  visit(&viewObject(o)->dict->head, context);
}
int64_t viewLength(Object *o) {
  return viewObject(o)->dict->count;
}
int viewTruth(Object *o) {
  return viewObject(o)->dict->count != 0;
}
Value viewIter(Object *o) {
  return makeDictIterator(viewObject(o)->dict, viewObject(o)->part);
}

Value viewRepr(Object *o) {
  if (!reprEnter(o))
    return makeStr("...");
  Ref list(listFrom(jn_obj(o)));
  Ref text(list.failed() ? jn_error() : repr(list.get()));
  reprLeave(o);
  if (text.failed())
    return jn_error();
  StrBuilder out;
  out.ascii(o->type->name);
  out.ascii("(");
  out.str(text.get());
  out.ascii(")");
  return out.finish();
}

int keysContain(Object *o, Value key) {
  Value v = dictGet(viewObject(o)->dict, key);
  return v.tag == JN_ERROR ? -1 : given(v);
}
int valuesContain(Object *o, Value wanted) {
  Ref it(viewIter(o));
  for (;;) {
    Ref v(jn_next(it.get()));
    if (v.failed() || v.get().tag == JN_DONE)
      return v.failed() ? -1 : 0;
    int same = equal(v.get(), wanted);
    if (same != 0)
      return same;
  }
}
int itemsContain(Object *o, Value pair) {
  if (!isInstance(pair, &jn_type_tuple) || as<jn_tuple>(pair)->size != 2)
    return 0;
  Value v = dictGet(viewObject(o)->dict, as<jn_tuple>(pair)->items[0]);
  if (v.tag == JN_ERROR)
    return -1;
  if (!given(v))
    return 0;
  Ref held = Ref::own(v);
  return equal(held.get(), as<jn_tuple>(pair)->items[1]);
}

bool isSetLikeView(Value v) {
  return isInstance(v, &viewTypes[0]) || isInstance(v, &viewTypes[2]);
}
bool isSetLike(Value v) {
  return isAnySet(v) || isSetLikeView(v);
}

// Every item of a in b: 1, 0, -1.
int allIn(Value a, Value b) {
  int answer = 1;
  bool good = forEach(a, [&](Value item) {
    int inside = jn_contains(b, item);
    if (inside <= 0)
      answer = inside;
    return inside > 0;
  });
  return good ? 1 : answer;
}

Value viewCompare(Value a, Value b, CompareOp op) {
  if (!isSetLikeView(a) || !isSetLike(b))
    return jn_notimplemented();
  int64_t n = length(a), m = length(b);
  if (n < 0 || m < 0)
    return jn_error();
  int answer = 0;
  switch (op) {
  case CompareOp::Eq:
  case CompareOp::Ne: answer = n == m ? allIn(a, b) : 0; break;
  case CompareOp::Lt: answer = n < m ? allIn(a, b) : 0; break;
  case CompareOp::Le: answer = n <= m ? allIn(a, b) : 0; break;
  case CompareOp::Gt: answer = n > m ? allIn(b, a) : 0; break;
  case CompareOp::Ge: answer = n >= m ? allIn(b, a) : 0; break;
  }
  if (answer < 0)
    return jn_error();
  return jn_bool(op == CompareOp::Ne ? !answer : answer);
}

// The operators make sets; either side may be any iterable.
template <int (*Update)(Value, Value)>
Value viewBinary(Value a, Value b) {
  if (!isSetLikeView(a) && !isSetLikeView(b))
    return jn_notimplemented();
  Ref result(setFrom(a));
  if (result.failed() || Update(result.get(), b) < 0)
    return jn_error();
  return result.release();
}
Value viewAnd(Value a, Value b) {
  if (!isSetLikeView(a))
    std::swap(a, b);
  if (!isSetLikeView(a))
    return jn_notimplemented();
  int64_t size = length(a);
  if (isExact(b, &jn_type_set) && size <= length(b))
    return setIntersection(b, a);
  if (isSetLikeView(b) && length(b) > size)
    std::swap(a, b);
  Ref result(jn_obj(newSet(&jn_type_set)));
  bool good = forEach(b, [&](Value item) {
    int inside = jn_contains(a, item);
    return inside == 0 || (inside > 0 && setAdd(result.as<SetObject>(), item) == 0);
  });
  return good ? result.release() : jn_error();
}

Value isdisjoint(const Value *args, size_t, Value) {
  Ref left(setFrom(args[0]));
  Ref both(left.failed() ? jn_error() : setIntersection(left.get(), args[1]));
  return both.failed() ? jn_error() : jn_bool(length(both.get()) == 0);
}
Value viewReversed(const Value *args, size_t, Value) {
  auto *view = as<DictView>(args[0]);
  return makeDictIterator(view->dict, view->part, true);
}
Value viewMapping(Object *o) {
  return makeMappingProxy(viewObject(o)->dict);
}

const MethodDef kSetLikeMethods[] = {
    {"isdisjoint", isdisjoint, 2, 2}, {"__reversed__", viewReversed, 1, 1}, {}};
const MethodDef kValuesMethods[] = {{"__reversed__", viewReversed, 1, 1}, {}};
const GetSetDef kViewGetSets[] = {{"mapping", viewMapping, nullptr}, {}};

}  // namespace

Value makeDictIterator(jn_dict *d, DictPart part, bool reversed) {
  Type *type = &(reversed ? reverseIteratorTypes : iteratorTypes)[static_cast<int>(part)];
  auto *it = reinterpret_cast<DictIterator *>(allocate(type, sizeof(DictIterator)));
  it->dict = as<jn_dict>(jn_own(jn_obj(d)));
  it->position = reversed ? d->used - 1 : 0;
  it->expected = it->remaining = d->count;
  it->part = part;
  it->reversed = reversed;
  return jn_obj(it);
}

Value makeDictView(jn_dict *d, DictPart part, bool ordered) {
  Type *type = &(ordered ? orderedViewTypes : viewTypes)[static_cast<int>(part)];
  auto *view = reinterpret_cast<DictView *>(allocate(type, sizeof(DictView)));
  view->dict = as<jn_dict>(jn_own(jn_obj(d)));
  view->part = part;
  return jn_obj(view);
}

int initDictViewTypes() {
  static const char *const kIteratorNames[] = {"dict_keyiterator", "dict_valueiterator",
                                               "dict_itemiterator"};
  static const char *const kReverseNames[] = {
      "dict_reversekeyiterator", "dict_reversevalueiterator", "dict_reverseitemiterator"};
  static const char *const kViewNames[] = {"dict_keys", "dict_values", "dict_items"};
  static const char *const kOrderedNames[] = {"odict_keys", "odict_values", "odict_items"};
  for (int i = 0; i < 3; ++i) {
    for (Type *t : {&iteratorTypes[i], &reverseIteratorTypes[i]}) {
      t->name = (t == &iteratorTypes[i] ? kIteratorNames : kReverseNames)[i];
      t->instanceSize = sizeof(DictIterator);
      t->dealloc = iteratorDealloc;
      t->traverse = iteratorTraverse;
      t->iter = selfIter;
      t->next = iteratorNext;
      t->methods = kIteratorMethods;
      if (readyType(t) < 0)
        return -1;
    }
    Type *t = &viewTypes[i];
    t->name = kViewNames[i];
    t->instanceSize = sizeof(DictView);
    t->dealloc = viewDealloc;
    t->traverse = viewTraverse;
    t->repr = viewRepr;
    t->truth = viewTruth;
    t->length = viewLength;
    t->iter = viewIter;
    t->contains = i == 0 ? keysContain : i == 1 ? valuesContain : itemsContain;
    t->methods = i == 1 ? kValuesMethods : kSetLikeMethods;
    t->getsets = kViewGetSets;
    if (i != 1) {
      t->compare = viewCompare;
      t->hash = hashNotImplemented;
      JN_SLOT(*t, binary, BinaryOp::Or) = viewBinary<setUpdate>;
      JN_SLOT(*t, binary, BinaryOp::Sub) = viewBinary<setSubtract>;
      JN_SLOT(*t, binary, BinaryOp::Xor) = viewBinary<setToggle>;
      JN_SLOT(*t, binary, BinaryOp::And) = viewAnd;
    }
    Type *ordered = &orderedViewTypes[i];
    ordered->name = kOrderedNames[i];
    ordered->base = t;
    ordered->instanceSize = sizeof(DictView);
    if (readyType(t) < 0 || readyType(ordered) < 0)
      return -1;
  }
  return 0;
}

}  // namespace janus
