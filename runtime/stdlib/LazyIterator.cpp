#include "stdlib/LazyIterator.h"

#include <cstdlib>
#include <cstring>

namespace janus {
namespace {

void dealloc(Object *o) {
  for (Value v : lazy(o)->values)
    jn_decref(v);
  free(lazy(o)->indices);
  freeObject(o);
}
void traverse(Object *o, VisitFn visit, void *context) {
  for (Value v : lazy(o)->values)
    if (v.tag == JN_OBJECT)
      visit(v.o, context);
}
void clear(Object *o) {
  for (Value &v : lazy(o)->values)
    jn_assign(&v, jn_none());
}

}  // namespace

LazyIterator *newLazy(Type *cls) {
  auto *it = reinterpret_cast<LazyIterator *>(allocate(cls, sizeof(LazyIterator)));
  for (Value &v : it->values)
    v = jn_unbound();
  return it;
}

int addLazyType(jn_module *m, const LazyTypeRow &row) {
  Type &t = *row.type;
  t.name = row.name;
  t.instanceSize = sizeof(LazyIterator);
  t.typeFlags = kTypeBaseable;
  t.dealloc = dealloc;
  t.traverse = traverse;
  t.clear = clear;
  t.repr = row.repr;
  t.iter = selfIter;
  t.next = row.next;
  t.construct = row.construct;
  t.methods = row.methods;
  t.classMethods = row.classMethods;
  return readyType(&t) < 0 || (m && addToModule(m, strrchr(row.name, '.') + 1, jn_obj(&t)) < 0) ? -1
                                                                                                : 0;
}

}  // namespace janus
