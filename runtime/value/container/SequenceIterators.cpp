// Iterators of lists and tuples, forward and backward, and `reversed` of anything with indices.
#include "value/container/IteratorState.h"
#include "value/container/Sequence.h"
#include "value/object/Heap.h"

jn_type jn_type_list_iterator;

namespace janus {
namespace {

Type tupleIteratorType, reversedListType, reversedType;

struct TupleIterator {
  Object head;
  jn_tuple *tuple;  // null once exhausted
  int64_t index;
};
struct ReversedIterator {  // of a list, or of anything with __len__ and __getitem__
  Object head;
  Value sequence;  // JN_UNBOUND once exhausted
  int64_t index;
};

// ---- list

void listIteratorDealloc(Object *o) {
  auto *it = reinterpret_cast<jn_list_iterator *>(o);
  if (it->list)
    jn_decref(jn_obj(it->list));
  freeNative<Traversal::Collected>(o, &jn_type_list_iterator, sizeof(jn_list_iterator));
}
void listIteratorTraverse(Object *o, VisitFn visit, void *context) {
  auto *it = reinterpret_cast<jn_list_iterator *>(o);
  if (it->list)
    visit(&it->list->head, context);
}
Value listIteratorNext(Object *o) {
  auto *it = reinterpret_cast<jn_list_iterator *>(o);
  if (!it->list)
    return jn_done();
  if (it->index < it->list->size)
    return jn_own(it->list->items[it->index++]);
  jn_list *l = it->list;
  it->list = nullptr;
  jn_decref(jn_obj(l));
  return jn_done();
}
Value listIteratorHint(const Value *args, size_t, Value) {
  auto *it = as<jn_list_iterator>(args[0]);
  return jn_int(it->list && it->list->size > it->index ? it->list->size - it->index : 0);
}

// ---- tuple

void tupleIteratorDealloc(Object *o) {
  auto *it = reinterpret_cast<TupleIterator *>(o);
  if (it->tuple)
    jn_decref(jn_obj(it->tuple));
  freeNative<Traversal::Collected>(o, &tupleIteratorType, sizeof(TupleIterator));
}
void tupleIteratorTraverse(Object *o, VisitFn visit, void *context) {
  auto *it = reinterpret_cast<TupleIterator *>(o);
  if (it->tuple)
    visit(&it->tuple->head, context);
}
Value tupleIteratorNext(Object *o) {
  auto *it = reinterpret_cast<TupleIterator *>(o);
  if (!it->tuple)
    return jn_done();
  if (it->index < it->tuple->size)
    return jn_own(it->tuple->items[it->index++]);
  jn_tuple *t = it->tuple;
  it->tuple = nullptr;
  jn_decref(jn_obj(t));
  return jn_done();
}
Value tupleIteratorHint(const Value *args, size_t, Value) {
  auto *it = as<TupleIterator>(args[0]);
  return jn_int(it->tuple ? it->tuple->size - it->index : 0);
}

// ---- backward

void reversedDealloc(Object *o) {
  jn_decref(reinterpret_cast<ReversedIterator *>(o)->sequence);
  freeObject(o);
}
void reversedTraverse(Object *o, VisitFn visit, void *context) {
  auto *it = reinterpret_cast<ReversedIterator *>(o);
  if (it->sequence.tag == JN_OBJECT)
    visit(it->sequence.o, context);
}
Value reversedListNext(Object *o) {
  auto *it = reinterpret_cast<ReversedIterator *>(o);
  if (!given(it->sequence))
    return jn_done();
  jn_list *l = as<jn_list>(it->sequence);
  if (it->index >= 0 && it->index < l->size)
    return jn_own(l->items[it->index--]);
  jn_assign(&it->sequence, jn_unbound());
  return jn_done();
}
Value reversedNext(Object *o) {
  auto *it = reinterpret_cast<ReversedIterator *>(o);
  if (!given(it->sequence))
    return jn_done();
  if (it->index >= 0) {
    Value item = jn_getitem(it->sequence, jn_int(it->index--));
    if (item.tag != JN_ERROR ||
        (!errorMatches(jn_exc_IndexError) && !errorMatches(jn_exc_StopIteration)))
      return item;
    clearError();
  }
  jn_assign(&it->sequence, jn_unbound());
  return jn_done();
}
Value reversedHint(const Value *args, size_t, Value) {
  auto *it = as<ReversedIterator>(args[0]);
  return jn_int(given(it->sequence) ? it->index + 1 : 0);
}

Value reversedConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (!refuseKeywords("reversed", kwnames) || !checkCount("reversed", count, 1, 1))
    return jn_error();
  Value sequence = args[0];
  Value method = lookupInType(typeOf(sequence), JN_NAME("__reversed__"));
  if (given(method) && method.tag != JN_NONE)
    return callSpecial(sequence, JN_NAME("__reversed__"), {});
  Type *type = typeOf(sequence);
  if (method.tag == JN_NONE || !type->getitem || isInstance(sequence, &jn_type_dict))
    return raise(jn_exc_TypeError, "'%T' object is not reversible", &sequence);
  int64_t size = length(sequence);
  if (size < 0)
    return jn_error();
  auto *it = reinterpret_cast<ReversedIterator *>(allocate(cls, sizeof(ReversedIterator)));
  it->sequence = jn_own(sequence);
  it->index = size - 1;
  return jn_obj(it);
}

// ---- copy and pickle

Value emptyList() {
  return jn_obj(newList(0));
}
Value listIteratorReduce(const Value *args, size_t, Value) {
  auto *it = as<jn_list_iterator>(args[0]);
  Ref empty(emptyList());
  return reduceIterator("iter", it->list ? jn_obj(it->list) : jn_unbound(), it->index, empty.get());
}
Value listIteratorSetState(const Value *args, size_t, Value) {
  auto *it = as<jn_list_iterator>(args[0]);
  int64_t index;
  if (!stateOfIterator(args[1], 0, it->list ? it->list->size : 0, &index))
    return jn_error();
  it->index = index;
  return jn_none();
}
Value tupleIteratorReduce(const Value *args, size_t, Value) {
  auto *it = as<TupleIterator>(args[0]);
  Ref empty(jn_obj(newTuple(0)));
  return reduceIterator("iter", it->tuple ? jn_obj(it->tuple) : jn_unbound(), it->index,
                        empty.get());
}
Value tupleIteratorSetState(const Value *args, size_t, Value) {
  auto *it = as<TupleIterator>(args[0]);
  int64_t index;
  if (!stateOfIterator(args[1], 0, it->tuple ? it->tuple->size : 0, &index))
    return jn_error();
  it->index = index;
  return jn_none();
}
Value reversedListReduce(const Value *args, size_t, Value) {
  auto *it = as<ReversedIterator>(args[0]);
  Ref empty(emptyList());
  return reduceIterator("reversed", it->sequence, it->index, empty.get());
}
Value reversedReduce(const Value *args, size_t, Value) {
  auto *it = as<ReversedIterator>(args[0]);
  Ref empty(jn_obj(newTuple(0)));
  if (!given(it->sequence))
    return reduceToCall(args[0], Ref(makeTuple({empty.get()})).get());
  Ref arguments(makeTuple({it->sequence}));
  return makeTuple({jn_obj(typeOf(args[0])), arguments.get(), jn_int(it->index)});
}
Value reversedSetState(const Value *args, size_t, Value) {
  auto *it = as<ReversedIterator>(args[0]);
  int64_t size = given(it->sequence) ? length(it->sequence) : 0, index;
  if (size < 0 || !stateOfIterator(args[1], -1, size - 1, &index))
    return jn_error();
  it->index = index;
  return jn_none();
}

const MethodDef kListMethodsOfIterator[] = {{"__length_hint__", listIteratorHint, 1, 1},
                                            {"__reduce__", listIteratorReduce, 1, 1},
                                            {"__setstate__", listIteratorSetState, 2, 2},
                                            {}};
const MethodDef kTupleMethodsOfIterator[] = {{"__length_hint__", tupleIteratorHint, 1, 1},
                                             {"__reduce__", tupleIteratorReduce, 1, 1},
                                             {"__setstate__", tupleIteratorSetState, 2, 2},
                                             {}};
const MethodDef kReversedListMethods[] = {{"__length_hint__", reversedHint, 1, 1},
                                          {"__reduce__", reversedListReduce, 1, 1},
                                          {"__setstate__", reversedSetState, 2, 2},
                                          {}};
const MethodDef kReversedMethods[] = {{"__length_hint__", reversedHint, 1, 1},
                                      {"__reduce__", reversedReduce, 1, 1},
                                      {"__setstate__", reversedSetState, 2, 2},
                                      {}};

}  // namespace

