// Attributes by name: the generic lookup of instances, and the entries that everyone uses.
#include "value/container/Dict.h"
#include "value/error/Raise.h"
#include "value/object/Descriptors.h"
#include "value/object/Heap.h"
#include "value/object/Types.h"

namespace janus {

void giveDict(Object *o, jn_dict **slot) {
  bool isPart = o->type->typeFlags & kTypeHeap && !layoutBase(o->type)->dictOffset;
  *slot = isPart ? newUnlinkedDict() : newDict();
  if (uint32_t room = roomOf(o))
    useRoom(*slot, reinterpret_cast<char *>(o) + roomOffset(o->type), room);
  if (JN_UNLIKELY(o->flags & JN_FLAG_WATCHED))
    jn_watch_hit(o);
}

jn_dict *instanceDict(Object *o) {
  jn_dict **slot = dictSlot(o);
  if (!slot)
    return nullptr;
  if (!*slot)
    giveDict(o, slot);
  if (!((*slot)->head.flags & JN_FLAG_TRAVERSED))
    linkToCollector(&(*slot)->head);
  noteShadow(o);  // whoever asks for the dict may store anything
  return *slot;
}

Value genericLookup(Value self, Value name) {
  Type *type = typeOf(self);
  Value attribute = lookupInType(type, name);
  Type *kind = attribute.tag == JN_OBJECT ? attribute.o->type : nullptr;
  if (kind && kind->descrSet && kind->descrGet)
    return kind->descrGet(attribute.o, self, type);
  if (self.tag == JN_OBJECT) {
    if (jn_dict **slot = dictSlot(self.o); slot && *slot) {
      Value v = lookupInDict(*slot, name);
      if (v.tag != JN_UNBOUND)
        return jn_own(v);
    }
  }
  if (kind && kind->descrGet)
    return kind->descrGet(attribute.o, self, type);
  return jn_own(attribute);
}

Value genericGetattr(Value self, Value name) {
  Value v = genericLookup(self, name);
  return v.tag == JN_UNBOUND ? raiseAttributeError(self, name) : v;
}

namespace {

int raiseNotSettable(Value self, Value name, Value attribute) {
  raise(jn_exc_AttributeError,
        attribute.tag == JN_UNBOUND ? "'%T' object has no attribute '%S'"
                                    : "'%T' object attribute '%S' is read-only",
        &self, &name);
  return -1;
}

}  // namespace

int genericSetattr(Value self, Value name, Value v) {
  Type *type = typeOf(self);
  Value attribute = lookupInType(type, name);
  if (attribute.tag == JN_OBJECT && attribute.o->type->descrSet)
    return attribute.o->type->descrSet(attribute.o, self, v);
  if (self.tag != JN_OBJECT)
    return raiseNotSettable(self, name, attribute);
  jn_dict **slot = dictSlot(self.o);
  if (!slot)
    return raiseNotSettable(self, name, attribute);
  if (v.tag == JN_UNBOUND) {
    int deleted = *slot ? dictDelete(*slot, name) : 0;
    if (deleted == 0)
      return raiseNotSettable(self, name, jn_unbound());
    return deleted > 0 ? 0 : -1;
  }
  if (!*slot)
    giveDict(self.o, slot);
  if (attribute.tag != JN_UNBOUND)
    noteShadow(self.o, binds(attribute) ? kTypeShadowed : kTypeValuesShadowed);
  jn_dict *d = *slot;
  Ref held = Ref::own(jn_obj(d));  // comparing names may run code
  int status = dictSet(d, name, v);
  noteAttributes(self.o->type, d->count);
  return status;
}

Value getattr(Value o, Value name) {
  return typeOf(o)->getattr(o, name);
}

Value getattrOptional(Value o, Value name) {
  Type *type = typeOf(o);
  Value v;
  if (type->getattr == genericGetattr)
    v = genericLookup(o, name);
  else if (type->getattr == typeGetattr)
    v = typeLookup(o, name);
  else if (type == &jn_type_module)
    v = moduleLookup(o, name);
  else
    v = type->getattr(o, name);
  if (v.tag == JN_ERROR && errorMatches(jn_exc_AttributeError)) {
    clearError();
    return jn_unbound();
  }
  return v;
}

int setattr(Value o, Value name, Value v) {
  Type *type = typeOf(o);
  return type->setattr(o, name, v);
}

}  // namespace janus

int jn_delattr(jn_value o, jn_value name) {
  return janus::setattr(o, name, jn_unbound());
}
