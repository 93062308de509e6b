// Attribute sites of generated code: loads, stores and method calls through inline caches.
//
// A cache holds for instances of one class at one version (any change of the class or a base gives
// it a new number). What lies in an instance's dict is found by entry number: the entry's key is
// compared with the name, as instances of a class usually get their attributes in the same order.
#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/call/Overriding.h"
#include "value/container/Dict.h"
#include "value/error/Raise.h"
#include "value/object/AttributeDicts.h"
#include "value/object/Descriptors.h"
#include "value/object/Foreign.h"
#include "value/object/SharedWays.h"
#include "value/object/Super.h"
#include "value/object/Types.h"
#include "value/text/Str.h"

#include "janus/fast_paths.h"

#include <string.h>

namespace janus {

namespace {

static_assert(offsetof(jn_class_front, version) == offsetof(Type, version) &&
              offsetof(jn_class_front, dict_offset) == offsetof(Type, dictOffset));

enum CacheKind : uint32_t {
  kNone,
  kInstance = JN_ATTR_INSTANCE,  // of modules, too
  kSlot = JN_ATTR_SLOT,
  kPlain = JN_ATTR_PLAIN,
  kNative = JN_ATTR_NATIVE,  // the last of those that generated code knows
  kFromType,                 // `value` in the class, no descriptor
  kFunction,                 // `value` in the class is a compiled function
  kNativeFn,                 // ... a method descriptor
  kDescriptor,  // `value` has descrGet and no descrSet: the instance's dict comes first
  kProperty,    // `value` is a data descriptor: property, getset, ...
  kOfClass,     // the receiver is the class `type` itself: `value`, no descriptor
  kClassBind,   // the receiver is the class `type` itself: `value` has descrGet
  kInDicts,     // nothing in the class: the instance's dict, then its attribute dicts
  kStoreNew,    // store: the instance's dict gets the name as a new entry
};

inline jn_dict *dictAt(Object *o, const Type *type) {
  return *reinterpret_cast<jn_dict **>(reinterpret_cast<char *>(o) + type->dictOffset);
}
inline bool entryIs(const jn_dict *d, int64_t index, Value name) {
  return d && index < d->used && d->entries[index].key.o == name.o &&
         d->entries[index].key.tag == JN_OBJECT;
}
inline int64_t findEntry(jn_dict *d, Value name) {
  return d ? dictFind(d, name, as<StrObject>(name)->hash) : -1;
}

// Does the instance's own dict hide what the class has?
inline bool hidden(Object *o, const Type *type, Value name, uint32_t how = kTypeShadowed) {
  if (JN_LIKELY(!(type->typeFlags & how)) || !type->dictOffset)
    return false;
  jn_dict *d = dictAt(o, type);
  return d && d->count && dictGetStr(d, name).tag != JN_UNBOUND;
}

inline bool cacheable(Value name) {
  return name.o->flags & JN_FLAG_IMMORTAL;
}

// The way of the class at its version, or null.
inline jn_attr_way *wayOf(jn_attr_cache *site, const Type *type) {
  for (jn_attr_way &way : site->ways)
    if (way.type == type && way.version == type->version)
      return &way;
  return nullptr;
}

SharedWays sharedLoads, sharedStores, sharedNewStores;

jn_attr_way wayTo(Type *type, CacheKind kind, int64_t index, Value value) {
  return {type, type->version, kind, index, value};
}
// The place at which generated code finds an entry in the room of an instance.
Value placeInRoom(const Type *type, int64_t entry) {
  Value place = jn_unbound();
  place.i = static_cast<int64_t>(roomOffset(type) + offsetof(DictTable, entries)) +
            entry * static_cast<int64_t>(sizeof(jn_dict_entry));
  return place;
}
jn_attr_way wayToEntry(Type *type, int64_t entry) {
  return wayTo(type, kInstance, entry, placeInRoom(type, entry));
}
void moveToEntry(jn_attr_way *way, int64_t entry) {
  way->index = entry;
  way->value = placeInRoom(way->type, entry);
}

CacheKind kindOfTypeValue(Value v) {
  if (v.tag != JN_OBJECT)
    return kFromType;
  Type *t = v.o->type;
  if (t == &jn_type_function)
    return kFunction;
  if (t == &jn_type_method_descriptor && !asks(v.o))
    return kNativeFn;
  if (!t->descrGet)
    return kFromType;
  return t->descrSet ? kProperty : kDescriptor;
}

// A slot that instances of the type have: another class may hold the descriptor, too.
bool isOwnSlot(Value attribute, const Type *type) {
  return isExact(attribute, &jn_type_member) && isSubtype(type, as<MemberObject>(attribute)->owner);
}

bool wayInInstance(Value o, Type *type, Value name, jn_attr_way *out);

// Remembers how `name` is found in instances of the receiver's class; null when it cannot be said.
jn_attr_way *learn(Value o, Value name, jn_attr_cache *site) {
  if (!cacheable(name))
    return nullptr;
  Type *type = typeOf(o);
  if (o.tag == JN_OBJECT && type->getattr == typeGetattr) {
    Type *cls = as<Type>(o);
    Value meta = lookupInType(type, name);
    if (meta.tag == JN_OBJECT && meta.o->type->descrSet)
      return nullptr;
    Value v = lookupInType(cls, name);
    if (v.tag == JN_UNBOUND || !cls->version)
      return nullptr;
    bool binds = v.tag == JN_OBJECT && v.o->type->descrGet;
    if (binds && v.o->type == &jn_type_function)
      binds = false;  // on a class, a function is itself
    jn_attr_way *way = wayFor(site, cls);
    *way = wayTo(cls, binds ? kClassBind : kOfClass, 0, v);
    return way;
  }
  jn_attr_way found;
  if (type == &jn_type_module) {
    int64_t entry = findEntry(as<jn_module>(o)->dict, name);
    if (entry < 0)
      return nullptr;
    found = wayToEntry(type, entry);
  } else {
    if (!wayInInstance(o, type, name, &found))
      return nullptr;
    sharedLoads.keep(&found, name);
  }
  jn_attr_way *way = wayFor(site, type);
  *way = found;
  return way;
}

bool wayInInstance(Value o, Type *type, Value name, jn_attr_way *out) {
  if (type->getattr != genericGetattr || !type->version) {
    // With a `__getattr__` hook, what the class or the instance has is still found first.
    Value own = lookupInType(type, JN_NAME("__getattribute__"));
    if (!type->version || own.tag != JN_OBJECT || own.o->type != &jn_type_slot_wrapper ||
        as<SlotWrapper>(own)->slot != reinterpret_cast<SlotFn>(genericGetattr))
      return false;
    Value v = lookupInType(type, name);
    if (v.tag != JN_UNBOUND && kindOfTypeValue(v) >= kDescriptor)
      return false;
  }
  Value v = lookupInType(type, name);
  CacheKind kind = v.tag == JN_UNBOUND ? kNone : kindOfTypeValue(v);
  if (kind == kProperty) {
    *out = isOwnSlot(v, type) ? wayTo(type, kSlot, as<MemberObject>(v)->offset, v)
                              : wayTo(type, kProperty, 0, v);
    return true;
  }
  if (o.tag == JN_OBJECT && type->dictOffset) {
    int64_t entry = findEntry(dictAt(o.o, type), name);
    if (entry >= 0) {
      *out = wayToEntry(type, entry);
      return true;
    }
  }
  if (kind == kNone) {
    if (!attributeDicts(type) || o.tag != JN_OBJECT || !type->dictOffset)
      return false;
    kind = kInDicts;
  }
  if (kind == kNativeFn && !isSubtype(type, as<NativeObject>(v)->owner))
    kind = kDescriptor;  // of another type, which checks its receiver
  *out = wayTo(type, kind, 0, v);
  return true;
}

// An attribute that the class does not have: JN_UNBOUND when the instance has it neither.
Value loadInDicts(Object *o, Type *type, Value name) {
  jn_dict *d = dictAt(o, type);
  if (!d)
    return jn_unbound();
  Value v = dictGetStr(d, name);
  if (v.tag != JN_UNBOUND)
    return jn_own(v);
  return lookupInAttributeDicts(d, attributeDicts(type), name);
}

__attribute__((noinline)) Value getattrMiss(Value o, Value name, jn_attr_cache *cache) {
  learn(o, name, cache);
  return typeOf(o)->getattr(o, name);
}

// The way of the class that is the receiver itself, or null.
inline jn_attr_way *wayOfReceiver(Value o, jn_attr_cache *site) {
  bool isClass = o.tag == JN_OBJECT && o.o->type->typeFlags & kTypeOfTypes;
  return isClass ? wayOf(site, as<Type>(o)) : nullptr;
}

// The attribute, by a cache that holds for the receiver's class; JN_UNBOUND when that does not say
// it of this instance.
inline Value loadCached(Value o, Type *type, Value name, jn_attr_way *cache) {
  switch (cache->kind) {
  case kInstance: {
    jn_dict *d = dictAt(o.o, type);
    if (JN_UNLIKELY(!entryIs(d, cache->index, name))) {
      // An instance that got its attributes in another order; the class has nothing in its way.
      int64_t entry = findEntry(d, name);
      if (entry < 0)
        break;
      moveToEntry(cache, entry);
    }
    return jn_own(d->entries[cache->index].value);
  }
  case kSlot:
    if (Value v = *reinterpret_cast<Value *>(reinterpret_cast<char *>(o.o) + cache->index);
        JN_LIKELY(v.tag >= JN_NONE))
      return jn_own(v);
    break;
  case kFromType:
    if (JN_LIKELY(!hidden(o.o, type, name, kTypeShadowed | kTypeValuesShadowed)))
      return jn_own(cache->value);
    break;
  case kPlain:
  case kFunction:
    if (JN_LIKELY(!hidden(o.o, type, name)) && o.tag != JN_NONE)
      return newMethod(cache->value, o);
    break;
  case kNative:
  case kNativeFn:
  case kDescriptor:
    if (o.tag != JN_OBJECT || JN_LIKELY(!hidden(o.o, type, name)))
      return cache->value.o->type->descrGet(cache->value.o, o, type);
    break;
  case kInDicts: return loadInDicts(o.o, type, name);
  case kProperty: return cache->value.o->type->descrGet(cache->value.o, o, type);
  default: break;
  }
  return jn_unbound();
}

}  // namespace
}  // namespace janus

