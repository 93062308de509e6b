// All that generated C++ may use: data layouts its fast paths read, the shims that decide at run
// time what Python would do, and the definition records that describe a compiled module.
// No STL, no oneDNN. Arguments are borrowed, results owned (value.h).
// Additions by the code generator: jn_run_main, jn_length, jn_drop*, jn_release, jn_clear, jn_take,
// jn_*_truth, JN_CHECK*; a global's cache tells module and builtins apart by two versions; a
// generator's frame has `frame_slots` values in all, its parameters first. By the object model:
// jn_call_from.
#ifndef JANUS_GENERATED_H
#define JANUS_GENERATED_H

#include "janus/checks.h"
#include "janus/value.h"

constexpr uint32_t JN_ABI_VERSION = 1;

// ---------------------------------------------------------------- layouts read by fast paths
struct jn_list {
  jn_object head;
  jn_value *items;
  int64_t size, capacity;
};
struct jn_tuple {
  jn_object head;
  int64_t size;
  jn_value items[1];  // `size` of them
};
struct jn_range_iterator {
  jn_object head;
  int64_t next, stop, step;  // 64-bit ranges only; others iterate through jn_next_slow
};
struct jn_list_iterator {
  jn_object head;
  jn_list *list;  // null once exhausted
  int64_t index;
};
struct jn_cell {
  jn_object head;
  jn_value value;  // JN_UNBOUND when empty
};
struct jn_dict_entry {
  jn_value key;  // JN_UNBOUND marks a deleted entry
  jn_value value;
  int64_t hash;
};
// Insertion-ordered: `entries[0, used)` in order, an index table beside it.
struct jn_dict {
  jn_object head;
  jn_dict_entry *entries;
  int64_t used;           // entries in use, deleted ones included
  int64_t count;          // live entries
  uint64_t keys_version;  // new number whenever a key is added, removed or moved
  void *index;            // runtime/value/Dict
};
struct jn_module {
  jn_object head;
  jn_dict *dict;
  const struct jn_module_def *def;  // null for modules written in C++
};

JN_API jn_type jn_type_bool, jn_type_int, jn_type_float, jn_type_str, jn_type_list, jn_type_tuple,
    jn_type_dict, jn_type_range, jn_type_range_iterator, jn_type_list_iterator, jn_type_function;

// ---------------------------------------------------------------- definition records
enum jn_function_flags : uint32_t {
  JN_FN_VARARGS = 1,     // has *args
  JN_FN_VARKW = 2,       // has **kwargs
  JN_FN_GENERATOR = 4,   // `resume` is set instead of `body`
  JN_FN_CLASS_BODY = 8,  // args[0] is the class namespace dict
  JN_FN_MODULE_BODY = 16,
  JN_FN_COROUTINE = 128,  // with JN_FN_GENERATOR, as the next two
  JN_FN_ASYNC_GENERATOR = 256,
  JN_FN_ITERABLE_COROUTINE = 512,  // a generator that may be awaited: types.coroutine
};
struct jn_function;
struct jn_generator;
// `args` holds one bound value per parameter in the order: positional-only, positional,
// keyword-only, *args (a tuple), **kwargs (a dict). All borrowed.
typedef jn_value (*jn_body_fn)(jn_function *self, const jn_value *args);
// Runs a generator to its next yield. `sent` is the value of the yield expression (JN_ERROR: raise
// the pending exception there). Returns the yielded value; to return, jn_generator_return().
typedef jn_value (*jn_resume_fn)(jn_generator *g, jn_value sent);

