// Names in generated code: globals and builtins through caches, and the names of class bodies.
#include "value/call/Modules.h"
#include "value/container/Dict.h"
#include "value/error/Raise.h"
#include "value/text/Str.h"

using namespace janus;

namespace {
int64_t findEntry(jn_dict *d, Value name) {
  return dictFind(d, name, as<StrObject>(name)->hash);
}
}  // namespace

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
