// What generated code includes: the interface, and short ways for what loops do most.
#ifndef JANUS_FAST_PATHS_H
#define JANUS_FAST_PATHS_H

#include "janus/generated.h"

// ---------------------------------------------------------------- sums
// `a = a + b` and `a += b` where `a` is read no more: on success `a` has been taken over, so that a
// string may grow in place; on an error it has not. jn_global_*: `a` is what the global `name`
// holds, and the result is stored there next.
#define JN_ADD_TAKING(name)                                                                        \
  JN_API jn_value jn_##name##_taking_slow(jn_value a, jn_value b);                                 \
  JN_API jn_value jn_global_##name##_slow(jn_module *m, jn_value global, jn_value a, jn_value b);  \
  static inline bool jn_##name##_numbers(jn_value a, jn_value b, jn_value *out) {                  \
    int64_t r;                                                                                     \
    if (JN_LIKELY(jn_both(a, b, JN_INT))) {                                                        \
      bool fits = !__builtin_add_overflow(a.i, b.i, &r);                                           \
      *out = jn_int(r);                                                                            \
      return JN_LIKELY(fits);                                                                      \
    }                                                                                              \
    *out = jn_float(a.f + b.f);                                                                    \
    return jn_both(a, b, JN_FLOAT);                                                                \
  }                                                                                                \
  static inline jn_value jn_##name##_taking(jn_value a, jn_value b) {                              \
    jn_value sum;                                                                                  \
    return jn_##name##_numbers(a, b, &sum) ? sum : jn_##name##_taking_slow(a, b);                  \
  }                                                                                                \
  static inline jn_value jn_global_##name(jn_module *m, jn_value global, jn_value a, jn_value b) { \
    jn_value sum;                                                                                  \
    return jn_##name##_numbers(a, b, &sum) ? sum : jn_global_##name##_slow(m, global, a, b);       \
  }
JN_ADD_TAKING(add)
JN_ADD_TAKING(iadd)
#undef JN_ADD_TAKING

// ---------------------------------------------------------------- items and calls
JN_API jn_value jn_getslice(jn_value o, jn_value start, jn_value stop);  // o[start:stop]
// `o.append(item)`
static inline jn_value jn_call_append(jn_value name, const jn_value *args, jn_attr_cache *cache) {
  if (JN_LIKELY(jn_is_object(args[0], &jn_type_list) && !(args[0].o->flags & JN_FLAG_WATCHED))) {
    jn_list *l = (jn_list *)args[0].o;
    if (JN_LIKELY(l->size < l->capacity)) {
      l->items[l->size++] = jn_own(args[1]);
      return jn_none();
    }
  }
  return jn_call_method(name, args, 2, jn_unbound(), cache);
}
// For `o.name(...)` whose cache is given: `lookup` when `name` was not found, else `call`.
JN_API void jn_trace_method(const jn_function_def *fn, jn_module *module, const jn_span *call,
                            const jn_span *lookup, const jn_attr_cache *cache);

#endif