struct jn_function_def {
  const char *name;      // `__name__`
  const char *qualname;  // `__qualname__`
  const char *doc;       // null when there is none (UTF-8)
  const char *file;      // as given to the compiler
  uint32_t line;         // of the def statement
  uint32_t flags;
  uint16_t positional_only, positional, keyword_only;  // counts; `positional` includes the former
  uint16_t frame_slots;                                // generators: values kept in the heap frame
  const char *const *parameters;                       // names in the order of `args`
  jn_body_fn body;
  jn_resume_fn resume;
  const char *const *free_names;  // names of the captured cells, in order of `closure`
  uint16_t free_count;
  uint16_t twin;  // functions before it of this qualified name and line
};
struct jn_function {
  jn_object head;
  const jn_function_def *def;
  jn_module *module;
  jn_value defaults;     // tuple or None, for the last positional parameters
  jn_value kwdefaults;   // dict or None
  jn_value annotations;  // dict or None
  jn_value dict;         // `__dict__` or JN_UNBOUND
  jn_value name, qualname, doc;
  int64_t closure_size;
  jn_cell *closure[1];  // `closure_size` cells
};
struct jn_generator {
  jn_object head;
  const jn_function_def *def;
  jn_function *function;
  int64_t state;     // 0 at the start, then the resume point; -1 running to completion, -2 finished
  jn_value result;   // of `return`
  jn_value handled;  // exception being handled inside the generator
  jn_value delegate;  // the iterator of the `yield from` or `await` that it waits in
  uint16_t running;
  uint8_t yielded;      // asynchronous generators: the value comes from `yield`, not from `await`
  uint8_t async_state;  // runtime/value/call/AsyncGenerator
  uint32_t size;
  jn_value slots[1];  // `size`: parameters first, then what the compiler keeps across yields
};

enum jn_constant_kind : uint32_t {
  JN_K_STR,
  JN_K_BYTES,
  JN_K_BIGINT,
  JN_K_COMPLEX,
  JN_K_TUPLE,
  JN_K_FROZENSET,
  JN_K_INT,
  JN_K_FLOAT,
  JN_K_BOOL,
  JN_K_NONE,
  JN_K_ELLIPSIS
};
// STR, BYTES: text/size (UTF-8 with surrogates as WTF-8). BIGINT: decimal text. COMPLEX: number is
// the imaginary part, real the other one. TUPLE, FROZENSET: `items` are `size` indices of earlier
// constants. INT, BOOL: integer.
struct jn_constant {
  jn_constant_kind kind;
  uint32_t size;
  const char *text;
  const uint32_t *items;
  int64_t integer;
  double number;
  double real;
};

struct jn_region_def;  // roots of tier 2; runtime/speculate

struct jn_module_def {
  uint32_t abi_version;
  const char *name;  // dotted, `__main__` for a program
  const char *file;
  const char *doc;
  uint32_t is_package;
  const jn_constant *constants;
  jn_value *constant_slots;  // filled by the runtime before `body` runs
  uint32_t constant_count;
  const jn_function_def *body;
  const char *source;  // the Python source, or null; for tracebacks and for tier 3
  uint64_t source_size;
  const jn_region_def *const *regions;
  uint32_t region_count;
};

// ---------------------------------------------------------------- inline caches (zero-initialised)
// The beginning of a class. `version` changes with whatever its attributes mean; none comes twice,
// so that it stands for the class, too.
struct jn_class_front {
  jn_object head;
  uint32_t version;
  int32_t dict_offset;  // of an instance's jn_dict*
};
// The kinds that generated code knows; runtime/value/object/AttributeCache has the others.
enum jn_attr_kind : uint32_t {
  // Entry `index` of the instance's dict. It is `value.i` bytes behind the instance where that has
  // room for so many entries and the dict is there; elsewhere no key is.
  JN_ATTR_INSTANCE = 1,
  JN_ATTR_SLOT = 2,  // at byte `index` of the instance, when it is bound
  // Method sites: what takes the site's arguments as they are.
  JN_ATTR_PLAIN = 3,   // `value`, a function
  JN_ATTR_NATIVE = 4,  // what `index` points to, a jn_native_fn
};
// A function of the runtime; `kwnames` is a tuple of str or JN_UNBOUND.
typedef jn_value (*jn_native_fn)(const jn_value *args, size_t count, jn_value kwnames);
// How the name is found in instances of one class.
struct jn_attr_way {
  jn_type *type;
  uint32_t version;
  uint32_t kind;  // jn_attr_kind
  int64_t index;
  jn_value value;  // borrowed from the type while `version` holds
};
constexpr int JN_ATTR_WAYS = 4;
struct jn_attr_cache {  // one per attribute or method site; the class seen last comes first
  jn_attr_way ways[JN_ATTR_WAYS];
};
struct jn_global_cache {
  uint64_t
      version;  // keys_version of the module's dict if it has the name; such a dict is never empty
  int64_t index;  // of the entry there; otherwise in builtins, while these two versions hold
  uint64_t module_version, builtins_version;
};

