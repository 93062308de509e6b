/* The C interface of the runtime: load modules that janusc has compiled, call what they define.
 *
 * Results. Every function that can fail returns a janus_status; results go through pointers and are
 * written on JANUS_OK only. What went wrong is the thread's last error (janus_error_*). No C++
 * exception leaves the library.
 *
 * Values. A janus_value is a counted reference to a Python object, or a small object itself. What a
 * function writes through `janus_value *` belongs to the caller, who ends it with janus_release();
 * arguments are borrowed. A value stays good for as long as it is held, also after its module was
 * unloaded.
 *
 * Threads. Any thread may call. One lock is held while Python's semantics are at work, so calls
 * from several threads take turns; it is given away during large matrix products and convolutions.
 * Grad mode (torch.no_grad) belongs to the calling thread. A thread may call again from inside of a
 * call (host functions, deleters). Values may travel between threads. How deep calls may nest
 * depends on the stack of the thread: RecursionError when it ends.
 *
 * Text is UTF-8. `const char *` results live as long as their function says.
 */
#ifndef JANUS_JANUS_H
#define JANUS_JANUS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif
#define JANUS_FUNCTION __attribute__((visibility("default")))

/* ------------------------------------------------------------------ versions
 * This header's version. Functions are only ever added to a version; a change of what is there
 * makes a new one. janus_abi_version() is the library's: a host compares the two before anything
 * else. */
#define JANUS_ABI_VERSION 1u
JANUS_FUNCTION uint32_t janus_abi_version(void);
/* The library's release, "0.1.0". */
JANUS_FUNCTION const char *janus_version(void);

/* ------------------------------------------------------------------ results and errors */
typedef enum janus_status {
  JANUS_OK = 0,
  JANUS_RAISED = 1, /* the program, or an operation on its objects, raised an exception */
  JANUS_MISUSE = 2, /* an argument of the function itself is wrong: null, a handle that never was */
  JANUS_BAD_FILE = 3, /* a file that is no module, was built for another runtime, or is damaged */
  JANUS_UNLOADED = 4, /* what is called belongs to a module that was unloaded */
  JANUS_END = 5       /* janus_next: no more items. Not an error */
} janus_status;

/* The calling thread's last error stays until its next failing call or janus_error_clear(); so do
 * the texts. All are "" (0, JANUS_OK) when there is none. */
JANUS_FUNCTION janus_status janus_error_status(void);
/* The exception's class: "ValueError", or dotted when it is not a builtin. */
JANUS_FUNCTION const char *janus_error_type(void);
/* str(exception). */
JANUS_FUNCTION const char *janus_error_message(void);
/* All that python3 would print: the traceback with source lines, causes, class and message. */
JANUS_FUNCTION const char *janus_error_text(void);
/* A call that the exception came through. */
typedef struct janus_frame {
  const char *file, *function, *source; /* `source`: the line without margins, "" when unknown */
  uint32_t line, column;                /* from 1, from 0 */
} janus_frame;
/* How many there are; the outermost is number 0. Its texts live as long as the error's. */
JANUS_FUNCTION size_t janus_error_frame_count(void);
/* JANUS_MISUSE when there is no such frame. */
JANUS_FUNCTION janus_status janus_error_frame(size_t index, janus_frame *frame);
/* Where the frame's part of the source ends, and begins in `line`; columns are bytes. JANUS_END
 * when that is not known, JANUS_MISUSE when there is no such frame. */
typedef struct janus_place {
  uint32_t line, column, end_line, end_column;
} janus_place;
JANUS_FUNCTION janus_status janus_error_place(size_t index, janus_place *place);
/* Forgets the thread's last error. */
JANUS_FUNCTION void janus_error_clear(void);

/* ------------------------------------------------------------------ values
 * The members are for the inline functions below. */
