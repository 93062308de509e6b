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

// Once in each module: calls that are near, and leaves for what the caches know. Inlined at every
// site they would take half as much again to compile.
#define JN_NEAR static __attribute__((noinline, unused))

// ---------------------------------------------------------------- identity and globals
// Identity as CPython's: equal small immediates are one object.
static inline int jn_same(jn_value a, jn_value b) {
  return a.tag == b.tag && (a.tag < JN_BOOL || a.i == b.i);
}
JN_NEAR jn_value jn_builtin_load(jn_module *m, jn_value name, jn_global_cache *cache) {
  if (JN_LIKELY(cache->module_version == m->dict->keys_version &&
                cache->builtins_version == jn_builtins->keys_version))
    return jn_own(jn_builtins->entries[cache->index].value);
  return jn_global_load_slow(m, name, cache);
}
static inline jn_value jn_global_load(jn_module *m, jn_value name, jn_global_cache *cache) {
  if (JN_LIKELY(cache->version == m->dict->keys_version))
    return jn_own(m->dict->entries[cache->index].value);
  return jn_builtin_load(m, name, cache);
}

// ---------------------------------------------------------------- attributes
// What the site knows of the class of that version; null for nothing.
static inline const jn_attr_way *jn_way_of(const jn_attr_cache *cache, uint32_t version) {
  const jn_attr_way *way = cache->ways;
  if (JN_LIKELY(way->version == version))
    return way;
  for (const jn_attr_way *end = way + JN_ATTR_WAYS; ++way < end;)
    if (way->version == version)
      return way;
  return nullptr;
}
static inline bool jn_entry_is(const jn_dict_entry *entry, jn_value name) {
  return entry->key.o == name.o && entry->key.tag == JN_OBJECT;
}
// The place of the attribute's value, in the object or its dict; null where the cache does not say.
// The object that holds it goes to *holder.
static inline jn_value *jn_cached_place(jn_value o, jn_value name, const jn_attr_cache *cache,
                                        const jn_object **holder) {
  if (JN_UNLIKELY(o.tag != JN_OBJECT))
    return nullptr;
  const jn_class_front *cls = (const jn_class_front *)o.o->type;
  const jn_attr_way *way = jn_way_of(cache, cls->version);
  if (JN_UNLIKELY(!way))
    return nullptr;
  *holder = o.o;
  if (way->kind == JN_ATTR_SLOT)
    return (jn_value *)((char *)o.o + way->index);
  if (JN_UNLIKELY(way->kind != JN_ATTR_INSTANCE))
    return nullptr;
  const jn_dict *d = *(jn_dict **)((char *)o.o + cls->dict_offset);
  // A load from the room does not wait for what the dict says.
  if (JN_LIKELY((o.o->flags >> JN_ROOM_SHIFT & JN_ROOM_MASK) > way->index)) {
    jn_dict_entry *entry = (jn_dict_entry *)((char *)o.o + way->value.i);
    if (JN_LIKELY(jn_entry_is(entry, name))) {
      *holder = &d->head;
      return &entry->value;
    }
  }
  if (JN_UNLIKELY(!d || way->index >= d->used))
    return nullptr;
  *holder = &d->head;
  jn_dict_entry *entry = &d->entries[way->index];
  return JN_LIKELY(jn_entry_is(entry, name)) ? &entry->value : nullptr;
}
JN_NEAR jn_value jn_load_attr(jn_value o, jn_value name, jn_attr_cache *cache) {
  const jn_object *holder;
  const jn_value *place = jn_cached_place(o, name, cache, &holder);
  return JN_LIKELY(place && place->tag >= JN_NONE) ? jn_own(*place) : jn_getattr(o, name, cache);
}
JN_NEAR int jn_store_attr(jn_value o, jn_value name, jn_value v, jn_attr_cache *cache) {
  const jn_object *written;
  jn_value *place = jn_cached_place(o, name, cache, &written);
  if (JN_UNLIKELY(!place || written->flags & JN_FLAG_WATCHED))
    return jn_setattr(o, name, v, cache);
  jn_assign(place, jn_own(v));
  return 0;
}