using namespace janus;

jn_value jn_getattr(jn_value o, jn_value name, jn_attr_cache *cache) {
  Type *type = typeOf(o);
  if (jn_attr_way *way = wayOf(cache, type); JN_LIKELY(way != nullptr)) {
    if (Value v = loadCached(o, type, name, way); JN_LIKELY(v.tag != JN_UNBOUND))
      return v;
  } else if (const jn_attr_way *own = wayOfReceiver(o, cache)) {
    if (JN_LIKELY(own->kind == kOfClass))
      return jn_own(own->value);
    if (own->kind == kClassBind)
      return own->value.o->type->descrGet(own->value.o, jn_none(), as<Type>(o));
  } else if (jn_attr_way *other = sharedLoads.findFor(cache, type, name)) {
    if (Value v = loadCached(o, type, name, other); JN_LIKELY(v.tag != JN_UNBOUND))
      return v;
  }
  return getattrMiss(o, name, cache);
}

// ---------------------------------------------------------------- stores

namespace janus {
namespace {

__attribute__((noinline)) int setattrMiss(Value o, Value name, Value v, jn_attr_cache *cache) {
  Type *type = typeOf(o);
  if (o.tag == JN_OBJECT && type->setattr == genericSetattr && type->version && cacheable(name)) {
    Value attribute = lookupInType(type, name);
    bool data = attribute.tag == JN_OBJECT && attribute.o->type->descrSet;
    CacheKind kind = kNone;
    int64_t index = 0;
    if (data && isOwnSlot(attribute, type)) {
      kind = kSlot;
      index = as<MemberObject>(attribute)->offset;
    } else if (!data && type->dictOffset) {
      index = findEntry(dictAt(o.o, type), name);
      kind = index >= 0 ? kInstance : attribute.tag == JN_UNBOUND ? kStoreNew : kNone;
    }
    if (kind != kNone) {
      jn_attr_way *way = wayFor(cache, type);
      *way = kind == kInstance ? wayToEntry(type, index)
                               : wayTo(type, kind, index, kind == kSlot ? attribute : jn_unbound());
      (kind == kStoreNew ? sharedNewStores : sharedStores).keep(way, name);
    }
  }
  return type->setattr(o, name, v);
}

// The store, by a cache that holds for the object's class: 0, -1 with an exception, or 1 when the
// cache does not say it of this instance.
inline int storeCached(Value o, Type *type, Value name, Value v, jn_attr_way *cache) {
  if (JN_LIKELY(cache->kind == kInstance)) {
    jn_dict *d = dictAt(o.o, type);
    if (JN_UNLIKELY(!entryIs(d, cache->index, name))) {
      int64_t entry = findEntry(d, name);
      if (entry < 0)
        return 1;
      moveToEntry(cache, entry);
    }
    dictReplaceAt(d, cache->index, v);
    return 0;
  }
  if (cache->kind == kStoreNew) {
    jn_dict **slot = dictSlot(o.o);
    if (!*slot)
      giveDict(o.o, slot);
    noteAttributes(type, (*slot)->count + 1);
    return dictAddName(*slot, name, v);
  }
  if (JN_UNLIKELY(o.o->flags & JN_FLAG_WATCHED))
    jn_watch_hit(o.o);
  jn_assign(reinterpret_cast<Value *>(reinterpret_cast<char *>(o.o) + cache->index), jn_own(v));
  return 0;
}

}  // namespace
}  // namespace janus

