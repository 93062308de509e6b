// The layout that the iterators of itertools and functools share: some values, some numbers.
#pragma once

#include "value/container/Sequence.h"

namespace janus {

struct LazyIterator {
  Object head;
  Value values[5];
  int64_t numbers[4];
  int64_t *indices;  // malloc'd, or null
};
inline LazyIterator *lazy(Object *o) {
  return reinterpret_cast<LazyIterator *>(o);
}
LazyIterator *newLazy(Type *cls);  // values JN_UNBOUND
// An iterator type of that layout, ready to be added to a module.
struct LazyTypeRow {
  Type *type;
  const char *name;  // "itertools.chain"
  Value (*construct)(Type *cls, const Value *args, size_t count, Value kwnames);
  Value (*next)(Object *o);
  const MethodDef *methods = nullptr;
  const MethodDef *classMethods = nullptr;
  Value (*repr)(Object *o) = nullptr;
};
int addLazyType(jn_module *m, const LazyTypeRow &row);

}  // namespace janus