// ---------------------------------------------------------------- items and calls
static inline bool jn_takes_plain(const jn_function *f, size_t count) {
  const jn_function_def *def = f->def;
  return def->positional == count && def->keyword_only == 0 &&
         !(def->flags & (JN_FN_VARARGS | JN_FN_VARKW | JN_FN_GENERATOR)) &&
         !(f->head.flags & JN_FLAG_ASKS);
}
// The beginning of a function of the runtime and of its definition (runtime/value/call/Calls.h).
struct jn_native_def {
  const char *name;
  jn_native_fn fn;
  int32_t min, max;  // arguments by position; max < 0: any number
};
struct jn_native_front {
  jn_object head;
  const jn_native_def *def;
  jn_value self;  // JN_UNBOUND: it takes the arguments as they are
};
JN_API jn_type jn_type_native;

JN_NEAR jn_value jn_call_function(jn_value callee, const jn_value *args, size_t count) {
  if (JN_LIKELY(jn_is_object(callee, &jn_type_function))) {
    jn_function *f = (jn_function *)callee.o;
    if (JN_LIKELY(jn_takes_plain(f, count)))
      return f->def->body(f, args);
  } else if (jn_is_object(callee, &jn_type_native)) {
    const jn_native_front *f = (const jn_native_front *)callee.o;
    const jn_native_def *def = f->def;
    bool fits = count >= (size_t)def->min && (def->max < 0 || count <= (size_t)def->max) &&
                f->self.tag == JN_UNBOUND && !(f->head.flags & JN_FLAG_ASKS);
    if (JN_LIKELY(fits && jn_call_depth.depth < jn_call_depth.limit)) {
      ++jn_call_depth.depth;
      jn_value result = def->fn(args, count, jn_unbound());
      --jn_call_depth.depth;
      return result;
    }
  }
  return jn_call(callee, args, count);
}
// `a, b = v`, for `count` places.
JN_NEAR int jn_unpack_plain(jn_value v, int64_t count, jn_value *out) {
  if (JN_LIKELY(jn_is_object(v, &jn_type_tuple) && ((jn_tuple *)v.o)->size == count)) {
    const jn_value *items = ((jn_tuple *)v.o)->items;
    for (int64_t i = 0; i < count; ++i)
      out[i] = jn_own(items[i]);
    return 0;
  }
  return jn_unpack(v, count, 0, 0, out);
}
// The object that a loop over `o` goes through, and in *place its place there: a list itself,
// without an iterator, from place 0 on; an iterator has no place, -1. For loops that do not outlive
// their frame: the collector does not know that they hold the list.
static inline jn_value jn_loop_start(jn_value o, int64_t *place) {
  bool is_list = jn_is_object(o, &jn_type_list);
  *place = is_list ? 0 : -1;
  return is_list ? jn_own(o) : jn_iter(o);
}
static inline jn_value jn_loop_next(jn_value through, int64_t *place) {
  if (*place < 0)
    return jn_next(through);
  const jn_list *l = (jn_list *)through.o;
  return JN_LIKELY(*place < l->size) ? jn_own(l->items[(*place)++]) : jn_done();
}
// The next item of what is unpacked into two. The items of a tuple go to out[0] and out[1], and
// JN_NONE is the answer. Otherwise out[0] is JN_UNBOUND, and the item is still to be unpacked.
JN_API jn_value jn_next_pair_slow(jn_value iterator, jn_value *out);
JN_NEAR jn_value jn_loop_next_pair(jn_value through, int64_t *place, jn_value *out) {
  if (JN_LIKELY(*place >= 0)) {
    const jn_list *l = (jn_list *)through.o;
    if (JN_LIKELY(*place < l->size)) {
      jn_value item = l->items[(*place)++];
      out[0] = jn_unbound();
      if (JN_LIKELY(jn_is_object(item, &jn_type_tuple) && ((jn_tuple *)item.o)->size == 2)) {
        out[0] = jn_own(((jn_tuple *)item.o)->items[0]);
        out[1] = jn_own(((jn_tuple *)item.o)->items[1]);
        return jn_none();
      }
      return jn_own(item);
    }
    return jn_done();
  }
  return jn_next_pair_slow(through, out);
}
// At a root, whose versions take whole objects: the iterator that a loop over a list has done
// without so far, and the item that was taken apart into two.
JN_API void jn_make_iterator(jn_value *through, int64_t *place);
JN_API void jn_make_item(jn_value *item, jn_value *pair);
// A call of `range` whose result is iterated over and seen by nobody else: its iterator.
// JN_UNBOUND for other arguments than ints of 64 bits.
JN_API jn_value jn_range_iterator_of(const jn_value *args, size_t count);
// `callee(...)` in `for x in callee(...)`.
JN_NEAR jn_value jn_call_iterated(jn_value callee, const jn_value *args, size_t count) {
  if (jn_is_object(callee, &jn_type_function))
    return jn_call_function(callee, args, count);
  if (JN_LIKELY(callee.tag == JN_OBJECT && callee.o == (jn_object *)&jn_type_range)) {
    jn_value iterator = jn_range_iterator_of(args, count);
    if (JN_LIKELY(iterator.tag != JN_UNBOUND))
      return iterator;
  }
  return jn_call(callee, args, count);
}
JN_NEAR jn_value jn_call_plain_method(jn_value name, const jn_value *args, size_t count,
                                      jn_attr_cache *cache) {
  const jn_attr_way *way = nullptr;
  if (JN_LIKELY(args[0].tag == JN_OBJECT))
    way = jn_way_of(cache, ((const jn_class_front *)args[0].o->type)->version);
  if (JN_LIKELY(way != nullptr)) {
    if (way->kind == JN_ATTR_NATIVE)
      return ((jn_native_fn)way->index)(args, count, jn_unbound());
    jn_function *f = (jn_function *)way->value.o;
    if (JN_LIKELY(way->kind == JN_ATTR_PLAIN && !(f->head.flags & JN_FLAG_ASKS)))
      return f->def->body(f, args);
  }
  return jn_call_method(name, args, count, jn_unbound(), cache);
}
// `o.name` in `o.name(...)` whose arguments are evaluated in between: what is called, and in *self
// what goes before the arguments; that is JN_UNBOUND where the attribute itself is called.
JN_API jn_value jn_load_method_slow(jn_value o, jn_value name, jn_attr_cache *cache,
                                    jn_value *self);
