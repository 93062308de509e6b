#include "stdlib/Combinatorics.h"

#include <algorithm>
#include <cstdlib>

namespace janus {
namespace {

Type productType, permutationsType, combinationsType, replacementType;

// values[0]: the pool (for product a tuple of pools); numbers: row length, started, exhausted.
enum Number { kLength, kStarted, kExhausted };

Value row(const LazyIterator *it, Value pool) {
  int64_t n = it->numbers[kLength];
  jn_tuple *t = newTuple(n);
  for (int64_t i = 0; i < n; ++i)
    t->items[i] = jn_own(as<jn_tuple>(pool)->items[it->indices[i]]);
  return jn_obj(t);
}

int64_t *newIndices(int64_t count) {
  return static_cast<int64_t *>(calloc(count + 1, sizeof(int64_t)));
}

// ---- product

Value productNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  size_t keywords = keywordCount(kwnames);
  int64_t repeat = 1;
  for (size_t i = 0; i < keywords; ++i) {
    Value name = as<jn_tuple>(kwnames)->items[i];
    if (utf8Of(name) != "repeat")
      return raise(jn_exc_TypeError, "'%S' is an invalid keyword argument for product()", &name);
    if (!toInt64(args[count - keywords + i], &repeat))
      return jn_error();
    if (repeat < 0)
      return raise(jn_exc_ValueError, "repeat argument cannot be negative");
  }
  auto pools = static_cast<int64_t>(count - keywords);
  Ref all(jn_obj(newTuple(pools * repeat)));
  for (int64_t i = 0; i < pools; ++i) {
    Value pool = tupleFrom(args[i]);
    if (pool.tag == JN_ERROR)
      return pool;
    Ref held(pool);
    for (int64_t k = 0; k < repeat; ++k)
      all.as<jn_tuple>()->items[k * pools + i] = jn_own(pool);
  }
  LazyIterator *it = newLazy(cls);
  it->numbers[kLength] = pools * repeat;
  it->indices = newIndices(pools * repeat);
  it->values[0] = all.release();
  return jn_obj(it);
}
Value productNext(Object *o) {
  LazyIterator *it = lazy(o);
  int64_t n = it->numbers[kLength];
  jn_tuple *pools = as<jn_tuple>(it->values[0]);
  auto sizeOf = [&](int64_t i) { return as<jn_tuple>(pools->items[i])->size; };
  if (it->numbers[kExhausted])
    return jn_done();
  if (!it->numbers[kStarted]) {
    it->numbers[kStarted] = 1;
    for (int64_t i = 0; i < n; ++i)
      it->numbers[kExhausted] |= sizeOf(i) == 0;
  } else {
    int64_t i = n - 1;
    while (i >= 0 && ++it->indices[i] == sizeOf(i))
      it->indices[i--] = 0;
    it->numbers[kExhausted] = i < 0;
  }
  if (it->numbers[kExhausted])
    return jn_done();
  jn_tuple *t = newTuple(n);
  for (int64_t i = 0; i < n; ++i)
    t->items[i] = jn_own(as<jn_tuple>(pools->items[i])->items[it->indices[i]]);
  return jn_obj(t);
}

// ---- selections of r items from one pool

Value selectionNew(Type *cls, const char *name, bool optional, const Value *args, size_t count,
                   Value kwnames) {
  Value out[2];
  if (!parseArgs(name, {"iterable", "r"}, optional ? 1 : 2, 2, args, count, kwnames, out))
    return jn_error();
  Ref pool(tupleFrom(out[0]));
  if (pool.failed())
    return jn_error();
  int64_t n = pool.as<jn_tuple>()->size, r = n;
  if (given(out[1]) && !(optional && out[1].tag == JN_NONE)) {
    if (!isInt(out[1]) && optional)
      return raise(jn_exc_TypeError, "Expected int as r");
    if (!toInt64(out[1], &r))
      return jn_error();
  }
  if (r < 0)
    return raise(jn_exc_ValueError, "r must be non-negative");
  LazyIterator *it = newLazy(cls);
  it->values[0] = pool.release();
  it->numbers[kLength] = r;
  it->indices = newIndices(std::max(n, r) + r);
  bool repeats = cls == &replacementType || isSubtype(cls, &replacementType);
  for (int64_t i = 0; i < std::max(n, r) && !repeats; ++i)
    it->indices[i] = i;
  it->numbers[kExhausted] = repeats ? n == 0 && r > 0 : r > n;
  return jn_obj(it);
}
Value permutationsNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  Value made = selectionNew(cls, "permutations", true, args, count, kwnames);
  if (made.tag != JN_ERROR) {
    auto *it = as<LazyIterator>(made);
    int64_t n = as<jn_tuple>(it->values[0])->size, r = it->numbers[kLength];
    for (int64_t i = 0; i < r; ++i)
      it->indices[std::max(n, r) + i] = n - i;  // how often position i may still turn
  }
  return made;
}
Value combinationsNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  return selectionNew(cls, "combinations", false, args, count, kwnames);
}
Value replacementNew(Type *cls, const Value *args, size_t count, Value kwnames) {
  return selectionNew(cls, "combinations_with_replacement", false, args, count, kwnames);
}

