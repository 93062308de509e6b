// Lifetime of instances of class statements: their dict, their __slots__, and __del__.
//
// Instances of a class whose instances have attributes in their dicts have room behind them for as
// many as were seen: the dict's table lies there, until it grows or the dict is somebody else's,
// too.
#include "value/container/Dict.h"
#include "value/error/Raise.h"
#include "value/object/Heap.h"
#include "value/object/Types.h"

#include <algorithm>

namespace janus {

namespace {

template <class F>
void forSlots(Object *o, F f) {
  if (JN_LIKELY(!(o->type->solid->typeFlags & kTypeHeap)))
    return;  // no class has any
  for (const Type *t = o->type; t->typeFlags & kTypeHeap; t = t->base) {
    auto *slots = reinterpret_cast<Value *>(reinterpret_cast<char *>(o) + t->slotsOffset);
    for (uint32_t i = 0; i < t->slotCount; ++i)
      f(&slots[i]);
  }
}

// What others refer to a dict that is not linked for holds what is in it.
void traverseDict(jn_dict *d, VisitFn visit, void *context) {
  if (d->head.flags & JN_FLAG_TRAVERSED)
    visit(&d->head, context);
  else if (d->head.refs == 1)
    jn_type_dict.traverse(&d->head, visit, context);
}

void dropDict(Object *o, const Type *native) {
  if (native->dictOffset)
    return;
  jn_dict **slot = dictSlot(o);
  if (!slot || !*slot)
    return;
  jn_dict *d = *slot;
  *slot = nullptr;
  if (JN_LIKELY(d->head.refs == 1 && d->head.flags == 0 && d->head.type == &jn_type_dict)) {
    if (d->index)
      dropTable(d);
    return freeNative<Traversal::Collected>(&d->head, &jn_type_dict, sizeof(jn_dict));
  }
  // A linked dict may wait for its end longer than the instance.
  if (JN_UNLIKELY(d->head.refs > 1 || d->head.flags & JN_FLAG_TRAVERSED))
    leaveRoom(d);
  if (d->head.flags & JN_FLAG_WATCHED)
    jn_watch_hit(&d->head);
  jn_decref(jn_obj(d));
}

}  // namespace

void makeRoom(Type *type, int64_t count) {
  bool fits = type->typeFlags & kTypeHeap && layoutBase(type) == &jn_type_object &&
              type->dictOffset > 0 && count <= kMostRoom;
  type->attributeRoom = fits ? static_cast<uint16_t>(count) : 0;
}

void noteMoreAttributes(Type *type, int64_t count) {
  type->attributesSeen = static_cast<uint16_t>(std::min<int64_t>(count, UINT16_MAX));
  makeRoom(type, count);
}

Object *allocateInstance(Type *type) {
  uint32_t room = type->attributeRoom;
  if (room == 0)
    return allocate(type, type->instanceSize);
  // The first instance has room for as many as can be; those after it only if it got some.
  if (JN_UNLIKELY(type->attributesSeen == 0))
    type->attributeRoom = 0;
  size_t size = roomOffset(type);
  Object *o = allocateWithTail(type, size, roomBytes(room));
  o->flags |= room << JN_ROOM_SHIFT;
  clearRoom(reinterpret_cast<char *>(o) + size, room);
  return o;
}

void instanceTraverse(Object *o, VisitFn visit, void *context) {
  visit(&o->type->head, context);
  const Type *native = layoutBase(o->type);
  if (native->traverse)
    native->traverse(o, visit, context);
  if (!native->dictOffset)
    if (jn_dict **slot = dictSlot(o); slot && *slot)
      traverseDict(*slot, visit, context);
  forSlots(o, [&](Value *v) {
    if (v->tag == JN_OBJECT)
      visit(v->o, context);
  });
}

void instanceClear(Object *o) {
  const Type *native = layoutBase(o->type);
  if (native->clear)
    native->clear(o);
  dropDict(o, native);
  forSlots(o, [](Value *v) { jn_assign(v, jn_unbound()); });
}

void instanceDealloc(Object *o) {
  const Type *native = layoutBase(o->type);
  if (o->flags & JN_FLAG_WATCHED)
    jn_watch_hit(o);
  forSlots(o, [](Value *v) { jn_assign(v, jn_unbound()); });
  dropDict(o, native);
  if (native->dealloc)
    native->dealloc(o);
  else
    freeObject(o);
}

int instanceFinalize(Object *o) {
  if (o->flags & JN_FLAG_FINALIZED)
    return 0;
  o->flags |= JN_FLAG_FINALIZED;
  ++o->refs;
  {
    SavedError saved;
    Value self = jn_obj(o), method = lookupInType(o->type, JN_NAME("__del__"));
    if (method.tag != JN_UNBOUND && Ref(callFound(method, &self, 1)).failed())
      writeUnraisable("Exception ignored in: ", method);
  }
  return --o->refs != 0;
}

}  // namespace janus