JN_NEAR jn_value jn_load_method(jn_value o, jn_value name, jn_attr_cache *cache, jn_value *self) {
  const jn_attr_way *way = nullptr;
  if (JN_LIKELY(o.tag == JN_OBJECT))
    way = jn_way_of(cache, ((const jn_class_front *)o.o->type)->version);
  if (JN_LIKELY(way && (way->kind == JN_ATTR_PLAIN || way->kind == JN_ATTR_NATIVE))) {
    *self = jn_own(o);
    return jn_own(way->value);
  }
  return jn_load_method_slow(o, name, cache, self);
}
// args[0] is what jn_load_method has put in *self.
JN_API jn_value jn_call_bound_slow(jn_value callee, const jn_value *args, size_t count);
JN_NEAR jn_value jn_call_bound(jn_value callee, const jn_value *args, size_t count) {
  if (args[0].tag == JN_UNBOUND)
    return jn_call_function(callee, args + 1, count - 1);
  jn_function *f = (jn_function *)callee.o;
  if (JN_LIKELY(f->head.type == &jn_type_function && jn_takes_plain(f, count)))
    return f->def->body(f, args);
  return jn_call_bound_slow(callee, args, count);
}
JN_API jn_value jn_getslice(jn_value o, jn_value start, jn_value stop);  // o[start:stop]
// o[start:stop:step], and o[start:stop:step] = v: 0, -1
JN_API jn_value jn_getslice_by(jn_value o, jn_value start, jn_value stop, jn_value step);
JN_API int jn_setslice(jn_value o, jn_value start, jn_value stop, jn_value step, jn_value v);
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