typedef struct janus_value {
  uint32_t tag, generation;
  uint64_t bits;
} janus_value;
/* What a value is. Kinds may be added. */
typedef enum janus_kind {
  JANUS_NONE = 3,
  JANUS_ELLIPSIS = 4,
  JANUS_NOT_IMPLEMENTED = 5,
  JANUS_BOOL = 6,
  JANUS_INT = 7, /* of 64 bits; larger ones are JANUS_BIG_INT */
  JANUS_FLOAT = 8,
  JANUS_OBJECT = 16, /* anything that is none of the others */
  JANUS_BIG_INT,
  JANUS_STR,
  JANUS_BYTES,
  JANUS_TUPLE,
  JANUS_LIST,
  JANUS_DICT,
  JANUS_SET,
  JANUS_TENSOR,
  JANUS_FUNCTION_OBJECT, /* functions and methods, compiled or native */
  JANUS_CLASS,
  JANUS_MODULE,
  JANUS_EXCEPTION_OBJECT,
  JANUS_FROZENSET
} janus_kind;

/* Small objects from C: nothing is to be released, and nothing can fail. */
static inline janus_value janus_none(void) {
  janus_value v = {JANUS_NONE, 0, 0};
  return v;
}
static inline janus_value janus_bool(int truth) {
  janus_value v = {JANUS_BOOL, 0, truth != 0};
  return v;
}
static inline janus_value janus_int(int64_t i) {
  janus_value v = {JANUS_INT, 0, (uint64_t)i};
  return v;
}
static inline janus_value janus_float(double f) {
  janus_value v = {JANUS_FLOAT, 0, 0};
  memcpy(&v.bits, &f, sizeof f);
  return v;
}
/* The kind of any value; subclasses count as their base. The first is for what has the tag
 * JANUS_OBJECT. */
JANUS_FUNCTION janus_kind janus_object_kind(janus_value v);
static inline janus_kind janus_kind_of(janus_value v) {
  return v.tag == JANUS_OBJECT ? janus_object_kind(v) : (janus_kind)v.tag;
}
/* Whether its class is that of the kind itself, no subclass. */
JANUS_FUNCTION int janus_is_exact(janus_value v);
/* Another reference to the same object; answers `v`. */
JANUS_FUNCTION janus_value janus_retain(janus_value v);
/* Ends a reference. The last one of an object runs its finaliser. For both, what was released
 * before or never made is the thread's last error, JANUS_MISUSE, and nothing else. */
JANUS_FUNCTION void janus_release(janus_value v);

/* The exception of the thread's last error, as an object; JANUS_MISUSE when there is none. */
JANUS_FUNCTION janus_status janus_error_object(janus_value *out);

/* Values to C. TypeError for what cannot be converted, OverflowError for what does not fit. */
JANUS_FUNCTION janus_status janus_to_int(janus_value v, int64_t *out);   /* as __index__ */
JANUS_FUNCTION janus_status janus_to_double(janus_value v, double *out); /* as __float__ */
JANUS_FUNCTION janus_status janus_to_bool(janus_value v, int *out);      /* as bool(v) */
/* A str's text; ends with a NUL that `size` (may be null) does not count, lives as long as `v`. */
JANUS_FUNCTION janus_status janus_to_text(janus_value v, const char **text, size_t *size);
/* The memory of bytes; lives as long as `v`. */
JANUS_FUNCTION janus_status janus_to_bytes(janus_value v, const void **data, size_t *size);

/* C to values, new references. `size` counts bytes; those that are no UTF-8 become surrogates, as
 * with os.fsdecode(). Items are retained, not taken over. */
JANUS_FUNCTION janus_status janus_make_str(const char *text, size_t size, janus_value *out);
JANUS_FUNCTION janus_status janus_make_bytes(const void *data, size_t size, janus_value *out);
/* An int of any size from decimal digits; ValueError for anything else. */
JANUS_FUNCTION janus_status janus_make_int(const char *digits, janus_value *out);
JANUS_FUNCTION janus_status janus_make_tuple(const janus_value *items, size_t count,
                                             janus_value *out);
JANUS_FUNCTION janus_status janus_make_list(const janus_value *items, size_t count,
                                            janus_value *out);
/* Keys and values in turn. TypeError for a key without a hash. */
JANUS_FUNCTION janus_status janus_make_dict(const janus_value *keys_and_values, size_t pairs,
                                            janus_value *out);