// Runs `advance` from the second row on; it answers false at the end.
template <class F>
Value nextRow(LazyIterator *it, F advance) {
  if (!it->numbers[kExhausted]) {
    if (it->numbers[kStarted])
      it->numbers[kExhausted] = !advance();
    it->numbers[kStarted] = 1;
  }
  return it->numbers[kExhausted] ? jn_done() : row(it, it->values[0]);
}

Value permutationsNext(Object *o) {
  LazyIterator *it = lazy(o);
  int64_t n = as<jn_tuple>(it->values[0])->size, r = it->numbers[kLength];
  int64_t *indices = it->indices, *cycles = it->indices + std::max(n, r);
  return nextRow(it, [&] {
    for (int64_t i = r - 1; i >= 0; --i) {
      if (--cycles[i] > 0) {
        std::swap(indices[i], indices[n - cycles[i]]);
        return true;
      }
      std::rotate(indices + i, indices + i + 1, indices + n);
      cycles[i] = n - i;
    }
    return false;
  });
}
Value combinationsNext(Object *o) {
  LazyIterator *it = lazy(o);
  int64_t n = as<jn_tuple>(it->values[0])->size, r = it->numbers[kLength], *indices = it->indices;
  return nextRow(it, [&] {
    int64_t i = r - 1;
    while (i >= 0 && indices[i] == i + n - r)
      --i;
    if (i < 0)
      return false;
    ++indices[i];
    for (int64_t j = i + 1; j < r; ++j)
      indices[j] = indices[j - 1] + 1;
    return true;
  });
}
Value replacementNext(Object *o) {
  LazyIterator *it = lazy(o);
  int64_t n = as<jn_tuple>(it->values[0])->size, r = it->numbers[kLength], *indices = it->indices;
  return nextRow(it, [&] {
    int64_t i = r - 1;
    while (i >= 0 && indices[i] == n - 1)
      --i;
    if (i < 0)
      return false;
    std::fill(indices + i, indices + r, indices[i] + 1);
    return true;
  });
}

}  // namespace

int addCombinatorics(jn_module *m) {
  const LazyTypeRow kRows[] = {
      {&productType, "itertools.product", productNew, productNext},
      {&permutationsType, "itertools.permutations", permutationsNew, permutationsNext},
      {&combinationsType, "itertools.combinations", combinationsNew, combinationsNext},
      {&replacementType, "itertools.combinations_with_replacement", replacementNew,
       replacementNext}};
  for (const LazyTypeRow &row : kRows)
    if (addLazyType(m, row) < 0)
      return -1;
  return 0;
}

}  // namespace janus