// ---------------------------------------------------------------- errors and tracebacks
// Adds one line to the pending exception's traceback. `line` counts from 1, `column` from 0.
JN_API void jn_trace(const jn_function_def *fn, jn_module *module, uint32_t line, uint32_t column);
// A range of the source, static: lines from 1, columns in bytes from 0.
struct jn_span {
  uint32_t line, column, end_line, end_column;
};
JN_API void jn_trace_span(const jn_function_def *fn, jn_module *module, const jn_span *span);
JN_API void jn_raise(jn_value exception,
                     jn_value cause);  // cause: JN_UNBOUND when there is no `from`
JN_API void jn_reraise();              // bare `raise`: RuntimeError when none is handled
JN_API void jn_raise_unbound_local(jn_value name);  // UnboundLocalError
JN_API void jn_raise_unbound_free(jn_value name);   // NameError: free variable ...
JN_API void jn_raise_assertion(jn_value message);   // message: JN_UNBOUND when there is none
// Enters a handler: takes the pending exception (owned), makes it the handled one and stores the
// previously handled one in *saved.
JN_API jn_value jn_catch(jn_value *saved);
// Leaves a handler on any way out; keeps a pending exception pending (its __context__ is set by
// jn_raise).
JN_API void jn_catch_end(jn_value saved);
// Makes `exception` (owned here) pending again with its traceback unchanged: end of an unmatched
// handler and of `finally`.
JN_API void jn_restore(jn_value exception);
JN_API int jn_exception_matches(jn_value exception, jn_value type_or_tuple);  // 1, 0, -1

// Depth counting for RecursionError. jn_enter returns false with the exception pending.
struct jn_depth {
  int64_t depth, limit;
};
JN_API jn_depth jn_call_depth;
JN_API void jn_raise_recursion();
static inline bool jn_enter() {
  if (JN_UNLIKELY(++jn_call_depth.depth > jn_call_depth.limit)) {
    jn_raise_recursion();
    --jn_call_depth.depth;
    return false;
  }
  return true;
}
static inline void jn_leave() {
  --jn_call_depth.depth;
}
// Checked at loop back edges and function entries: signals (Ctrl-C) and the collector.
JN_API volatile uint32_t jn_pending_flags;
JN_API int jn_handle_pending();  // 0, or -1 with an exception pending
static inline int jn_poll() {
  return JN_UNLIKELY(jn_pending_flags) ? jn_handle_pending() : 0;
}

// ---------------------------------------------------------------- operators (slow paths)
#define JN_BINARY_OPERATORS(X)                                                                     \
  X(add)                                                                                           \
  X(sub)                                                                                           \
  X(mul) X(truediv) X(floordiv) X(mod) X(pow) X(matmul) X(lshift) X(rshift) X(and) X(or) X(xor)
#define JN_X(n)                                                                                    \
  JN_API jn_value jn_##n##_slow(jn_value a, jn_value b);                                           \
  JN_API jn_value jn_i##n##_slow(jn_value a, jn_value b);
JN_BINARY_OPERATORS(
    JN_X)  // jn_add_slow(a, b) is a + b; jn_iadd_slow(a, b) is `a += b`, the new value of a
