#include "value/object/AttributeDicts.h"

namespace janus {

namespace {

jn_tuple *find(Type *type) {
  Value declared = lookupInType(type, JN_NAME("__attribute_dicts__"));
  if (!isExact(declared, &jn_type_tuple) || as<jn_tuple>(declared)->size != 2 ||
      !isExact(as<jn_tuple>(declared)->items[1], &jn_type_tuple))
    return nullptr;
  Value hook = lookupInType(type, JN_NAME("__getattr__")), of = as<jn_tuple>(declared)->items[0];
  if (hook.tag != JN_OBJECT || of.tag != JN_OBJECT || hook.o != of.o)
    return nullptr;
  jn_tuple *names = as<jn_tuple>(as<jn_tuple>(declared)->items[1]);
  for (int64_t i = 0; i < names->size; ++i)
    if (!isExact(names->items[i], &jn_type_str) || !(names->items[i].o->flags & JN_FLAG_IMMORTAL))
      return nullptr;
  return names;
}

}  // namespace

jn_tuple *attributeDicts(Type *type) {
  if (JN_UNLIKELY(type->attributeDictsVersion != type->version || !type->version)) {
    type->attributeDicts = find(type);
    type->attributeDictsVersion = type->version;
  }
  return type->attributeDicts;
}

Value lookupInAttributeDicts(jn_dict *instance, jn_tuple *dicts, Value name) {
  if (!instance)
    return jn_unbound();
  for (int64_t i = 0; i < dicts->size; ++i) {
    Value inner = dictGetStr(instance, dicts->items[i]);
    if (inner.tag == JN_UNBOUND)
      continue;
    if (!isExact(inner, &jn_type_dict))
      return jn_unbound();
    Value v = lookupInDict(as<jn_dict>(inner), name);
    if (v.tag != JN_UNBOUND)
      return jn_own(v);
  }
  return jn_unbound();
}

}  // namespace janus