/* str(v) and repr(v). */
JANUS_FUNCTION janus_status janus_str(janus_value v, janus_value *out);
JANUS_FUNCTION janus_status janus_repr(janus_value v, janus_value *out);

/* ------------------------------------------------------------------ operations on objects
 * Each does and raises what the Python on its right does and raises. */
JANUS_FUNCTION janus_status janus_get(janus_value o, const char *name,
                                      janus_value *out); /* o.name */
JANUS_FUNCTION janus_status janus_set(janus_value o, const char *name,
                                      janus_value v);                             /* o.name = v */
JANUS_FUNCTION janus_status janus_has(janus_value o, const char *name, int *out); /* hasattr */
JANUS_FUNCTION janus_status janus_length(janus_value o, int64_t *out);            /* len(o) */
/* o[key] and o[key] = v. */
JANUS_FUNCTION janus_status janus_get_item(janus_value o, janus_value key, janus_value *out);
JANUS_FUNCTION janus_status janus_set_item(janus_value o, janus_value key, janus_value v);
JANUS_FUNCTION janus_status janus_iterate(janus_value o, janus_value *iterator); /* iter(o) */
/* next(iterator); JANUS_END at the end. */
JANUS_FUNCTION janus_status janus_next(janus_value iterator, janus_value *out);
/* isinstance(o, cls). */
JANUS_FUNCTION janus_status janus_is_instance(janus_value o, janus_value cls, int *out);
/* callee(*args). Functions, methods, and classes, which make their instances. TypeError, with
 * Python's text, for arguments that do not fit; JANUS_UNLOADED when its module is gone. */
JANUS_FUNCTION janus_status janus_call(janus_value callee, const janus_value *args, size_t count,
                                       janus_value *out);
/* The last `named` of the `count` arguments are passed by the names given. */
JANUS_FUNCTION janus_status janus_call_named(janus_value callee, const janus_value *args,
                                             size_t count, const char *const *names, size_t named,
                                             janus_value *out);
/* o.name(*args). */
JANUS_FUNCTION janus_status janus_call_method(janus_value o, const char *name,
                                              const janus_value *args, size_t count,
                                              janus_value *out);
/* A module of the library or of a loaded file: janus_import("torch"), "builtins", "math", ... */
JANUS_FUNCTION janus_status janus_import(const char *dotted, janus_value *out);

/* ------------------------------------------------------------------ host functions
 * A function of the host that the program can call. It writes an owned value to *result and answers
 * JANUS_OK, or calls janus_raise() and answers what that does. It runs under the lock. */
typedef janus_status (*janus_host_function)(void *context, const janus_value *args, size_t count,
                                            janus_value *result);
/* `destroy` (may be null) is called with the context when the function is no longer used. */
JANUS_FUNCTION janus_status janus_make_function(const char *name, janus_host_function function,
                                                void *context, void (*destroy)(void *context),
                                                janus_value *out);
/* The same for a function that takes keywords: the last `named` arguments have these names. */
typedef janus_status (*janus_host_function_named)(void *context, const janus_value *args,
                                                  size_t count, const char *const *names,
                                                  size_t named, janus_value *result);
JANUS_FUNCTION janus_status janus_make_function_named(const char *name,
                                                      janus_host_function_named function,
                                                      void *context, void (*destroy)(void *context),
                                                      janus_value *out);
/* Raises a builtin exception; an unknown `type` becomes RuntimeError. Always JANUS_RAISED. */
JANUS_FUNCTION janus_status janus_raise(const char *type, const char *message);

/* ------------------------------------------------------------------ the lock
 * Every function takes it by itself. A host that makes many small calls may hold it around them;
 * the calls nest. Another thread gets on meanwhile only where a call waits, computes a long
 * product, or runs for longer than sys.getswitchinterval(). */
JANUS_FUNCTION void janus_lock(void);
/* 1, or 0 when another thread has it. */
JANUS_FUNCTION int janus_try_lock(void);
/* Nothing happens in a thread that does not hold it. */
JANUS_FUNCTION void janus_unlock(void);

#ifdef __cplusplus
}
#endif

#include "janus/janus_modules.h"
#include "janus/janus_tensors.h"

#endif