#undef JN_X
JN_API jn_value jn_neg_slow(jn_value a);
JN_API jn_value jn_pos_slow(jn_value a);
JN_API jn_value jn_invert_slow(jn_value a);
JN_API jn_value jn_eq_slow(jn_value a, jn_value b);
JN_API jn_value jn_ne_slow(jn_value a, jn_value b);
JN_API jn_value jn_lt_slow(jn_value a, jn_value b);
JN_API jn_value jn_le_slow(jn_value a, jn_value b);
JN_API jn_value jn_gt_slow(jn_value a, jn_value b);
JN_API jn_value jn_ge_slow(jn_value a, jn_value b);
JN_API int jn_truth_slow(jn_value a);                       // 1, 0, -1
JN_API int jn_contains(jn_value container, jn_value item);  // 1, 0, -1
JN_API int jn_is(jn_value a,
                 jn_value b);  // identity as CPython's: equal small immediates are one object

static inline int jn_truth(jn_value a) {
  if (JN_LIKELY(a.tag == JN_BOOL || a.tag == JN_INT))
    return a.i != 0;
  if (a.tag == JN_NONE)
    return 0;
  return jn_truth_slow(a);
}
static inline bool jn_both(jn_value a, jn_value b, uint64_t tag) {
  return a.tag == tag && b.tag == tag;
}
#define JN_ARITHMETIC(name, builtin, op)                                                           \
  static inline jn_value jn_##name(jn_value a, jn_value b) {                                       \
    if (JN_LIKELY(jn_both(a, b, JN_INT))) {                                                        \
      int64_t r;                                                                                   \
      if (JN_LIKELY(!builtin(a.i, b.i, &r)))                                                       \
        return jn_int(r);                                                                          \
    } else if (jn_both(a, b, JN_FLOAT)) {                                                          \
      return jn_float(a.f op b.f);                                                                 \
    }                                                                                              \
    return jn_##name##_slow(a, b);                                                                 \
  }                                                                                                \
  static inline jn_value jn_i##name(jn_value a, jn_value b) {                                      \
    if (JN_LIKELY(jn_both(a, b, JN_INT))) {                                                        \
      int64_t r;                                                                                   \
      if (JN_LIKELY(!builtin(a.i, b.i, &r)))                                                       \
        return jn_int(r);                                                                          \
    } else if (jn_both(a, b, JN_FLOAT)) {                                                          \
      return jn_float(a.f op b.f);                                                                 \
    }                                                                                              \
    return jn_i##name##_slow(a, b);                                                                \
  }
JN_ARITHMETIC(add, __builtin_add_overflow, +)
JN_ARITHMETIC(sub, __builtin_sub_overflow, -)
JN_ARITHMETIC(mul, __builtin_mul_overflow, *)
#undef JN_ARITHMETIC
#define JN_BITWISE(name, op)                                                                       \
  static inline jn_value jn_##name(jn_value a, jn_value b) {                                       \
    return JN_LIKELY(jn_both(a, b, JN_INT)) ? jn_int(a.i op b.i) : jn_##name##_slow(a, b);         \
  }                                                                                                \
  static inline jn_value jn_i##name(jn_value a, jn_value b) {                                      \
    return JN_LIKELY(jn_both(a, b, JN_INT)) ? jn_int(a.i op b.i) : jn_i##name##_slow(a, b);        \
  }
