// The contract between a region's code and runtime/speculate: what tier 1 calls at a root, what a
// specialised version states about the heap it needs, and how it runs and commits.
// docs/rationale/speculation.md; design 2 (Binding, State).
#ifndef JANUS_REGION_H
#define JANUS_REGION_H

#include "janus/contract/Binding.h"
#include "janus/generated.h"

struct jn_guard_def {
  const char *kind, *name;
  const char *expected;  // of what jn_guard_seen tells: "== 3"; null: the condition holds
};

struct jn_region_frame {
  const jn_value *live_in;  // the region's operands, then the slots it may read; JN_UNBOUND allowed
  const jn_value *inputs;   // of each heap.input, what stands there at this entry; borrowed
  jn_value *live_out;       // the region's results, then the slots it writes; owned, set at commit
  void *state;              // `state_bytes` of memory that belong to the binding; zero at first
  struct jn_binding *binding;
  uint32_t forced;  // index of the guard that JANUS_FAIL_GUARD makes fail now; else UINT32_MAX
};

// What `run` answers when it has committed; otherwise the index of the guard that failed, and
// nothing has happened that Python could see. A fault of a kernel counts as the failure of guard
// `guard_count`.
constexpr uint32_t JN_REGION_COMMITTED = UINT32_MAX;

struct jn_version_def {
  const char *name;
  const jn_path_step *steps;  // of all paths, each behind its holder
  const jn_assumption *assumptions;
  const jn_heap_input *inputs;      // `heap.input`, `heap.object`
  const jn_commit_target *commits;  // as jn_commit* number them
  const jn_guard_def *guards;
  uint32_t step_count, assumption_count, input_count, commit_count, guard_count;
  uint32_t state_bytes;
  uint32_t (*run)(jn_region_frame *frame);
  void (*release)(void *state);  // of a binding that is dropped; may be null
};

// Where a region's source stands in the module's, for --fallback=python: it runs in Python when a
// guard of a version has failed.
struct jn_region_source {
  // Bytes: where the function begins (-1: the module); where the function or loop does that holds
  // the statements; between which two the statements lie.
  int64_t function, owner, first, last;
  const char *function_name;
  uint32_t is_loop;            // the owner, a loop, is the region itself
  const char *const *cells;    // variables of closures that it uses
  const char *const *locals;   // others that it may read
  const char *const *written;  // and that it writes
  uint32_t cell_count, local_count, written_count;
};

enum jn_region_flags : uint32_t {
  JN_REGION_RETURNS = 1,  // the body of a function: its one result is what the function returns
};

// One per root; versions stand most special first.
struct jn_region_def {
  const char *name;  // as the `region` operation
  const char *module, *function;
  uint32_t line;
  const char *const *slots_in;  // names, in the order of live_in behind the operands
  const char *const *slots_out;
  uint32_t operand_count, slot_in_count, result_count, slot_out_count;
  const jn_version_def *const *versions;
  uint32_t version_count;
  struct jn_region_state *state;  // one static object per root, zero at first
  uint32_t flags;
  const jn_region_source *source;  // null: the generic body goes on where a guard fails
};
// Kept by runtime/speculate. `closed` is what the inline test at a root reads.
struct jn_region_state {
  uint32_t closed;  // 1: no version, and nothing to be recorded: run the generic body
  uint32_t reserved;
  void *table;
};

// At a root: JN_REGION_DONE when a version has run and `live_out` is set; JN_REGION_GENERIC: run
// the generic body; JN_REGION_FAILED, of roots with a source: a guard has failed. Never raises. A
// slot of slots_out that the version did not write is left as JN_ERROR, one that it deleted is
// JN_UNBOUND.
enum jn_region_outcome : int {
  JN_REGION_GENERIC = 0,
  JN_REGION_DONE = 1,
  JN_REGION_FAILED = 2,
  // Of source that has run in Python, which may leave the region.
  JN_REGION_CONTINUES = 3,
  JN_REGION_BREAKS = 4,
  JN_REGION_RETURNED = 5,
  JN_REGION_RAISED = 6,
};
JN_API int jn_region_enter(const jn_region_def *root, const jn_value *live_in, jn_value *live_out);