int jn_setattr(jn_value o, jn_value name, jn_value v, jn_attr_cache *cache) {
  Type *type = typeOf(o);
  if (jn_attr_way *way = wayOf(cache, type); JN_LIKELY(way != nullptr))
    if (int status = storeCached(o, type, name, v, way); JN_LIKELY(status <= 0))
      return status;
  for (SharedWays *shared : {&sharedStores, &sharedNewStores})
    if (jn_attr_way *other = shared->findFor(cache, type, name))
      if (int status = storeCached(o, type, name, v, other); JN_LIKELY(status <= 0))
        return status;
  return setattrMiss(o, name, v, cache);
}

// ---------------------------------------------------------------- method calls

namespace janus {
namespace {

// The call site whose last call failed because there is no such method.
const jn_attr_cache *siteWithoutMethod;

// super().name(...): no bound method.
Value callSuperMethod(Value name, const Value *args, size_t count, Value kwnames,
                      const jn_attr_cache *site) {
  auto *s = as<SuperObject>(args[0]);
  Value found = superFind(s, name);
  bool onClass = isType(s->self) && as<Type>(s->self) == s->selfType;
  if (found.tag == JN_OBJECT && found.o->type == &jn_type_function && onClass)
    return callFunction(as<jn_function>(found), args + 1, count - 1, kwnames);
  if (found.tag == JN_OBJECT && !onClass &&
      (found.o->type == &jn_type_function || found.o->type == &jn_type_method_descriptor ||
       found.o->type == &jn_type_slot_wrapper)) {
    Ref keep = Ref::own(found);
    return callWithFirst(found, s->self, args + 1, count - 1, kwnames);
  }
  Ref callee(superLookup(args[0], name));
  if (callee.get().tag == JN_UNBOUND)
    callee = Ref(raiseAttributeError(args[0], name));
  if (callee.failed()) {
    siteWithoutMethod = site;
    return jn_error();
  }
  return callAny(callee.get(), args + 1, count - 1, kwnames);
}

bool takesCount(const MethodDef *method, size_t count) {
  return count >= static_cast<size_t>(method->min) &&
         (method->max < 0 || count <= static_cast<size_t>(method->max));
}

// A site that has just learnt what it calls: whether generated code may go there by itself. It does
// not hold the function, at which a body without cells does not look again.
void settleCall(jn_attr_way *site, Value self, size_t count, Value kwnames) {
  if (kwnames.tag == JN_OBJECT || self.tag != JN_OBJECT || (site->type->typeFlags & kTypeShadowed))
    return;
  if (site->kind == kFunction) {
    const auto *f = as<jn_function>(site->value);
    if (!f->def->free_count && jn_takes_plain(f, count))
      site->kind = kPlain;
  } else if (site->kind == kNativeFn && takesCount(as<NativeObject>(site->value)->def, count)) {
    site->kind = kNative;
    site->index = reinterpret_cast<int64_t>(as<NativeObject>(site->value)->def->fn);
  }
}

__attribute__((noinline)) Value callMethodMiss(Value name, const Value *args, size_t count,
                                               Value kwnames, jn_attr_cache *cache) {
  Value self = args[0];
  if (isExact(self, &jn_type_super))
    return callSuperMethod(name, args, count, kwnames, cache);
  Type *type = typeOf(self);
  if (jn_attr_way *way = learn(self, name, cache);
      way && way->type == type &&
      (way->kind == kFunction || way->kind == kNativeFn || way->kind == kDescriptor)) {
    // learn() has seen that the instance's dict does not hide it.
    Value found = way->value;
    settleCall(way, self, count, kwnames);
    if (found.o->type == &jn_type_function)
      return callFunction(as<jn_function>(found), args, count, kwnames);
    return callFound(found, args, count, kwnames);
  }
  Ref callee(type->getattr(self, name));
  if (callee.failed()) {
    siteWithoutMethod = cache;
    return jn_error();
  }
  return callAny(callee.get(), args + 1, count - 1, kwnames);
}

inline Value callItem(jn_dict *d, Value name, const Value *args, size_t count, Value kwnames,
                      const jn_attr_way *cache) {
  if (JN_UNLIKELY(!entryIs(d, cache->index, name)))
    return jn_unbound();
  Ref callee = Ref::own(d->entries[cache->index].value);
  return callAny(callee.get(), args + 1, count - 1, kwnames);
}

// The call, by a cache that holds for the receiver's class; JN_UNBOUND when that does not say what
// is called.
inline Value callCached(Type *type, Value name, const Value *args, size_t count, Value kwnames,
                        const jn_attr_way *cache) {
  Value self = args[0];
  bool mayHide = self.tag == JN_OBJECT;
  switch (cache->kind) {
  case kPlain:
  case kFunction:
    if (mayHide && JN_UNLIKELY(hidden(self.o, type, name)))
      break;
    return callFunction(as<jn_function>(cache->value), args, count, kwnames);
  case kNative:
  case kNativeFn: {
    if (mayHide && JN_UNLIKELY(hidden(self.o, type, name)))
      break;
    const MethodDef *d = as<NativeObject>(cache->value)->def;
    if (JN_LIKELY(kwnames.tag != JN_OBJECT && takesCount(d, count)))
      return d->fn(args, count, kwnames);
    return callNativeDescriptor(as<NativeObject>(cache->value), args, count, kwnames);
  }
  case kInstance: return callItem(dictAt(self.o, type), name, args, count, kwnames, cache);
  case kInDicts: {
    Ref callee(loadInDicts(self.o, type, name));
    if (JN_UNLIKELY(callee.get().tag == JN_UNBOUND))
      break;
    return callAny(callee.get(), args + 1, count - 1, kwnames);
  }
  case kDescriptor:
    if (mayHide && JN_UNLIKELY(hidden(self.o, type, name)))
      break;
    return callFound(cache->value, args, count, kwnames);
  default: break;
  }
  return jn_unbound();
}

// The same where the receiver is the class that the cache is of.
Value callOnClass(const Value *args, size_t count, Value kwnames, const jn_attr_way *cache) {
  Value found = cache->value;
  Ref callee;
  if (cache->kind == kOfClass) {
    callee = Ref::own(found);
  } else if (cache->kind != kClassBind) {
    return jn_unbound();
  } else if (found.o->type == &jn_type_staticmethod) {
    callee = Ref::own(staticmethodFunction(found));
  } else {
    Value f =
        found.o->type == &jn_type_classmethod ? as<WrapperObject>(found)->function : jn_none();
    return isExact(f, &jn_type_function) ? callFunction(as<jn_function>(f), args, count, kwnames)
                                         : jn_unbound();
  }
  return callAny(callee.get(), args + 1, count - 1, kwnames);
}

}  // namespace
}  // namespace janus