JN_BITWISE(and, &)
JN_BITWISE(or, |)
JN_BITWISE(xor, ^)
#undef JN_BITWISE
static inline bool jn_floordiv_fast(int64_t a, int64_t b, int64_t *quotient, int64_t *remainder) {
  if (b == 0 || (b == -1 && a == INT64_MIN))
    return false;
  // Of what is not negative, which is most of what programs divide, nothing is to be adjusted.
  if (JN_LIKELY((a | b) >= 0)) {
    *quotient = (int64_t)((uint64_t)a / (uint64_t)b);
    *remainder = (int64_t)((uint64_t)a % (uint64_t)b);
    return true;
  }
  int64_t q = a / b, r = a - q * b;
  if (r != 0 && ((r < 0) != (b < 0))) {
    --q;
    r += b;
  }
  *quotient = q;
  *remainder = r;
  return true;
}
static inline jn_value jn_floordiv(jn_value a, jn_value b) {
  int64_t q, r;
  if (JN_LIKELY(jn_both(a, b, JN_INT) && jn_floordiv_fast(a.i, b.i, &q, &r)))
    return jn_int(q);
  return jn_floordiv_slow(a, b);
}
static inline jn_value jn_mod(jn_value a, jn_value b) {
  int64_t q, r;
  if (JN_LIKELY(jn_both(a, b, JN_INT) && jn_floordiv_fast(a.i, b.i, &q, &r)))
    return jn_int(r);
  return jn_mod_slow(a, b);
}
static inline jn_value jn_ifloordiv(jn_value a, jn_value b) {
  int64_t q, r;
  if (JN_LIKELY(jn_both(a, b, JN_INT) && jn_floordiv_fast(a.i, b.i, &q, &r)))
    return jn_int(q);
  return jn_ifloordiv_slow(a, b);
}
static inline jn_value jn_imod(jn_value a, jn_value b) {
  int64_t q, r;
  if (JN_LIKELY(jn_both(a, b, JN_INT) && jn_floordiv_fast(a.i, b.i, &q, &r)))
    return jn_int(r);
  return jn_imod_slow(a, b);
}
static inline jn_value jn_truediv(jn_value a, jn_value b) {
  if (JN_LIKELY(jn_both(a, b, JN_FLOAT) && b.f != 0.0))
    return jn_float(a.f / b.f);
  return jn_truediv_slow(a, b);
}
#define JN_SLOW_ONLY(name)                                                                         \
  static inline jn_value jn_##name(jn_value a, jn_value b) {                                       \
    return jn_##name##_slow(a, b);                                                                 \
  }                                                                                                \
  static inline jn_value jn_i##name(jn_value a, jn_value b) {                                      \
    return jn_i##name##_slow(a, b);                                                                \
  }
JN_SLOW_ONLY(pow)
JN_SLOW_ONLY(matmul)
JN_SLOW_ONLY(lshift)
JN_SLOW_ONLY(rshift)
#undef JN_SLOW_ONLY
static inline jn_value jn_itruediv(jn_value a, jn_value b) {
  if (JN_LIKELY(jn_both(a, b, JN_FLOAT) && b.f != 0.0))
    return jn_float(a.f / b.f);
  return jn_itruediv_slow(a, b);
}
#define JN_COMPARE(name, op)                                                                       \
  static inline jn_value jn_##name(jn_value a, jn_value b) {                                       \
    if (JN_LIKELY(jn_both(a, b, JN_INT)))                                                          \
      return jn_bool(a.i op b.i);                                                                  \
    if (jn_both(a, b, JN_FLOAT))                                                                   \
      return jn_bool(a.f op b.f);                                                                  \
    return jn_##name##_slow(a, b);                                                                 \
  }
JN_COMPARE(eq, ==)
JN_COMPARE(ne, !=)
JN_COMPARE(lt, <)
JN_COMPARE(le, <=)
JN_COMPARE(gt, >)
JN_COMPARE(ge, >=)
#undef JN_COMPARE
static inline jn_value jn_neg(jn_value a) {
  if (JN_LIKELY(a.tag == JN_INT && a.i != INT64_MIN))
    return jn_int(-a.i);
  if (a.tag == JN_FLOAT)
    return jn_float(-a.f);
  return jn_neg_slow(a);
}
static inline jn_value jn_pos(jn_value a) {
  return a.tag == JN_INT || a.tag == JN_FLOAT ? a : jn_pos_slow(a);
}
static inline jn_value jn_invert(jn_value a) {
  return a.tag == JN_INT ? jn_int(~a.i) : jn_invert_slow(a);
}

