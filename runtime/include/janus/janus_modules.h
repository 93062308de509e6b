/* Part of janus.h: files with compiled modules. */
#ifndef JANUS_MODULES_H
#define JANUS_MODULES_H

#include "janus/janus.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ what a file holds
 * Read from the file's header, without running or mapping any of its code. */
typedef struct janus_file_info janus_file_info;
/* JANUS_BAD_FILE, with a text that says why, for what cannot be read, is no module or is damaged;
 * what was built for another runtime or processor is described all the same. */
JANUS_FUNCTION janus_status janus_inspect(const char *path, janus_file_info **info);
/* Ends what janus_inspect() gave. */
JANUS_FUNCTION void janus_inspect_free(janus_file_info *info);
/* Why this process cannot load the file; "" when it can. Texts live as long as `info`. */
JANUS_FUNCTION const char *janus_file_mismatch(const janus_file_info *info);
/* The release of the compiler, and the level of the processor that the code asks for ("x86-64",
 * "x86-64-v3", ...). */
JANUS_FUNCTION const char *janus_file_compiler(const janus_file_info *info);
JANUS_FUNCTION const char *janus_file_processor(const janus_file_info *info);
/* The modules in the file: dotted name ("__main__" for a program), source file as given to the
 * compiler, SHA-256 of its bytes in hexadecimal digits; "" for an index that is too large. */
JANUS_FUNCTION size_t janus_file_module_count(const janus_file_info *info);
JANUS_FUNCTION const char *janus_file_module_name(const janus_file_info *info, size_t index);
JANUS_FUNCTION const char *janus_file_module_source(const janus_file_info *info, size_t index);
JANUS_FUNCTION const char *janus_file_module_hash(const janus_file_info *info, size_t index);

/* ------------------------------------------------------------------ loading
 * A handle of a loaded module. A stale one is noticed: JANUS_UNLOADED. */
typedef struct janus_module {
  uint64_t id;
} janus_module;
/* Runs the file's module as `import` would: `__name__` is `name`, or the file's name without its
 * ending when that is null, so that `if __name__ == "__main__"` is not taken.
 * A module has one state in a process, as in Python: loading the same file again answers another
 * handle of it and runs nothing. ImportError (JANUS_BAD_FILE) for what is no module of this
 * runtime, or when another file is loaded under that name; what the module raises (JANUS_RAISED).
 */
JANUS_FUNCTION janus_status janus_load(const char *path, const char *name, janus_module *out);
/* Ends a handle. With the last one the module's state ends: its names are dropped, its objects and
 * classes die unless the host holds them or instances, and calling its functions answers
 * JANUS_UNLOADED. Loading the file again starts it anew. Its code stays mapped until the process
 * ends, once for each different file, since objects that are still held may need it. */
JANUS_FUNCTION janus_status janus_unload(janus_module module);
/* The module object: its names are attributes. */
JANUS_FUNCTION janus_status janus_module_object(janus_module module, janus_value *out);

/* ------------------------------------------------------------------ weights
 * A dict from names to tensors, and a file: safetensors when the name ends so, else PyTorch's
 * torch.save format. Reading runs no code of the file; a damaged one raises what says why. */
JANUS_FUNCTION janus_status janus_read_weights(const char *path, janus_value *out);
JANUS_FUNCTION janus_status janus_write_weights(const char *path, janus_value dict);
/* o.state_dict() to a file, and from one: o.load_state_dict(...), strict. */
JANUS_FUNCTION janus_status janus_save_state(janus_value o, const char *path);
JANUS_FUNCTION janus_status janus_load_state(janus_value o, const char *path);

/* ------------------------------------------------------------------ counters
 * What specialised code did, a list of dicts, one for each root that was entered: "module",
 * "function", "line", "entered", "specialised" (entries that a specialised version served), and
 * "versions", a list of dicts with "name", "entered", "committed", "bound", "not_bound", "stale",
 * "guard_failures", "gave_up", and "guards", a list of dicts with "kind", "name", "held", "failed",
 * and of the last failure "expected" and "seen". While it ran: "eager_operations", those on tensors
 * that the program called one by one; "allocations", blocks of memory for its own use;
 * "last_allocation", the last commit that took one; "exposed", blocks for what the program can
 * reach afterwards and for text that it prints. Keys may be added. */
JANUS_FUNCTION janus_status janus_counters(janus_value *out);
/* The same of the process, in specialised and generic code, a dict: "entered", "specialised",
 * "eager_operations", "allocations", "exposed". The difference of two is what lay between. */
JANUS_FUNCTION janus_status janus_totals(janus_value *out);
/* Writes out what the program has printed so far. Each outermost call does so at its end. */
JANUS_FUNCTION janus_status janus_flush(void);

#ifdef __cplusplus
}
#endif
#endif
