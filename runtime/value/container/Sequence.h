// Lists, tuples, slices and ranges: layouts and what their files share.
#pragma once

#include "value/object/DataTypes.h"

namespace janus {

struct SliceObject {
  Object head;
  Value start, stop, step;
};
struct RangeObject {
  Object head;
  Value start, stop, step, length;  // ints of any size
};

// A slice applied to a length: the first index, the step, and how many items there are.
struct SliceRange {
  int64_t start, stop, step, count;
};
bool resolveSlice(Value slice, int64_t length, SliceRange *out);
inline bool isSlice(Value v) {
  return isExact(v, &jn_type_slice);
}

// ---- lists. Every store below tells watchers.
inline void listTouched(jn_list *l) {
  if (JN_UNLIKELY(l->head.flags & JN_FLAG_WATCHED))
    jn_watch_hit(&l->head);
}
bool growList(jn_list *l, int64_t capacity);
inline int listAppendOwned(jn_list *l, Value owned) {
  if (JN_UNLIKELY(l->size == l->capacity) && !growList(l, l->size + 1))
    return -1;
  l->items[l->size++] = owned;
  listTouched(l);
  return 0;
}
int listInsert(jn_list *l, int64_t index, Value item);
int listExtend(jn_list *l, Value iterable);
Value listOf(const Value *items, int64_t size);  // borrows the items
Value listFrom(Value iterable);                  // list(iterable)
Value listSlice(jn_list *l, const SliceRange &range);
// Items [start, stop) give way to those of another list.
int listReplace(jn_list *l, int64_t start, int64_t stop, Value by);
int listSort(Value list, Value key, bool reverse);
inline bool isListOrTuple(Value v) {
  return isExact(v, &jn_type_list) || isExact(v, &jn_type_tuple);
}
extern const MethodDef kListMethods[];

// ---- tuples
Value tupleFrom(Value iterable);                  // tuple(iterable), an exact tuple as it is
Value tupleOf(const Value *items, int64_t size);  // borrows the items
Value tupleSlice(jn_tuple *t, int64_t start, int64_t end);

// The items of an exact or derived list or tuple, valid until it changes: never null, even of an
// empty list, which has no array. Null, and a size of 0, for anything else.
inline const Value *itemsOf(Value v, int64_t *size) {
  static constexpr Value kNothing = {};
  *size = 0;
  if (v.tag != JN_OBJECT)
    return nullptr;
  if (v.o->type == &jn_type_tuple) {
    *size = as<jn_tuple>(v)->size;
    return as<jn_tuple>(v)->items;
  }
  if (isSubtype(v.o->type, &jn_type_list)) {
    *size = as<jn_list>(v)->size;
    return *size ? as<jn_list>(v)->items : &kNothing;
  }
  if (!isSubtype(v.o->type, &jn_type_tuple))
    return nullptr;
  *size = as<jn_tuple>(v)->size;
  return as<jn_tuple>(v)->items;
}
// An iterable as a list or tuple (owned): itself when it is one. `text` replaces the TypeError of
// something that cannot be iterated.
Value fastSequence(Value iterable, const char *text = nullptr);

// Lexicographic comparison of sequences of the same kind.
Value compareSequences(Value a, Value b, CompareOp op);
// "[a, b]" for lists and tuples.
Value reprItems(Value sequence, const char *open, const char *close);
// Index of the item from `start` below `stop` that equals `wanted`: -1 absent, -2 error.
int64_t findItem(Value sequence, Value wanted, int64_t start, int64_t stop);

// A tuple that an iterator hands out again when nobody has kept the last one, nor looks at it
// without a reference, as bindings do: to them the items of a tuple never change.
class ReusedTuple {
public:
  // Takes the items over.
  Value pair(Value first, Value second) {
    if (tuple_ && tuple_->head.refs == 1 && !(tuple_->head.flags & JN_FLAG_WATCHED)) {
      ++tuple_->head.refs;
      Value old[2] = {tuple_->items[0], tuple_->items[1]};
      tuple_->items[0] = first;
      tuple_->items[1] = second;
      jn_decref(old[0]);
      jn_decref(old[1]);
      return jn_obj(tuple_);
    }
    drop();
    tuple_ = newTuple(2);
    tuple_->items[0] = first;
    tuple_->items[1] = second;
    return jn_own(jn_obj(tuple_));
  }
  void drop() {
    if (tuple_)
      jn_decref(jn_obj(tuple_));
    tuple_ = nullptr;
  }
  void visit(VisitFn visit, void *context) const {
    if (tuple_)
      visit(&tuple_->head, context);
  }

private:
  jn_tuple *tuple_;
};

// ---- ranges
Value makeRange(Value start, Value stop, Value step);  // ints; step is not zero
Value makeReversedList(Value list);

// ---- iterators over what has indices
Value makeTupleIterator(Object *tuple);

}  // namespace janus