Value makeTupleIterator(Object *tuple) {
  auto *it = reinterpret_cast<TupleIterator *>(
      allocateNative<Traversal::Collected>(&tupleIteratorType, sizeof(TupleIterator)));
  it->tuple = as<jn_tuple>(jn_own(jn_obj(tuple)));
  return jn_obj(it);
}

Value makeReversedList(Value list) {
  auto *it = allocate<ReversedIterator>(&reversedListType);
  it->sequence = jn_own(list);
  it->index = as<jn_list>(list)->size - 1;
  return jn_obj(it);
}

int initSequenceIteratorTypes() {
  Type &l = jn_type_list_iterator;
  l.name = "list_iterator";
  l.instanceSize = sizeof(jn_list_iterator);
  l.dealloc = listIteratorDealloc;
  l.traverse = listIteratorTraverse;
  l.iter = selfIter;
  l.next = listIteratorNext;
  l.methods = kListMethodsOfIterator;

  Type &t = tupleIteratorType;
  t.name = "tuple_iterator";
  t.instanceSize = sizeof(TupleIterator);
  t.dealloc = tupleIteratorDealloc;
  t.traverse = tupleIteratorTraverse;
  t.iter = selfIter;
  t.next = tupleIteratorNext;
  t.methods = kTupleMethodsOfIterator;

  for (Type *r : {&reversedListType, &reversedType}) {
    r->instanceSize = sizeof(ReversedIterator);
    r->dealloc = reversedDealloc;
    r->traverse = reversedTraverse;
    r->iter = selfIter;
    r->methods = r == &reversedType ? kReversedMethods : kReversedListMethods;
  }
  reversedListType.name = "list_reverseiterator";
  reversedListType.next = reversedListNext;
  reversedType.name = "reversed";
  reversedType.next = reversedNext;
  reversedType.construct = reversedConstruct;
  reversedType.typeFlags = kTypeBaseable;
  return readyType(&l) < 0 || readyType(&t) < 0 || readyType(&reversedListType) < 0 ||
                 addBuiltinType(&reversedType) < 0
             ? -1
             : 0;
}

}  // namespace janus
