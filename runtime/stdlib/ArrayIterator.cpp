// Iterators of arrays.
#include "stdlib/Array.h"
#include "value/container/IteratorState.h"
#include "value/container/Sequence.h"

namespace janus {
namespace {

Type iteratorType;
struct ArrayIterator {
  Object head;
  Value array;
  int64_t index;
};
}  // namespace

Value iterateArray(Object *o) {
  auto *it = allocate<ArrayIterator>(&iteratorType);
  it->array = jn_own(jn_obj(o));
  return jn_obj(it);
}
namespace {

void iteratorDealloc(Object *o) {
  jn_decref(reinterpret_cast<ArrayIterator *>(o)->array);
  freeObject(o);
}
Value iteratorNext(Object *o) {
  auto *it = reinterpret_cast<ArrayIterator *>(o);
  if (!given(it->array))
    return jn_done();
  auto *a = as<ArrayObject>(it->array);
  if (it->index < a->size)
    return a->kind->load(a->data + it->index++ * a->kind->size);
  jn_assign(&it->array, jn_unbound());
  return jn_done();
}
Value iteratorReduce(const Value *args, size_t, Value) {
  auto *it = as<ArrayIterator>(args[0]);
  Ref empty(makeTuple({}));
  return reduceIterator("iter", it->array, it->index, empty.get());
}
Value iteratorSetState(const Value *args, size_t, Value) {
  auto *it = as<ArrayIterator>(args[0]);
  int64_t size = given(it->array) ? as<ArrayObject>(it->array)->size : 0, index;
  if (!stateOfIterator(args[1], 0, size, &index))
    return jn_error();
  it->index = index;
  return jn_none();
}
const MethodDef kIteratorMethods[] = {
    {"__reduce__", iteratorReduce, 1, 1}, {"__setstate__", iteratorSetState, 2, 2}, {}};

}  // namespace

int initArrayIterator() {
  iteratorType.name = "array.arrayiterator";
  iteratorType.instanceSize = sizeof(ArrayIterator);
  iteratorType.dealloc = iteratorDealloc;
  iteratorType.iter = selfIter;
  iteratorType.next = iteratorNext;
  iteratorType.methods = kIteratorMethods;
  return readyType(&iteratorType);
}

}  // namespace janus