// ---------------------------------------------------------------- items, attributes, names
JN_API jn_value jn_getitem_slow(jn_value o, jn_value key);
JN_API int jn_setitem_slow(jn_value o, jn_value key, jn_value v);  // 0, -1
JN_API int jn_delitem(jn_value o, jn_value key);
static inline jn_value jn_getitem(jn_value o, jn_value key) {
  if (JN_LIKELY(o.tag == JN_OBJECT && key.tag == JN_INT)) {
    if (o.o->type == &jn_type_list) {
      jn_list *l = (jn_list *)o.o;
      int64_t k = key.i < 0 ? key.i + l->size : key.i;
      if (JN_LIKELY(k >= 0 && k < l->size))
        return jn_own(l->items[k]);
    } else if (o.o->type == &jn_type_tuple) {
      jn_tuple *t = (jn_tuple *)o.o;
      int64_t k = key.i < 0 ? key.i + t->size : key.i;
      if (JN_LIKELY(k >= 0 && k < t->size))
        return jn_own(t->items[k]);
    }
  }
  return jn_getitem_slow(o, key);
}
static inline int jn_setitem(jn_value o, jn_value key, jn_value v) {
  if (JN_LIKELY(o.tag == JN_OBJECT && key.tag == JN_INT && o.o->type == &jn_type_list &&
                !(o.o->flags & JN_FLAG_WATCHED))) {
    jn_list *l = (jn_list *)o.o;
    int64_t k = key.i < 0 ? key.i + l->size : key.i;
    if (JN_LIKELY(k >= 0 && k < l->size)) {
      jn_assign(&l->items[k], jn_own(v));
      return 0;
    }
  }
  return jn_setitem_slow(o, key, v);
}
JN_API jn_value jn_getattr(jn_value o, jn_value name, jn_attr_cache *cache);
JN_API int jn_setattr(jn_value o, jn_value name, jn_value v, jn_attr_cache *cache);
JN_API int jn_delattr(jn_value o, jn_value name);

JN_API jn_value jn_global_load_slow(jn_module *m, jn_value name, jn_global_cache *cache);
JN_API jn_dict *jn_builtins;  // `builtins.__dict__`
JN_API int jn_global_store(jn_module *m, jn_value name, jn_value v);
JN_API int jn_global_delete(jn_module *m, jn_value name);
// Names in a class body: the namespace, then the cell when given (class bodies inside functions),
// then globals and builtins.
JN_API jn_value jn_name_load(jn_value ns, jn_module *m, jn_value name, jn_cell *cell_or_null);
JN_API int jn_name_store(jn_value ns, jn_value name, jn_value v);
JN_API int jn_name_delete(jn_value ns, jn_value name);
JN_API jn_cell *jn_make_cell(jn_value initial);  // takes `initial` over

// ---------------------------------------------------------------- iteration
JN_API jn_value jn_iter(jn_value iterable);
JN_API jn_value jn_next_slow(jn_value iterator);  // JN_DONE at the end
static inline jn_value jn_next(jn_value it) {
  if (JN_LIKELY(it.tag == JN_OBJECT)) {
    if (it.o->type == &jn_type_range_iterator) {
      jn_range_iterator *r = (jn_range_iterator *)it.o;
      if (r->step > 0 ? r->next >= r->stop : r->next <= r->stop)
        return jn_done();
      int64_t v = r->next;
      if (JN_UNLIKELY(__builtin_add_overflow(v, r->step, &r->next)))
        r->next = r->stop;
      return jn_int(v);
    }
    if (it.o->type == &jn_type_list_iterator) {
      jn_list_iterator *l = (jn_list_iterator *)it.o;
      if (JN_LIKELY(l->list && l->index < l->list->size))
        return jn_own(l->list->items[l->index++]);
    }
  }
  return jn_next_slow(it);
}
// Fills out[before] [list out] out[after] (owned). Returns 0 or -1. `star` tells whether there is
// `*rest`.
JN_API int jn_unpack(jn_value v, int64_t before, int star, int64_t after, jn_value *out);

// ---------------------------------------------------------------- calls
JN_API jn_value jn_call(jn_value callee, const jn_value *args, size_t count);
// The last `len(kwnames)` values of args are keyword arguments; `kwnames` is a tuple of str.
JN_API jn_value jn_call_kw(jn_value callee, const jn_value *args, size_t count, jn_value kwnames);
JN_API jn_value jn_call_ex(jn_value callee, jn_value args_tuple, jn_value kwargs_dict_or_none);
// args[0] is the receiver; kwnames may be JN_UNBOUND.
JN_API jn_value jn_call_method(jn_value name, const jn_value *args, size_t count, jn_value kwnames,
                               jn_attr_cache *cache);
