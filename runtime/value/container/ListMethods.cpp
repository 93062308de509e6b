// Methods of list.
#include "value/bytes/CopyBytes.h"
#include "value/container/Sequence.h"

#include <cstring>

namespace janus {
namespace {

jn_list *self(const Value *args) {
  return as<jn_list>(args[0]);
}

Value append(const Value *args, size_t, Value) {
  return listAppendOwned(self(args), jn_own(args[1])) < 0 ? jn_error() : jn_none();
}
Value extend(const Value *args, size_t, Value) {
  return listExtend(self(args), args[1]) < 0 ? jn_error() : jn_none();
}
Value insert(const Value *args, size_t, Value) {
  int64_t index;
  if (!toIndexOr(args[1], jn_exc_OverflowError, &index))
    return jn_error();
  return listInsert(self(args), index, args[2]) < 0 ? jn_error() : jn_none();
}

// Takes item `index` out; the caller owns it.
Value take(jn_list *l, int64_t index) {
  Value item = l->items[index];
  moveBytes(l->items + index, l->items + index + 1, (l->size - index - 1) * sizeof(Value));
  --l->size;
  listTouched(l);
  return item;
}

Value pop(const Value *args, size_t count, Value) {
  jn_list *l = self(args);
  int64_t index = -1;
  if (count > 1 && !toIndexOr(args[1], jn_exc_IndexError, &index))
    return jn_error();
  if (l->size == 0)
    return raise(jn_exc_IndexError, "pop from empty list");
  if (index < 0)
    index += l->size;
  if (index < 0 || index >= l->size)
    return raise(jn_exc_IndexError, "pop index out of range");
  return take(l, index);
}

Value removeItem(const Value *args, size_t, Value) {
  int64_t index = findItem(args[0], args[1], 0, INT64_MAX);
  if (index == -1)
    return raise(jn_exc_ValueError, "list.remove(x): x not in list");
  if (index < 0)
    return jn_error();
  if (index < self(args)->size)
    jn_decref(take(self(args), index));
  return jn_none();
}

Value clear(const Value *args, size_t, Value) {
  jn_type_list.clear(args[0].o);
  listTouched(self(args));
  return jn_none();
}
Value copy(const Value *args, size_t, Value) {
  jn_list *l = self(args);
  return jn_make_list(l->items, l->size);
}

Value index(const Value *args, size_t count, Value) {
  int64_t size = self(args)->size, start = 0, stop = INT64_MAX;
  if ((count > 2 && !toIndexClamped(args[2], &start)) ||
      (count > 3 && !toIndexClamped(args[3], &stop)))
    return jn_error();
  if (start < 0)
    start = start + size < 0 ? 0 : start + size;
  if (stop < 0)
    stop = stop + size < 0 ? 0 : stop + size;
  int64_t found = findItem(args[0], args[1], start, stop);
  if (found == -1)
    return raise(jn_exc_ValueError, "%R is not in list", &args[1]);
  return found < 0 ? jn_error() : jn_int(found);
}

Value countItems(const Value *args, size_t, Value) {
  int64_t total = 0;
  for (int64_t at = 0;; ++at) {
    at = findItem(args[0], args[1], at, INT64_MAX);
    if (at == -2)
      return jn_error();
    if (at == -1)
      return jn_int(total);
    ++total;
  }
}

Value reverse(const Value *args, size_t, Value) {
  jn_list *l = self(args);
  for (int64_t i = 0, j = l->size - 1; i < j; ++i, --j)
    std::swap(l->items[i], l->items[j]);
  listTouched(l);
  return jn_none();
}

Value sort(const Value *args, size_t count, Value kwnames) {
  if (count - keywordCount(kwnames) > 1)
    return raise(jn_exc_TypeError, "sort() takes no positional arguments");
  Value out[2];
  if (!parseArgs("sort", {"key", "reverse"}, 0, 0, args + 1, count - 1, kwnames, out))
    return jn_error();
  int64_t reverse = 0;
  if (given(out[1]) && out[1].tag != JN_BOOL && !toInt64(out[1], &reverse))
    return jn_error();
  if (out[1].tag == JN_BOOL)
    reverse = out[1].i;
  return listSort(args[0], given(out[0]) ? out[0] : jn_none(), reverse != 0) < 0 ? jn_error()
                                                                                 : jn_none();
}

Value reversed(const Value *args, size_t, Value) {
  return makeReversedList(args[0]);
}

}  // namespace

const MethodDef kListMethods[] = {{"append", append, 2, 2},
                                  {"extend", extend, 2, 2},
                                  {"insert", insert, 3, 3},
                                  {"pop", pop, 1, 2},
                                  {"remove", removeItem, 2, 2},
                                  {"clear", clear, 1, 1},
                                  {"copy", copy, 1, 1},
                                  {"index", index, 2, 4},
                                  {"count", countItems, 2, 2},
                                  {"reverse", reverse, 1, 1},
                                  {"sort", sort, 1, -1, true},
                                  {"__reversed__", reversed, 1, 1},
                                  {}};

}  // namespace janus