void jn_trace_method(const jn_function_def *fn, jn_module *module, const jn_span *call,
                     const jn_span *lookup, const jn_attr_cache *cache) {
  jn_trace_span(fn, module, siteWithoutMethod == cache ? lookup : call);
  siteWithoutMethod = nullptr;
}

jn_value jn_call_method(jn_value name, const jn_value *args, size_t count, jn_value kwnames,
                        jn_attr_cache *cache) {
  Value self = args[0];
  Type *type = typeOf(self);
  if (const jn_attr_way *way = wayOf(cache, type); JN_LIKELY(way != nullptr)) {
    if (Value v = callCached(type, name, args, count, kwnames, way); v.tag != JN_UNBOUND)
      return v;
  } else if (const jn_attr_way *own = wayOfReceiver(self, cache)) {
    if (Value v = callOnClass(args, count, kwnames, own); v.tag != JN_UNBOUND)
      return v;
  } else if (const jn_attr_way *other = sharedLoads.findFor(cache, type, name)) {
    if (jn_attr_way *taken = wayOf(cache, type))
      settleCall(taken, self, count, kwnames);
    if (Value v = callCached(type, name, args, count, kwnames, other); v.tag != JN_UNBOUND)
      return v;
  }
  if (isForeignObject(self))
    return foreignInterface.callMethod(name, args, count, kwnames);
  return callMethodMiss(name, args, count, kwnames, cache);
}

