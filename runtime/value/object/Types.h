// Inside of the type machinery: lookup, slots and their dunder names, instance dicts.
#pragma once

#include "value/builtin/Builtins.h"

namespace janus {

Type *osErrorClassFor(int errnum);

// `type(v)`: what Python calls the class of v.
inline Type *classOf(Value v) {
  Type *t = typeOf(v);
  return t->typeFlags & kTypeAlias ? t->base : t;
}
inline bool isType(Value v) {
  return v.tag == JN_OBJECT && v.o->type->typeFlags & kTypeOfTypes;
}

// ---- instance dicts
// An instance may hold names that its class has, too: inline caches must look into its dict.
void markShadowed(Type *type, TypeFlags how = kTypeShadowed);
inline void noteShadow(Object *o, TypeFlags how = kTypeShadowed) {
  if (JN_UNLIKELY(!(o->type->typeFlags & how)))
    markShadowed(o->type, how);
}
inline bool binds(Value attribute) {
  return attribute.tag == JN_OBJECT && attribute.o->type->descrGet;
}
inline jn_dict **dictSlot(Object *o) {
  int32_t offset = o->type->dictOffset;
  return offset ? reinterpret_cast<jn_dict **>(reinterpret_cast<char *>(o) + offset) : nullptr;
}
// Gives an instance that has none a dict; who watches the one did not know of the other. The dict
// of a class statement's instance is not linked to the collector while the instance alone has it:
// it is traversed as a part of it.
void giveDict(Object *o, jn_dict **slot);
// The native type that the layout of a class comes from.
inline const Type *layoutBase(const Type *type) {
  while (type->typeFlags & kTypeHeap)
    type = type->base;
  return type;
}
// Room for entries of the dict behind an instance (value/container/Dict.h), and where it starts.
inline uint32_t roomOf(const Object *o) {
  return o->flags >> JN_ROOM_SHIFT & JN_ROOM_MASK;
}
inline size_t roomOffset(const Type *type) {
  return (type->instanceSize + 7) & ~size_t{7};
}
// From now on instances of the class have room for so many, if its layout lets them.
void makeRoom(Type *type, int64_t count);
// allocate() of an instance of a class statement over object, with that room.
Object *allocateInstance(Type *type);
// An instance of the type has got so many attributes in its dict.
void noteMoreAttributes(Type *type, int64_t count);
inline void noteAttributes(Type *type, int64_t count) {
  if (JN_UNLIKELY(count > type->attributesSeen))
    noteMoreAttributes(type, count);
}
// The dict of an object that may have one, made when absent; null when the type has none.
jn_dict *instanceDict(Object *o);
// The getset `__dict__`.
Value getInstanceDict(Object *o);
int setInstanceDict(Object *o, Value v);
extern const GetSetDef instanceDictGetset, nativeDictGetset;
inline Value lookupInDict(jn_dict *d, Value name) {
  if (JN_LIKELY(name.o->flags & JN_FLAG_IMMORTAL))
    return dictGetStr(d, name);
  return dictGet(d, name);
}
// The instance without an error: JN_UNBOUND when absent; JN_ERROR when a descriptor failed.
Value genericLookup(Value self, Value name);
// `type(o).__getattr__` style lookups of classes; JN_UNBOUND when absent.
Value typeLookup(Value cls, Value name);
Value typeGetattr(Value cls, Value name);
int typeSetattr(Value cls, Value name, Value v);
Value moduleLookup(Value module, Value name);
Value superLookup(Value super, Value name);

// ---- slots
enum SlotRowFlags : uint8_t { kRowNoWrapper = 1 };
using SlotFn = void (*)();
// One dunder name and the slot it stands for. `wrap` calls a native slot with Python's arguments;
// `trampoline` is the slot of a class whose method of that name is not a native slot.
struct SlotRow {
  const char *name;
  uint16_t offset;  // of the slot in jn_type
  uint8_t flags;
  int8_t min, max;  // arguments of the wrapper, receiver included; max < 0: any, with keywords
  Value (*wrap)(SlotFn slot, const Value *args, size_t count, Value kwnames);
  SlotFn trampoline;
};
extern const SlotRow slotRows[];
extern const size_t slotRowCount;
inline SlotFn &slotAt(Type *type, uint16_t offset) {
  return *reinterpret_cast<SlotFn *>(reinterpret_cast<char *>(type) + offset);
}
Value slotRowName(size_t row);  // interned
bool isSlotName(Value name);
// Fills the slots of a class made by a class statement; `name` JN_UNBOUND: all of them.
void updateSlots(Type *type, Value name);
int hashNotImplemented(Object *o, int64_t *out);

// The native slot of one type as a Python function: `list.__len__`.
struct SlotWrapper {
  jn_object head;
  Type *owner;
  const SlotRow *row;
  SlotFn slot;
};
// Bound: `[].__len__`.
struct MethodWrapper {
  jn_object head;
  SlotWrapper *wrapper;
  Value self;
};
extern Type jn_type_union, jn_type_weakref, jn_type_slot_wrapper, jn_type_method_wrapper,
    jn_type_mappingproxy;
Value callSlotWrapper(SlotWrapper *w, const Value *args, size_t count, Value kwnames);
int addSlotWrappers(Type *type, const bool *own);
int initSlotWrapperTypes();
extern const MethodDef newWrapperDef;  // `T.__new__` of native types
// An object for slots that take one: the object itself, a box of a number, the singletons. Owned.
Value boxValue(Value v);

// Calls what lookupInType found, as a method of args[0]; args[0] is the receiver.
Value callFound(Value attribute, const Value *args, size_t count, Value kwnames = jn_unbound());
// The special method of args[0]; JN_UNBOUND when its type has none.
Value callDunder(Value name, const Value *args, size_t count);

// ---- classes
// `type.__call__`.
Value typeCall(Value cls, const Value *args, size_t count, Value kwnames);
Value objectConstruct(Type *cls, const Value *args, size_t count, Value kwnames);
int objectInit(Value self, const Value *args, size_t count, Value kwnames);
// Owned.
Type *newClass(Type *metatype, Value name, jn_tuple *bases, jn_dict *ns, const Value *kwargs,
               Value kwnames);
jn_tuple *computeMro(Type *type);  // null with TypeError
Type *bestMetatype(Type *metatype, jn_tuple *bases);
void addSubclass(Type *base, Type *type);
void removeSubclass(Type *base, Type *type);
size_t subclassCount(const Type *type);
Type *subclassAt(const Type *type, size_t i);
Value subclassesOf(Type *type);  // list
// ---- lifetime of classes: TypeLifetime.cpp
// Nobody finds the class any more, as a subclass or through a cache: it is about to end.
void retireClass(Type *type);
void dropSubclasses(Type *type);
void typeDealloc(Object *o);
void typeTraverse(Object *o, VisitFn visit, void *context);
void typeClear(Object *o);
// Layout and lifetime of instances of class statements.
void instanceDealloc(Object *o);
void instanceTraverse(Object *o, VisitFn visit, void *context);
void instanceClear(Object *o);
int instanceFinalize(Object *o);
Value newMemberDescriptor(Type *owner, Value name, int32_t offset);
Value makeMappingProxy(jn_dict *dict);

Value newCallableIterator(Value callable, Value sentinel);

int initMappingProxy();
Value uniteTypes(Value a, Value b);  // `int | None`
int initUnionType();

// isinstance / issubclass with hooks: 1, 0, -1.
int isInstanceOf(Value v, Value cls);
int isSubclassOf(Value type, Value cls);
// Without hooks: `type.__instancecheck__` and `type.__subclasscheck__`.
int plainIsInstance(Value v, Value cls);
int plainIsSubclass(Value type, Value cls);

}  // namespace janus
