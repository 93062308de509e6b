// readyType: what every native type goes through once. Inherits slots, fills the dict with methods,
// getsets and slot wrappers, computes the mro.
#include "value/call/Calls.h"
#include "value/object/Descriptors.h"
#include "value/object/SlotTrampolines.h"
#include "value/object/Types.h"

#include <stddef.h>

namespace janus {

namespace {

struct SlotRange {
  size_t begin, end;
};
// The function slots of jn_type, in its order; lifetimes and construction are inherited by rules of
// their own.
constexpr SlotRange kSlots = {offsetof(jn_type, repr), offsetof(jn_type, construct)};

void inheritSlots(Type *type, const Type *base) {
  bool ownCompare = type->compare, ownHash = type->hash;
  for (size_t offset = kSlots.begin; offset < kSlots.end; offset += sizeof(SlotFn)) {
    if (offset == offsetof(jn_type, hash) || offset == offsetof(jn_type, compare))
      continue;
    SlotFn &slot = slotAt(type, static_cast<uint16_t>(offset));
    if (!slot)
      slot = slotAt(const_cast<Type *>(base), static_cast<uint16_t>(offset));
  }
  if (!ownCompare)
    type->compare = base->compare;
  if (!ownHash)
    type->hash = ownCompare ? hashNotImplemented : base->hash;
  if (!type->init)
    type->init = base->init;
  if (!type->construct && base != &jn_type_object)
    type->construct = base->construct;
  if (!type->dealloc)
    type->dealloc = base->dealloc;
  if (!type->traverse && !type->clear) {
    type->traverse = base->traverse;
    type->clear = base->clear;
  }
  if (type->instanceSize < base->instanceSize)
    type->instanceSize = base->instanceSize;
  if (!type->dictOffset)
    type->dictOffset = base->dictOffset;
  constexpr uint32_t inherited =
      kTypeException | kTypeVarSized | kTypeSequencePattern | kTypeMappingPattern | kTypeOfTypes;
  type->typeFlags |= base->typeFlags & inherited;
}

int addDescriptor(Type *type, const char *name, Value owned) {
  Ref keep(owned);
  return dictSet(type->dict, internStr(name), owned);
}

int addMethods(Type *type) {
  for (const MethodDef *d = type->methods; d && d->name; ++d)
    if (addDescriptor(type, d->name,
                      newNative(&jn_type_method_descriptor, d, jn_unbound(), jn_unbound(), type)) <
        0)
      return -1;
  for (const MethodDef *d = type->classMethods; d && d->name; ++d)
    if (addDescriptor(
            type, d->name,
            newNative(&jn_type_classmethod_descriptor, d, jn_unbound(), jn_unbound(), type)) < 0)
      return -1;
  for (const MethodDef *d = type->staticMethods; d && d->name; ++d) {
    Ref function(newNative(&jn_type_native, d, jn_unbound(), jn_unbound(), type));
    if (addDescriptor(type, d->name, newStaticmethod(function.get())) < 0)
      return -1;
  }
  for (const GetSetDef *d = type->getsets; d && d->name; ++d)
    if (addDescriptor(type, d->name, newGetset(type, d)) < 0)
      return -1;
  return 0;
}

void computeNativeMro(Type *type) {
  int64_t n = 1;
  if (type->base)
    n += type->base->mro->size;
  type->mro = newTuple(n);
  type->mro->items[0] = jn_obj(type);
  for (int64_t i = 1; i < n; ++i)
    type->mro->items[i] = type->base->mro->items[i - 1];
  if (type->base) {
    type->bases = as<jn_tuple>(makeTuple({jn_obj(type->base)}));
  } else {
    type->bases = newTuple(0);
  }
}

}  // namespace

int readyType(Type *type) {
  if (type->typeFlags & kTypeReady)
    return 0;
  if (!type->base && type != &jn_type_object)
    type->base = &jn_type_object;
  if (type->base && readyType(type->base) < 0)
    return -1;
  type->head.refs = JN_IMMORTAL_REFS;
  type->head.flags |= JN_FLAG_IMMORTAL;
  if (!type->metatype)
    type->metatype = type->base ? type->base->metatype : &jn_type_type;
  type->head.type = type->metatype ? type->metatype : &jn_type_type;
  if (!type->instanceSize)
    type->instanceSize = sizeof(jn_object);
  // A type that adds nothing to its base's layout combines with others over that base.
  bool sameLayout = type->base && type->instanceSize <= type->base->instanceSize &&
                    (!type->dictOffset || type->dictOffset == type->base->dictOffset);
  type->solid = sameLayout ? type->base->solid : type;

  bool own[256] = {};
  for (size_t i = 0; i < slotRowCount; ++i)
    own[i] = slotAt(type, slotRows[i].offset) != nullptr;
  if (type->base) {
    if (type->compare && !type->hash) {
      type->hash = hashNotImplemented;
      for (size_t i = 0; i < slotRowCount; ++i)
        if (slotRows[i].offset == offsetof(jn_type, hash))
          own[i] = true;
    }
  }
  bool ownConstruct = type->construct != nullptr;
  if (type->base)
    inheritSlots(type, type->base);
  if (type->traverse)
    type->typeFlags |= kTypeInstanceTraversed;
  computeNativeMro(type);
  if (!type->dict)
    type->dict = newDict();
  type->typeFlags |= kTypeReady;
  if (addMethods(type) < 0)
    return -1;
  if (ownConstruct) {
    Value made = newNative(&jn_type_native, &newWrapperDef, jn_obj(type), jn_unbound(), type);
    if (addDescriptor(type, "__new__", made) < 0)
      return -1;
  }
  if (type->dictOffset && type != &jn_type_object && !type->base->dictOffset &&
      dictGetStr(type->dict, JN_NAME("__dict__")).tag == JN_UNBOUND &&
      addDescriptor(type, "__dict__", newGetset(type, &nativeDictGetset)) < 0)
    return -1;
  if (addSlotWrappers(type, own) < 0)
    return -1;
  if (type->base)
    addSubclass(type->base, type);
  typeModified(type);
  return 0;
}

}  // namespace janus
