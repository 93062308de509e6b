// The type list: storage, slots, and the functions generated code calls.
#include "value/bytes/CopyBytes.h"
#include "value/container/Sequence.h"
#include "value/object/Heap.h"

#include <cstdlib>
#include <cstring>

namespace janus {
namespace {
void listTraverse(Object *o, VisitFn visit, void *context);
}
}  // namespace janus

// Some are made before their type is ready, and where an object begins hangs on its traversal.
jn_type jn_type_list = {.name = "list", .traverse = janus::listTraverse};

namespace janus {

namespace {

// Items to be filled by the caller before anyone else sees the list.
jn_list *newUnfilledList(int64_t size) {
  auto *l = reinterpret_cast<jn_list *>(
      allocateNative<Traversal::Collected>(&jn_type_list, sizeof(jn_list)));
  if (size > 0) {
    l->items = static_cast<Value *>(takeItems(size * sizeof(Value)));
    l->size = l->capacity = size;
  }
  return l;
}

}  // namespace

jn_list *newList(int64_t size) {
  jn_list *l = newUnfilledList(size);
  for (int64_t i = 0; i < size; ++i)
    l->items[i] = jn_none();
  return l;
}

Value listOf(const Value *items, int64_t size) {
  jn_list *l = newUnfilledList(size);
  for (int64_t i = 0; i < size; ++i)
    l->items[i] = jn_own(items[i]);
  return jn_obj(l);
}

bool growList(jn_list *l, int64_t needed) {
  // Half as much again from a small start: appends cost a constant amount on average.
  int64_t capacity = needed > l->capacity + 1 ? needed : l->capacity + (l->capacity >> 1) + 4;
  if (needed > (INT64_MAX >> 5)) {
    raise(jn_exc_MemoryError, "");
    return false;
  }
  auto *items = static_cast<Value *>(growItems(l->items, capacity * sizeof(Value)));
  if (!items) {
    raise(jn_exc_MemoryError, "");
    return false;
  }
  l->items = items;
  l->capacity = capacity;
  return true;
}

int listInsert(jn_list *l, int64_t index, Value item) {
  if (l->size == l->capacity && !growList(l, l->size + 1))
    return -1;
  if (index < 0)
    index = index + l->size < 0 ? 0 : index + l->size;
  if (index > l->size)
    index = l->size;
  moveBytes(l->items + index + 1, l->items + index, (l->size - index) * sizeof(Value));
  l->items[index] = jn_own(item);
  ++l->size;
  listTouched(l);
  return 0;
}

int listExtend(jn_list *l, Value iterable) {
  if (isListOrTuple(iterable)) {
    int64_t count;
    const Value *items = itemsOf(iterable, &count);
    if (count == 0)
      return 0;
    if (l->size + count > l->capacity && !growList(l, l->size + count))
      return -1;
    items = itemsOf(iterable, &count);  // `l` itself may have moved
    int64_t at = l->size;
    for (int64_t i = 0; i < count; ++i)
      l->items[at + i] = jn_own(items[i]);
    l->size = at + count;
    listTouched(l);
    return 0;
  }
  // A range of more items than there can be says so.
  if (isExact(iterable, &jn_type_range) && jn_type_range.length(iterable.o) < 0)
    return -1;
  bool good = forEach(iterable, [&](Value item) { return listAppendOwned(l, jn_own(item)) == 0; });
  return good ? 0 : -1;
}

Value listFrom(Value iterable) {
  Ref list(jn_obj(newList(0)));
  if (listExtend(list.as<jn_list>(), iterable) < 0)
    return jn_error();
  return list.release();
}

Value listSlice(jn_list *l, const SliceRange &range) {
  jn_list *result = newUnfilledList(range.count);
  if (range.step == 1) {
    for (int64_t i = 0; i < range.count; ++i)
      result->items[i] = jn_own(l->items[range.start + i]);
    return jn_obj(result);
  }
  for (int64_t i = 0, at = range.start; i < range.count; ++i, at += range.step)
    result->items[i] = jn_own(l->items[at]);
  return jn_obj(result);
}

namespace {

jn_list *listObject(Object *o) {
  return reinterpret_cast<jn_list *>(o);
}
bool isList(Value v) {
  return isInstance(v, &jn_type_list);
}

// Empties the list before dropping the items: their finalizers may look at it.
void listClear(Object *o) {
  jn_list *l = listObject(o);
  Value *items = l->items;
  int64_t size = l->size, capacity = l->capacity;
  l->items = nullptr;
  l->size = l->capacity = 0;
  while (size > 0)
    jn_decref(items[--size]);
  giveItems(items, capacity * sizeof(Value));
}
void listDealloc(Object *o) {
  if (listObject(o)->items)
    listClear(o);
  freeNative<Traversal::Collected>(o, &jn_type_list, sizeof(jn_list));
}
void listTraverse(Object *o, VisitFn visit, void *context) {
  jn_list *l = listObject(o);
  for (int64_t i = 0; i < l->size; ++i)
    if (l->items[i].tag == JN_OBJECT)
      visit(l->items[i].o, context);
}

Value listRepr(Object *o) {
  return reprItems(jn_obj(o), "[", "]");
}
int64_t listLength(Object *o) {
  return listObject(o)->size;
}
int listTruth(Object *o) {
  return listObject(o)->size != 0;
}
int listContains(Object *o, Value item) {
  int64_t i = findItem(jn_obj(o), item, 0, INT64_MAX);
  return i == -2 ? -1 : i >= 0;
}
Value listCompare(Value a, Value b, CompareOp op) {
  return isList(a) && isList(b) ? compareSequences(a, b, op) : jn_notimplemented();
}

Value listConcat(Value a, Value b) {
  if (!isList(a) || !isList(b))
    return jn_notimplemented();
  jn_list *x = as<jn_list>(a), *y = as<jn_list>(b);
  jn_list *result = newUnfilledList(x->size + y->size);
  for (int64_t i = 0; i < x->size; ++i)
    result->items[i] = jn_own(x->items[i]);
  for (int64_t i = 0; i < y->size; ++i)
    result->items[x->size + i] = jn_own(y->items[i]);
  return jn_obj(result);
}

bool isCount(Value v) {
  return isInt(v) || (v.tag == JN_OBJECT && JN_SLOT(*v.o->type, unary, UnaryOp::Index));
}

Value listRepeat(Value a, Value b) {
  if (!isList(a))
    std::swap(a, b);
  int64_t times;
  if (!isList(a) || !isCount(b))
    return jn_notimplemented();
  if (!toIndexOr(b, jn_exc_OverflowError, &times))
    return jn_error();
  jn_list *l = as<jn_list>(a);
  int64_t size;
  if (!hasRoomRepeated(l->size, times, sizeof(Value), &size))
    return jn_error();
  jn_list *result = newUnfilledList(size);
  for (int64_t at = 0; at < size; at += l->size)
    for (int64_t i = 0; i < l->size; ++i)
      result->items[at + i] = jn_own(l->items[i]);
  return jn_obj(result);
}

Value listExtendInplace(Value a, Value b) {
  return listExtend(as<jn_list>(a), b) < 0 ? jn_error() : jn_own(a);
}

Value listRepeatInplace(Value a, Value b) {
  int64_t times;
  if (!isCount(b))
    return jn_notimplemented();
  if (!toIndexOr(b, jn_exc_OverflowError, &times))
    return jn_error();
  jn_list *l = as<jn_list>(a);
  if (times <= 0) {
    listClear(&l->head);
  } else {
    int64_t size = l->size, needed;
    if (!hasRoomRepeated(size, times, sizeof(Value), &needed) ||
        (needed > l->capacity && !growList(l, needed)))
      return jn_error();
    for (int64_t i = size; i < needed; ++i)
      l->items[i] = jn_own(l->items[i - size]);
    l->size = needed;
  }
  listTouched(l);
  return jn_own(a);
}

// ---- items

bool listIndex(jn_list *l, Value key, const char *text, int64_t *out) {
  if (!toIndexOr(key, jn_exc_IndexError, out))
    return false;
  if (*out < 0)
    *out += l->size;
  if (*out >= 0 && *out < l->size)
    return true;
  raise(jn_exc_IndexError, "%s", text);
  return false;
}

Value listGetitem(Value self, Value key) {
  jn_list *l = as<jn_list>(self);
  if (isSlice(key)) {
    SliceRange range;
    return resolveSlice(key, l->size, &range) ? listSlice(l, range) : jn_error();
  }
  if (!isCount(key))
    return raise(jn_exc_TypeError, "list indices must be integers or slices, not %T", &key);
  int64_t index;
  if (!listIndex(l, key, "list index out of range", &index))
    return jn_error();
  return jn_own(l->items[index]);
}

// Replaces items [start, stop) by `count` borrowed ones.
int replaceRange(jn_list *l, int64_t start, int64_t stop, const Value *items, int64_t count) {
  constexpr int64_t kFew = 16;
  int64_t removed = stop - start, size = l->size - removed + count;
  Value few[kFew], *many = nullptr;
  if (removed > kFew)
    many = static_cast<Value *>(allocateItems(removed * sizeof(Value)));
  Value *old = many ? many : few;
  copyBytes(old, l->items + start, removed * sizeof(Value));
  if (size > l->capacity && !growList(l, size)) {
    if (many)
      freeItems(many);
    return -1;
  }
  moveBytes(l->items + start + count, l->items + stop, (l->size - stop) * sizeof(Value));
  for (int64_t i = 0; i < count; ++i)
    l->items[start + i] = jn_own(items[i]);
  l->size = size;
  while (removed > 0)
    jn_decref(old[--removed]);
  if (many)
    freeItems(many);
  listTouched(l);
  return 0;
}

}  // namespace

int listReplace(jn_list *l, int64_t start, int64_t stop, Value by) {
  int64_t count;
  const Value *items = itemsOf(by, &count);
  return replaceRange(l, start, stop, items, count);
}

namespace {

int deleteStepped(jn_list *l, SliceRange range) {
  if (range.count == 0)
    return 0;
  if (range.step < 0) {
    range.start += (range.count - 1) * range.step;
    range.step = -range.step;
  }
  Value *removed = static_cast<Value *>(allocateItems(range.count * sizeof(Value)));
  int64_t at = range.start, taken = 0;
  for (int64_t i = range.start; i < l->size; ++i) {
    if (taken < range.count && i == range.start + taken * range.step)
      removed[taken++] = l->items[i];
    else
      l->items[at++] = l->items[i];
  }
  l->size = at;
  for (int64_t i = 0; i < range.count; ++i)
    jn_decref(removed[i]);
  freeItems(removed);
  listTouched(l);
  return 0;
}

int assignSlice(jn_list *l, Value key, Value v) {
  SliceRange range;
  if (v.tag == JN_UNBOUND) {
    if (!resolveSlice(key, l->size, &range))
      return -1;
    if (range.step == 1)
      return replaceRange(l, range.start, range.start + range.count, nullptr, 0);
    return deleteStepped(l, range);
  }
  bool simple = as<SliceObject>(key)->step.tag == JN_NONE;
  // The list assigned to itself is copied first.
  Ref source(isExact(v, &jn_type_list) && v.o == &l->head
                 ? listFrom(v)
                 : fastSequence(v, simple ? "can only assign an iterable"
                                          : "must assign iterable to extended slice"));
  if (source.failed() || !resolveSlice(key, l->size, &range))
    return -1;
  int64_t count;
  const Value *items = itemsOf(source.get(), &count);
  if (range.step == 1)
    return replaceRange(l, range.start, range.start + range.count, items, count);
  if (count != range.count) {
    raise(jn_exc_ValueError, "attempt to assign sequence of size %ld to extended slice of size %ld",
          static_cast<long>(count), static_cast<long>(range.count));
    return -1;
  }
  for (int64_t i = 0, at = range.start; i < count; ++i, at += range.step)
    jn_assign(&l->items[at], jn_own(items[i]));
  listTouched(l);
  return 0;
}

int listSetitem(Value self, Value key, Value v) {
  jn_list *l = as<jn_list>(self);
  if (isSlice(key))
    return assignSlice(l, key, v);
  if (!isCount(key)) {
    raise(jn_exc_TypeError, "list indices must be integers or slices, not %T", &key);
    return -1;
  }
  int64_t index;
  if (!listIndex(l, key, "list assignment index out of range", &index))
    return -1;
  if (v.tag == JN_UNBOUND)
    return replaceRange(l, index, index + 1, nullptr, 0);
  jn_assign(&l->items[index], jn_own(v));
  listTouched(l);
  return 0;
}

Value listIter(Object *o) {
  auto *it = reinterpret_cast<jn_list_iterator *>(
      allocateNative<Traversal::Collected>(&jn_type_list_iterator, sizeof(jn_list_iterator)));
  it->list = as<jn_list>(jn_own(jn_obj(o)));
  return jn_obj(it);
}

Value listConstruct(Type *cls, const Value *, size_t, Value) {
  return jn_obj(allocate(cls, cls->instanceSize));
}
int listInit(Value self, const Value *args, size_t count, Value kwnames) {
  if (self.o->type->construct == jn_type_list.construct && !refuseKeywords("list", kwnames))
    return -1;
  if (!checkCount("list", count - keywordCount(kwnames), 0, 1))
    return -1;
  listClear(self.o);
  return count - keywordCount(kwnames) == 1 ? listExtend(as<jn_list>(self), args[0]) : 0;
}

}  // namespace

int initListType() {
  Type &t = jn_type_list;
  t.instanceSize = sizeof(jn_list);
  t.typeFlags = kTypeBaseable | kTypeSequencePattern;
  t.dealloc = listDealloc;
  t.clear = listClear;
  t.repr = listRepr;
  t.hash = hashNotImplemented;
  t.truth = listTruth;
  t.compare = listCompare;
  t.iter = listIter;
  t.length = listLength;
  t.getitem = listGetitem;
  t.setitem = listSetitem;
  t.contains = listContains;
  t.construct = listConstruct;
  t.init = listInit;
  t.methods = kListMethods;
  t.classMethods = kGenericAliasMethods;
  JN_SLOT(t, binary, BinaryOp::Add) = listConcat;
  JN_SLOT(t, binary, BinaryOp::Mul) = listRepeat;
  JN_SLOT(t, inplace, BinaryOp::Add) = listExtendInplace;
  JN_SLOT(t, inplace, BinaryOp::Mul) = listRepeatInplace;
  return addBuiltinType(&t);
}

}  // namespace janus

jn_value jn_make_list(const jn_value *items, size_t count) {
  return janus::listOf(items, static_cast<int64_t>(count));
}

int jn_list_append(jn_value list, jn_value item) {
  return janus::listAppendOwned(janus::as<jn_list>(list), jn_own(item));
}

int jn_list_extend(jn_value list, jn_value iterable) {
  using namespace janus;
  if (iterable.tag != JN_OBJECT || (!iterable.o->type->iter && !iterable.o->type->getitem)) {
    raise(jn_exc_TypeError, "Value after * must be an iterable, not %T", &iterable);
    return -1;
  }
  return janus::listExtend(janus::as<jn_list>(list), iterable);
}

jn_value jn_list_to_tuple(jn_value list) {
  jn_list *l = janus::as<jn_list>(list);
  return jn_make_tuple(l->items, static_cast<size_t>(l->size));
}
