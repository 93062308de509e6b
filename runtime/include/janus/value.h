// The 16-byte value that generated code, shims and kernels pass around, and the object header.
//
// Ownership: a function borrows its arguments and returns an owned value, unless its comment says
// otherwise. An error is a value with tag JN_ERROR; the exception itself waits in the thread state.
#ifndef JANUS_VALUE_H
#define JANUS_VALUE_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#error "janus runs on Linux"
#endif
#define JN_API extern "C" __attribute__((visibility("default")))
#define JN_LIKELY(x) __builtin_expect(!!(x), 1)
#define JN_UNLIKELY(x) __builtin_expect(!!(x), 0)

enum jn_tag : uint64_t {
  JN_ERROR = 0,    // an exception is pending in the thread state
  JN_UNBOUND = 1,  // an unbound slot, or an absent argument; never visible to Python
  JN_DONE = 2,     // an iterator is exhausted; never visible to Python
  JN_NONE = 3,
  JN_ELLIPSIS = 4,
  JN_NOTIMPLEMENTED = 5,
  JN_BOOL = 6,     // i is 0 or 1
  JN_INT = 7,      // i; every int that fits 64 bits has this form, others are jn_bigint objects
  JN_FLOAT = 8,    // f
  JN_OBJECT = 16,  // o; counted
};

struct jn_type;

enum : uint32_t {
  JN_FLAG_WATCHED = 1u << 0,    // a write to this object marks dependent bindings stale
  JN_FLAG_TRAVERSED = 1u << 1,  // a container: linked into the cycle collector's list
  JN_FLAG_IMMORTAL = 1u << 2,   // static objects, interned strings, native types
  JN_FLAG_FINALIZED = 1u << 3,  // __del__ has run
  JN_FLAG_ASKS = 1u << 6,       // a callable that `__torch_function__` may replace
};
// Four bits of an instance's flags: how many entries of its dict have room behind it.
constexpr uint32_t JN_ROOM_SHIFT = 8, JN_ROOM_MASK = 15;
constexpr uint32_t JN_IMMORTAL_REFS = 0x40000000u;

struct jn_object {
  uint32_t refs;
  uint32_t flags;
  jn_type *type;
};

struct jn_value {
  uint64_t tag;
  union {
    int64_t i;
    double f;
    jn_object *o;
  };
};

JN_API void jn_dealloc(jn_object *o);
// Called by every store path when JN_FLAG_WATCHED is set on the object written to.
JN_API void jn_watch_hit(jn_object *o);

static inline jn_value jn_error() {
  return jn_value{JN_ERROR, {0}};
}
static inline jn_value jn_unbound() {
  return jn_value{JN_UNBOUND, {0}};
}
static inline jn_value jn_done() {
  return jn_value{JN_DONE, {0}};
}
static inline jn_value jn_none() {
  return jn_value{JN_NONE, {0}};
}
static inline jn_value jn_ellipsis() {
  return jn_value{JN_ELLIPSIS, {0}};
}
static inline jn_value jn_notimplemented() {
  return jn_value{JN_NOTIMPLEMENTED, {0}};
}
static inline jn_value jn_bool(bool b) {
  return jn_value{JN_BOOL, {b}};
}
static inline jn_value jn_int(int64_t i) {
  return jn_value{JN_INT, {i}};
}
static inline jn_value jn_float(double f) {
  jn_value v;
  v.tag = JN_FLOAT;
  v.f = f;
  return v;
}
// Wraps without changing the count.
static inline jn_value jn_obj(void *o) {
  jn_value v;
  v.tag = JN_OBJECT;
  v.o = (jn_object *)o;
  return v;
}
static inline bool jn_is_error(jn_value v) {
  return v.tag == JN_ERROR;
}
static inline bool jn_is_object(jn_value v, const jn_type *exact) {
  return v.tag == JN_OBJECT && v.o->type == exact;
}
static inline jn_value jn_incref(jn_value v) {
  if (v.tag == JN_OBJECT)
    ++v.o->refs;
  return v;
}
static inline void jn_decref(jn_value v) {
  if (v.tag == JN_OBJECT && --v.o->refs == 0)
    jn_dealloc(v.o);
}
// The value as Python sees it with a new reference: `x = jn_own(borrowed)`.
static inline jn_value jn_own(jn_value v) {
  return jn_incref(v);
}
// Stores an owned value into a slot and drops what was there.
static inline void jn_assign(jn_value *slot, jn_value owned) {
  jn_value old = *slot;
  *slot = owned;
  jn_decref(old);
}

#endif