// A call of something that asks where it is called from: globals(), locals(), vars(), dir() without
// arguments.
JN_API jn_value jn_call_from(jn_module *m, jn_value callee, const jn_value *args, size_t count);
JN_API jn_value jn_super(jn_value class_cell_value, jn_value self);  // zero-argument super()

// ---------------------------------------------------------------- building
JN_API jn_value jn_make_tuple(const jn_value *items, size_t count);
JN_API jn_value jn_make_list(const jn_value *items, size_t count);
JN_API jn_value jn_make_set(const jn_value *items, size_t count);
JN_API jn_value jn_make_dict(const jn_value *keys_and_values, size_t pairs);
JN_API jn_value jn_make_slice(jn_value start, jn_value stop, jn_value step);
JN_API int jn_list_append(jn_value list, jn_value item);
JN_API int jn_list_extend(jn_value list, jn_value iterable);
JN_API jn_value jn_list_to_tuple(jn_value list);
JN_API int jn_set_add(jn_value set, jn_value item);
JN_API int jn_set_update(jn_value set, jn_value iterable);
JN_API int jn_dict_set(jn_value dict, jn_value key, jn_value v);
JN_API int jn_dict_update(jn_value dict, jn_value mapping);  // `**mapping` in a display
// `**mapping` in a call: TypeError on a non-string or duplicate key; `callee` is named in the
// message.
JN_API int jn_dict_merge_kwargs(jn_value dict, jn_value mapping, jn_value callee);
JN_API jn_value jn_concat_strings(const jn_value *parts, size_t count);  // f-strings
// conversion: 0, 's', 'r' or 'a'; spec: JN_UNBOUND when there is none.
JN_API jn_value jn_format_value(jn_value v, uint32_t conversion, jn_value spec);
// `closure`: def->free_count cells.
JN_API jn_value jn_make_function(jn_module *m, const jn_function_def *def, jn_value defaults,
                                 jn_value kwdefaults, jn_value annotations,
                                 jn_cell *const *closure);
// The class statement: resolves __mro_entries__ and the metaclass, prepares the namespace, runs the
// body, calls the metaclass. `kwargs` is a dict or None (with `metaclass` when given).
JN_API jn_value jn_build_class(jn_module *m, const jn_function_def *body, jn_cell *const *closure,
                               jn_value bases, jn_value kwargs);

// ---------------------------------------------------------------- imports
// `import a.b.c`: returns the module a (leaf == 0) or a.b.c (leaf == 1, `import a.b.c as d`).
JN_API jn_value jn_import(jn_module *m, jn_value dotted, int leaf);
// `from ..a import b`: the module that names are taken from.
JN_API jn_value jn_import_module_for_from(jn_module *m, jn_value dotted, int level);
JN_API jn_value jn_import_from(jn_module *m, jn_value module, jn_value name);
JN_API int jn_import_star(jn_module *m, jn_value module);

