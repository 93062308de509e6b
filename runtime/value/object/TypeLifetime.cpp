// How classes made by class statements end. Instances, subclasses, descriptors, bound super objects
// and what the program keeps hold them; a class holds itself by its mro, so that it is always the
// collector that ends it:
//
//   finalisers of what ends with it; then retireClass, so that nobody finds it any more;
//   typeClear, which takes from it what it holds; typeDealloc with the last reference.
//
// Native types are never counted down to nothing.
#include "value/object/Types.h"

#include <utility>

namespace janus {

void retireClass(Type *type) {
  if (!(type->typeFlags & kTypeReady))
    return;
  type->typeFlags &= ~uint32_t{kTypeReady};
  type->version = 0;
  if (type->head.flags & JN_FLAG_WATCHED)
    jn_watch_hit(&type->head);
  for (int64_t i = 0; i < type->bases->size; ++i)
    removeSubclass(as<Type>(type->bases->items[i]), type);
}

void typeTraverse(Object *o, VisitFn visit, void *context) {
  auto *type = reinterpret_cast<Type *>(o);
  visit(reinterpret_cast<Object *>(type->dict), context);
  visit(reinterpret_cast<Object *>(type->mro), context);
  visit(reinterpret_cast<Object *>(type->bases), context);
  for (Value v : {type->nameValue, type->qualname, type->module})
    if (v.tag == JN_OBJECT)
      visit(v.o, context);
}

namespace {

// An mro without the class itself: its base stands in its place, too.
jn_tuple *mroOfCleared(const Type *type) {
  jn_tuple *rest = type->base->mro, *mro = newTuple(rest->size + 1);
  mro->items[0] = jn_own(jn_obj(type->base));
  for (int64_t i = 0; i < rest->size; ++i)
    mro->items[i + 1] = jn_own(rest->items[i]);
  return mro;
}

}  // namespace

// What is left has no attributes and is what its base is: instances that end after their class ask
// it for their layout.
void typeClear(Object *o) {
  auto *type = reinterpret_cast<Type *>(o);
  retireClass(type);
  jn_dict *dict = std::exchange(type->dict, newDict());
  jn_tuple *mro = std::exchange(type->mro, mroOfCleared(type));
  for (void *held : {static_cast<void *>(dict), static_cast<void *>(mro)})
    if (held)
      jn_decref(jn_obj(held));
}

void typeDealloc(Object *o) {
  auto *type = reinterpret_cast<Type *>(o);
  retireClass(type);
  dropSubclasses(type);
  for (void *held : {static_cast<void *>(type->dict), static_cast<void *>(type->mro),
                     static_cast<void *>(type->bases)})
    if (held)
      jn_decref(jn_obj(held));
  for (Value v : {type->nameValue, type->qualname, type->module})
    jn_decref(v);
  freeObject(o);
}

}  // namespace janus