// Runs the source (runtime/bridge): `in` has the cells, the operands and the locals. `left` gets
// what is written, JN_UNBOUND for what holds nothing, and behind that what JN_REGION_RETURNED
// returns. All are JN_ERROR when nothing has run.
JN_API int jn_region_interpret(jn_module *m, const jn_region_def *root, const jn_value *in,
                               jn_value *left);

// When a guard fails: the number that is not as expected.
JN_API void jn_guard_seen(jn_region_frame *frame, uint32_t guard, jn_value seen);

// ---------------------------------------------------------------- modules with probes

// How versions are made for the program while it runs: janusc, called with these words, in that
// folder.
struct jn_tier_up_def {
  const char *program;  // the hash that the versions have to name
  const char *folder;
  const char *const *command;  // ends in null
};
// `janus_versions` of the file that it makes.
struct jn_root_versions {
  const char *module, *function, *region;
  const jn_version_def *const *versions;
  uint32_t version_count;
};
struct jn_versions_def {
  uint32_t abi_version;  // JN_ABI_VERSION
  uint32_t root_count;
  const char *program;
  const jn_root_versions *roots;
};

// A condition in a function of the program, static.
struct jn_branch_probe {
  const char *function;  // "module:qualname"
  uint32_t begin, end;   // bytes of the source
  uint64_t counts[2];    // how often it did not hold, and held
};
// All those of a file of code are listed by it: to count costs an addition, and nothing before.
#define JN_BRANCH_PROBE(name, function, begin, end)                                                \
  static jn_branch_probe name = {function, begin, end, {0, 0}};                                    \
  static jn_branch_probe *name##_listed __attribute__((section("janus_probes"), used)) = &name
extern "C" {
extern jn_branch_probe *__start_janus_probes[] __attribute__((weak, visibility("hidden")));
extern jn_branch_probe *__stop_janus_probes[] __attribute__((weak, visibility("hidden")));
}
static inline int jn_probe_branch(jn_branch_probe *probe, int taken) {
  ++probe->counts[taken != 0];
  return taken;
}

// At the start of the module's body. `file` receives the profile unless JANUS_PROFILE names
// another; null: it is not kept. `tier_up`: null where the program stays as it is. `probes`: those
// of the file of code, up to `end`.
JN_API void jn_probe_start(jn_module *module, const char *file, uint32_t flags,
                           const jn_tier_up_def *tier_up, jn_branch_probe *const *probes,
                           jn_branch_probe *const *end);
enum jn_probe_flags : uint32_t {
  // `janusc run` keeps it: only what was recorded is worth a file, and that there cannot be one is
  // nobody's trouble.
  JN_PROBE_KEPT = 1,
  // The module adds to the profile that another one has begun. Without one it leaves no trace.
  JN_PROBE_JOINS = 2,
};
// What tells one version of a source text from another.
static inline uint64_t jn_source_hash(const char *source, uint64_t size) {
  uint64_t hash = 14695981039346656037u;
  for (uint64_t i = 0; i < size; ++i)
    hash = (hash ^ (unsigned char)source[i]) * 1099511628211u;
  return hash;
}

// ---------------------------------------------------------------- the commit phase; none can fail
JN_API void jn_commit(jn_region_frame *frame, uint32_t commit, jn_value value);  // owned
JN_API void jn_commit_delete(jn_region_frame *frame, uint32_t commit);
// The storage of the tensor at that path has been written in place, so many times: its version.
JN_API void jn_commit_storage(jn_region_frame *frame, uint32_t commit, int64_t writes);
// One print of all texts, to the stream that the commit names.
JN_API void jn_commit_text(jn_region_frame *frame, uint32_t commit, const jn_value *texts,
                           uint32_t count, bool flush);

#endif  // JANUS_REGION_H
