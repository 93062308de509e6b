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
#include "value/object/Super.h"
#include "value/object/Types.h"
#include "value/text/Str.h"

#include "janus/fast_paths.h"

#include <string.h>

namespace janus {

namespace {

enum CacheKind : uint32_t {
  kNone,
  kInstance,     // entry `index` of the instance's dict
  kFromType,     // `value` in the class, no descriptor
  kFunction,     // `value` in the class is a compiled function
  kNativeFn,     // ... a method descriptor
  kDescriptor,   // `value` has descrGet and no descrSet: the instance's dict comes first
  kProperty,     // `value` is a data descriptor: property, getset, ...
  kSlot,         // value at offset `index` in the instance
  kOfClass,      // the receiver is the class `type` itself: `value`, no descriptor
  kClassBind,    // the receiver is the class `type` itself: `value` has descrGet
  kModuleEntry,  // entry `index` of a module's dict
  kInDicts,      // nothing in the class: the instance's dict, then its attribute dicts
  kStoreNew,     // store: the instance's dict gets the name as a new entry
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
inline bool hidden(Object *o, const Type *type, Value name) {
  if (JN_LIKELY(!(type->typeFlags & kTypeShadowed)) || !type->dictOffset)
    return false;
  jn_dict *d = dictAt(o, type);
  return d && d->count && dictGetStr(d, name).tag != JN_UNBOUND;
}

inline bool cacheable(Value name) {
  return name.o->flags & JN_FLAG_IMMORTAL;
}

void fill(jn_attr_cache *cache, Type *type, CacheKind kind, int64_t index, Value value) {
  cache->type = type;
  cache->version = type->version;
  cache->kind = kind;
  cache->index = index;
  cache->value = value;
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

// Remembers how `name` is found in instances of the receiver's class; false when it cannot be said.
bool learn(Value o, Value name, jn_attr_cache *cache) {
  if (!cacheable(name))
    return false;
  Type *type = typeOf(o);
  if (o.tag == JN_OBJECT && type->getattr == typeGetattr) {
    Type *cls = as<Type>(o);
    Value meta = lookupInType(type, name);
    if (meta.tag == JN_OBJECT && meta.o->type->descrSet)
      return false;
    Value v = lookupInType(cls, name);
    if (v.tag == JN_UNBOUND || !cls->version)
      return false;
    bool binds = v.tag == JN_OBJECT && v.o->type->descrGet;
    if (binds && v.o->type == &jn_type_function)
      binds = false;  // on a class, a function is itself
    fill(cache, cls, binds ? kClassBind : kOfClass, 0, v);
    return true;
  }
  if (type == &jn_type_module) {
    int64_t entry = findEntry(as<jn_module>(o)->dict, name);
    if (entry < 0)
      return false;
    fill(cache, type, kModuleEntry, entry, jn_unbound());
    return true;
  }
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
    if (v.o->type == &jn_type_member && o.tag == JN_OBJECT)
      fill(cache, type, kSlot, as<MemberObject>(v)->offset, v);
    else
      fill(cache, type, kProperty, 0, v);
    return true;
  }
  if (o.tag == JN_OBJECT && type->dictOffset) {
    int64_t entry = findEntry(dictAt(o.o, type), name);
    if (entry >= 0) {
      fill(cache, type, kInstance, entry, jn_unbound());
      return true;
    }
  }
  if (kind == kNone) {
    if (!attributeDicts(type) || o.tag != JN_OBJECT || !type->dictOffset)
      return false;
    kind = kInDicts;
  }
  fill(cache, type, kind, 0, v);
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

inline bool isReceiverClass(Value o, const jn_attr_cache *cache) {
  return o.tag == JN_OBJECT && reinterpret_cast<Type *>(o.o) == cache->type &&
         cache->version == reinterpret_cast<Type *>(o.o)->version;
}

}  // namespace
}  // namespace janus

using namespace janus;

jn_value jn_getattr(jn_value o, jn_value name, jn_attr_cache *cache) {
  Type *type = typeOf(o);
  if (JN_LIKELY(cache->type == type && cache->version == type->version)) {
    switch (cache->kind) {
    case kInstance: {
      jn_dict *d = dictAt(o.o, type);
      if (JN_LIKELY(entryIs(d, cache->index, name)))
        return jn_own(d->entries[cache->index].value);
      break;
    }
    case kSlot: {
      Value v = *reinterpret_cast<Value *>(reinterpret_cast<char *>(o.o) + cache->index);
      if (JN_LIKELY(v.tag >= JN_NONE))
        return jn_own(v);
      break;
    }
    case kModuleEntry: {
      jn_dict *d = as<jn_module>(o)->dict;
      if (JN_LIKELY(entryIs(d, cache->index, name)))
        return jn_own(d->entries[cache->index].value);
      break;
    }
    case kFromType:
      if (JN_LIKELY(!hidden(o.o, type, name)))
        return jn_own(cache->value);
      break;
    case kFunction:
      if (JN_LIKELY(!hidden(o.o, type, name)) && o.tag != JN_NONE)
        return newMethod(cache->value, o);
      break;
    case kNativeFn:
    case kDescriptor:
      if (o.tag != JN_OBJECT || JN_LIKELY(!hidden(o.o, type, name)))
        return cache->value.o->type->descrGet(cache->value.o, o, type);
      break;
    case kInDicts:
      if (Value v = loadInDicts(o.o, type, name); JN_LIKELY(v.tag != JN_UNBOUND))
        return v;
      break;
    case kProperty: return cache->value.o->type->descrGet(cache->value.o, o, type);
    default: break;
    }
  } else if (isReceiverClass(o, cache)) {
    if (JN_LIKELY(cache->kind == kOfClass))
      return jn_own(cache->value);
    if (cache->kind == kClassBind)
      return cache->value.o->type->descrGet(cache->value.o, jn_none(), as<Type>(o));
  }
  return getattrMiss(o, name, cache);
}

// ---------------------------------------------------------------- stores

namespace janus {
namespace {

__attribute__((noinline)) int setattrMiss(Value o, Value name, Value v, jn_attr_cache *cache) {
  Type *type = typeOf(o);
  if (o.tag == JN_OBJECT && type->setattr == genericSetattr && type->dictOffset && type->version &&
      cacheable(name)) {
    Value attribute = lookupInType(type, name);
    bool data = attribute.tag == JN_OBJECT && attribute.o->type->descrSet;
    if (data && attribute.o->type == &jn_type_member) {
      fill(cache, type, kSlot, as<MemberObject>(attribute)->offset, attribute);
    } else if (!data) {
      int64_t entry = findEntry(dictAt(o.o, type), name);
      if (entry >= 0)
        fill(cache, type, kInstance, entry, jn_unbound());
      else if (attribute.tag == JN_UNBOUND)
        fill(cache, type, kStoreNew, 0, jn_unbound());
    }
  }
  return type->setattr(o, name, v);
}

}  // namespace
}  // namespace janus

int jn_setattr(jn_value o, jn_value name, jn_value v, jn_attr_cache *cache) {
  Type *type = typeOf(o);
  if (JN_LIKELY(cache->type == type && cache->version == type->version)) {
    if (JN_LIKELY(cache->kind == kInstance)) {
      jn_dict *d = dictAt(o.o, type);
      if (JN_LIKELY(entryIs(d, cache->index, name))) {
        dictReplaceAt(d, cache->index, v);
        return 0;
      }
    } else if (cache->kind == kStoreNew) {
      jn_dict **slot = dictSlot(o.o);
      if (!*slot)
        giveDict(o.o, slot);
      // The site may see the name again in the same instance: then it is an entry, and this a plain
      // store.
      return dictSetHashed(*slot, name, as<StrObject>(name)->hash, v);
    } else if (cache->kind == kSlot) {
      if (JN_UNLIKELY(o.o->flags & JN_FLAG_WATCHED))
        jn_watch_hit(o.o);
      jn_assign(reinterpret_cast<Value *>(reinterpret_cast<char *>(o.o) + cache->index), jn_own(v));
      return 0;
    }
  }
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

__attribute__((noinline)) Value callMethodMiss(Value name, const Value *args, size_t count,
                                               Value kwnames, jn_attr_cache *cache) {
  Value self = args[0];
  if (isExact(self, &jn_type_super))
    return callSuperMethod(name, args, count, kwnames, cache);
  Type *type = typeOf(self);
  if (learn(self, name, cache) && cache->type == type &&
      (cache->kind == kFunction || cache->kind == kNativeFn || cache->kind == kDescriptor)) {
    // learn() has seen that the instance's dict does not hide it.
    Value found = cache->value;
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
  if (JN_LIKELY(cache->type == type && cache->version == type->version)) {
    switch (cache->kind) {
    case kFunction:
      if (self.tag == JN_OBJECT && JN_UNLIKELY(hidden(self.o, type, name)))
        break;
      return callFunction(as<jn_function>(cache->value), args, count, kwnames);
    case kNativeFn: {
      if (self.tag == JN_OBJECT && JN_UNLIKELY(hidden(self.o, type, name)))
        break;
      const MethodDef *d = as<NativeObject>(cache->value)->def;
      if (JN_LIKELY(kwnames.tag != JN_OBJECT && count >= static_cast<size_t>(d->min) &&
                    (d->max < 0 || count <= static_cast<size_t>(d->max))))
        return d->fn(args, count, kwnames);
      return callNativeDescriptor(as<NativeObject>(cache->value), args, count, kwnames);
    }
    case kInstance: {
      jn_dict *d = dictAt(self.o, type);
      if (JN_UNLIKELY(!entryIs(d, cache->index, name)))
        break;
      Ref callee = Ref::own(d->entries[cache->index].value);
      return callAny(callee.get(), args + 1, count - 1, kwnames);
    }
    case kModuleEntry: {
      jn_dict *d = as<jn_module>(self)->dict;
      if (JN_UNLIKELY(!entryIs(d, cache->index, name)))
        break;
      Ref callee = Ref::own(d->entries[cache->index].value);
      return callAny(callee.get(), args + 1, count - 1, kwnames);
    }
    case kInDicts: {
      Ref callee(loadInDicts(self.o, type, name));
      if (JN_UNLIKELY(callee.get().tag == JN_UNBOUND))
        break;
      return callAny(callee.get(), args + 1, count - 1, kwnames);
    }
    case kDescriptor:
      if (self.tag == JN_OBJECT && JN_UNLIKELY(hidden(self.o, type, name)))
        break;
      return callFound(cache->value, args, count, kwnames);
    default: break;
    }
  } else if (isReceiverClass(self, cache)) {
    if (cache->kind == kOfClass) {
      Ref callee = Ref::own(cache->value);
      return callAny(callee.get(), args + 1, count - 1, kwnames);
    }
    if (cache->kind == kClassBind) {
      Value found = cache->value;
      if (found.o->type == &jn_type_staticmethod) {
        Ref callee = Ref::own(staticmethodFunction(found));
        return callAny(callee.get(), args + 1, count - 1, kwnames);
      }
      if (found.o->type == &jn_type_classmethod) {
        Value f = as<WrapperObject>(found)->function;
        if (f.tag == JN_OBJECT && f.o->type == &jn_type_function)
          return callFunction(as<jn_function>(f), args, count, kwnames);
      }
    }
  }
  if (isForeignObject(self))
    return foreignInterface.callMethod(name, args, count, kwnames);
  return callMethodMiss(name, args, count, kwnames, cache);
}

// ---------------------------------------------------------------- globals

jn_value jn_global_load_slow(jn_module *m, jn_value name, jn_global_cache *cache) {
  jn_dict *builtins = builtinsDict();
  if (cache->builtins_version == builtins->keys_version &&
      cache->module_version == m->dict->keys_version)
    return jn_own(builtins->entries[cache->index].value);
  int64_t entry = findEntry(m->dict, name);
  if (entry >= 0) {
    *cache = {m->dict->keys_version, entry, 0, 0};
    return jn_own(m->dict->entries[entry].value);
  }
  entry = findEntry(builtins, name);
  if (entry < 0) {
    if (isUnloaded(m))
      return raiseUnloaded(m);
    Value late = lateBuiltin(name);
    return late.tag == JN_UNBOUND ? raiseNameError(name) : late;
  }
  // By number: a builtin may be replaced without a new key.
  *cache = {0, entry, m->dict->keys_version, builtins->keys_version};
  return jn_own(builtins->entries[entry].value);
}

int jn_global_store(jn_module *m, jn_value name, jn_value v) {
  return dictSetHashed(m->dict, name, as<StrObject>(name)->hash, v);
}

int jn_global_delete(jn_module *m, jn_value name) {
  int deleted = dictDelete(m->dict, name);
  if (deleted == 0)
    raiseNameError(name);
  return deleted > 0 ? 0 : -1;
}

jn_value jn_name_load(jn_value ns, jn_module *m, jn_value name, jn_cell *cell) {
  if (isExact(ns, &jn_type_dict)) {
    Value v = dictGetStr(as<jn_dict>(ns), name);
    if (v.tag != JN_UNBOUND)
      return jn_own(v);
  } else {
    Value v = jn_getitem(ns, name);
    if (v.tag != JN_ERROR)
      return v;
    if (!errorMatches(jn_exc_KeyError))
      return v;
    clearError();
  }
  if (cell) {
    Value v = jn_cell_load(cell);
    if (v.tag != JN_UNBOUND)
      return v;
    jn_raise_unbound_free(name);
    return jn_error();
  }
  jn_global_cache cache = {};
  return jn_global_load_slow(m, name, &cache);
}

int jn_name_store(jn_value ns, jn_value name, jn_value v) {
  if (isExact(ns, &jn_type_dict))
    return dictSet(as<jn_dict>(ns), name, v);
  return jn_setitem(ns, name, v);
}

int jn_name_delete(jn_value ns, jn_value name) {
  if (isExact(ns, &jn_type_dict)) {
    int deleted = dictDelete(as<jn_dict>(ns), name);
    if (deleted == 0)
      raiseNameError(name);
    return deleted > 0 ? 0 : -1;
  }
  if (jn_delitem(ns, name) == 0)
    return 0;
  if (errorMatches(jn_exc_KeyError)) {
    clearError();
    raiseNameError(name);
  }
  return -1;
}