// ---------------------------------------------------------------- methods and their calls apart

namespace janus {
namespace {

bool isUnboundMethod(const jn_attr_way *cache) {
  return cache->kind == kFunction || cache->kind == kPlain || cache->kind == kNativeFn ||
         cache->kind == kNative;
}

// A site of jn_load_method: whether generated code may take the method by itself, which it holds
// while it is called with arguments that it looks at then.
void settleMethod(jn_attr_way *site, Value self) {
  if (self.tag != JN_OBJECT || (site->type->typeFlags & kTypeShadowed))
    return;
  if (site->kind == kFunction) {
    site->kind = kPlain;
  } else if (site->kind == kNativeFn) {
    site->kind = kNative;
  }
}

}  // namespace
}  // namespace janus

jn_value jn_load_method_slow(jn_value o, jn_value name, jn_attr_cache *cache, jn_value *self) {
  *self = jn_unbound();
  Type *type = typeOf(o);
  const jn_attr_way *known = wayOf(cache, type);
  if (!known) {
    if (isForeignObject(o) && foreignInterface.keepsMethod(o, name)) {
      *self = jn_own(o);
      return jn_own(name);  // which stands for the method: one crossing is enough for the call
    }
    if (isExact(o, &jn_type_super) || isForeignObject(o) || wayOfReceiver(o, cache))
      return jn_getattr(o, name, cache);
    known = sharedLoads.findFor(cache, type, name);
    if (!known)
      known = learn(o, name, cache);
  }
  bool isMethod = known && known->type == type && isUnboundMethod(known) && o.tag != JN_NONE &&
                  (o.tag != JN_OBJECT || !hidden(o.o, type, name));
  if (!isMethod)
    return jn_getattr(o, name, cache);
  Value method = known->value;
  if (jn_attr_way *taken = wayOf(cache, type))
    settleMethod(taken, o);
  *self = jn_own(o);
  return jn_own(method);
}

jn_value jn_call_bound_slow(jn_value callee, const jn_value *args, size_t count) {
  if (isStr(callee))  // of an object of Python
    return foreignInterface.callMethod(callee, args, count, jn_unbound());
  return callFound(callee, args, count);
}