// ---------------------------------------------------------------- with, generators, match
JN_API jn_value
jn_with_exit_method(jn_value manager);  // bound __exit__; looked up before __enter__ is called
JN_API jn_value jn_with_enter(jn_value manager);
// Calls exit(type, value, traceback) or exit(None, None, None) for JN_NONE; result is the truth of
// the answer.
JN_API int jn_with_exit(jn_value exit, jn_value exception_or_none);  // 1, 0, -1
// A generator body calls this to return: marks it finished, keeps `value` (owned here), answers
// JN_DONE.
JN_API jn_value jn_generator_return(jn_generator *g, jn_value value);
// One step of `yield from` or `await`: forwards `sent` to the delegate. Answers the value to yield,
// or JN_DONE with the result of the delegate in *result, or JN_ERROR.
JN_API jn_value jn_yield_from(jn_generator *g, jn_value sent, jn_value *result);
JN_API jn_value jn_yield_from_iter(jn_generator *g, jn_value iterable);
// The iterator of an awaitable; `of` says who gave it: py.await.
JN_API jn_value jn_await_iter(jn_value awaitable, int64_t of);
JN_API jn_value jn_async_iter(jn_value iterable);
JN_API jn_value jn_async_next(jn_value iterator);  // what `__anext__` gives, an awaitable
JN_API int jn_async_ended(jn_value exception);     // it is a StopAsyncIteration: 1, 0
JN_API jn_value jn_async_exit_method(jn_value manager);
JN_API jn_value jn_async_enter(jn_value manager);  // an awaitable
JN_API jn_value jn_async_exit(jn_value exit, jn_value exception_or_none);
JN_API int jn_match_sequence(jn_value v);  // is it a sequence for `case [..]`? 1, 0
JN_API int jn_match_mapping(jn_value v);   // 1, 0
// Tuple of the values of `keys` (a tuple), or None when one is missing.
JN_API jn_value jn_match_keys(jn_value mapping, jn_value keys);
// Tuple of `positional + len(names)` attributes, or None when v is no instance or one is missing.
JN_API jn_value jn_match_class(jn_value v, jn_value cls, int64_t positional, jn_value names);

// ---------------------------------------------------------------- slots and cells
static inline jn_value jn_cell_load(jn_cell *c) {
  return jn_own(c->value);
}  // may be JN_UNBOUND: check
static inline void jn_cell_store(jn_cell *c, jn_value owned) {
  jn_assign(&c->value, owned);
  if (JN_UNLIKELY(c->head.flags & JN_FLAG_WATCHED))
    jn_watch_hit(&c->head);
}

// Out of line, for cold paths.
JN_API __attribute__((cold)) void jn_drop(jn_value v);
JN_API void jn_drop_object(jn_object *o);
JN_API void jn_drop_all(jn_value *values, size_t count);
// jn_decref with less code, for what is no loop.
static inline void jn_release(jn_value v) {
  if (v.tag == JN_OBJECT)
    jn_drop_object(v.o);
}
// Of values that live in a heap frame: what is dropped or taken leaves JN_UNBOUND behind.
static inline void jn_clear(jn_value *v) {
  jn_value old = *v;
  *v = jn_unbound();
  jn_decref(old);
}
static inline jn_value jn_take(jn_value *v) {
  jn_value old = *v;
  *v = jn_unbound();
  return old;
}
// The truth of a comparison: 1, 0, -1.
JN_API int jn_truth_and_drop(jn_value owned);  // -1 for JN_ERROR, too
#define JN_COMPARE_TRUTH(name, op)                                                                 \
  static inline int jn_##name##_truth(jn_value a, jn_value b) {                                    \
    if (JN_LIKELY(jn_both(a, b, JN_INT)))                                                          \
      return a.i op b.i;                                                                           \
    if (jn_both(a, b, JN_FLOAT))                                                                   \
      return a.f op b.f;                                                                           \
    return jn_truth_and_drop(jn_##name##_slow(a, b));                                              \
  }
JN_COMPARE_TRUTH(eq, ==)
JN_COMPARE_TRUTH(ne, !=)
JN_COMPARE_TRUTH(lt, <)
JN_COMPARE_TRUTH(le, <=)
JN_COMPARE_TRUTH(gt, >)
JN_COMPARE_TRUTH(ge, >=)
#undef JN_COMPARE_TRUTH
JN_API jn_value jn_length(jn_value v);  // len(v)

// ---------------------------------------------------------------- running a program
// Makes `modules` (null-terminated) importable, runs `program` as `__main__` on the large stack and
// answers the exit status, after flushing and, for an uncaught exception, printing its traceback.
// argv[0] is sys.argv[0].
JN_API int jn_run_main(const jn_module_def *program, const jn_module_def *const *modules, int argc,
                       char **argv);

#endif
