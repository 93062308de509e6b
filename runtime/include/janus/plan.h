// What the code of a specialised version calls: kernels over planned memory. Kept by runtime/exec;
// docs/rationale/plan.md. A version's `run` looks like this:
//
//   enter, load inputs, guards on inputs      nothing has happened
//   compute into the arena, other guards      nothing that Python could see
//   commit                                    cannot fail
#ifndef JANUS_PLAN_H
#define JANUS_PLAN_H

#include "janus/checks.h"
#include "janus/contract/Tape.h"
#include "janus/region.h"

// Of a plan with symbols: the k-th of the sizes that follow from them.
#define JN_PLAN_SIZE(k) (INT64_MIN + (k))
// A contiguous tensor, or one with its channels last. `offset` is that in the arena, of exposed
// ones nothing; a plan with symbols says instead between which steps its bytes are in use.
struct jn_plan_place {
  uint64_t offset;
  const int64_t *sizes;
  uint32_t dtype, rank;  // dtype: index in contract/DType.def
  uint32_t begin, end;
  bool channels_last;
};
// Sizes that a kernel is given, some of which follow from symbols.
struct jn_plan_size_list {
  const int64_t *items;
  uint32_t count;
};
// Dtypes and memory formats as arguments of kernels, native functions of numbers.
struct jn_plan_name {
  const char *kind, *name;  // "dtype" "float32"; "format" "preserve_format"; "native" "math.log"
};

// An operand of a call: where the value stands, and its number there. A list is filled with
// operands for each call that takes it.
#define JN_PLAN_OPERAND(from, number) ((uint32_t)(from) << 24 | (number))
enum jn_plan_from : uint8_t {
  JN_FROM_TEMPORARY,
  JN_FROM_INPUT,
  JN_FROM_CONSTANT,
  JN_FROM_PLACE,
  JN_FROM_NAME,
  JN_FROM_SIZES,
  JN_FROM_LIST
};
// The destination of a result: a place, an exposed tensor, any memory. It is checked whether the
// result is as planned; `DENSE`: its strides, too, on which the graph relies.
enum jn_plan_to : uint8_t {
  JN_TO_ANY,
  JN_TO_ANY_DENSE,
  JN_TO_PLACE,
  JN_TO_PLACE_DENSE,
  JN_TO_EXPOSED,
  JN_TO_EXPOSED_DENSE
};
// The length of a list, and the first of its operands.
struct jn_plan_list {
  uint32_t length, first;
};
// No row of the op table has more.
#define JN_PLAN_MOST_ARGUMENTS 16
// The call of a kernel. Behind the operands that are its arguments stand those that say where its
// results go; none: it writes its arguments, whose versions stay. Results become temporaries, from
// `result` on; the exposed tensors that were offered for them are those behind.
struct jn_plan_call {
  uint32_t kernel, operands;
  uint16_t argument_count, result_count;
  uint32_t result;
};

struct jn_plan_def {
  const char *const *kernels;    // rows of the op table by their ids: "AddTensor"
  const jn_plan_place *places;   // results that live in the arena
  const jn_plan_place *exposed;  // results that Python may reach after the commit
  const jn_plan_name *names;
  const jn_constant *constants;
  const jn_plan_list *lists;  // of tensors, as arguments of kernels
  const jn_plan_call *calls;
  const uint32_t *operands;  // of calls and lists
  uint64_t arena_bytes;
  uint32_t kernel_count, place_count, exposed_count, name_count, constant_count, list_count;
  uint32_t symbol_count, size_count, size_list_count;
  const jn_plan_size_list *size_lists;
  // What follows from symbols. False: it does not fit.
  bool (*sizes)(const int64_t *symbols, int64_t *sizes);
};

// At the head of a binding's state; zero before the first entry.
struct jn_plan {
  const jn_plan_def *def;
  char *arena;
  jn_value *places;   // a tensor over each place
  jn_value *exposed;  // the tensors last handed out, to be taken again when nobody else has them
  jn_value *names, *constants;
  jn_value *lists;       // tuples, filled while a version runs
  jn_value *size_lists;  // tuples of sizes
  const int64_t *sizes;  // of a plan with symbols: at this entry
  void *layouts;
  uint16_t *rows;  // of the op table, by the kernels' numbers
  void *spares;    // what kernels make besides places, for the next step
  uint32_t mode;   // of eager operations, while a version runs
  uint32_t level;  // of the machine's instructions: base, AVX2, AVX-512
  void *random;    // what the generators that are drawn from were before
  void *backward;  // of a version whose results live on with their history
  void *turns;     // what turns of loops have kept for their gradients
  void *products;  // that turns of loops add up
};
// A loop of kernel.h over [first, last), one function a level.
typedef void (*jn_loop)(int64_t first, int64_t last, int64_t inner, void *const *p,
                        const double *s);

// What the tape must know of results that live on with their history: the graph of their gradients,
// and the operations as it would have recorded them.
struct jn_tape_def {
  const jn_version_def *backward;  // its inputs "%n": the gradients, then what is kept
  const jn_tape_entry *entries;
  const jn_tape_output *outputs;  // the last ones of bases, by which the graph knows no gradient
  uint32_t entry_count, output_count, base_count, edge_count, saved_count;
};

// How a tensor begins; the runtime asserts that it does.
struct jn_storage_head {
  uint32_t refs, flags;
  char *data;
};
struct jn_tensor_head {
  jn_object head;
  jn_storage_head *storage;
  int64_t offset;  // in elements
};
static inline char *jn_plan_data(jn_value tensor, int64_t element) {
  const jn_tensor_head *t = (const jn_tensor_head *)tensor.o;
  return t->storage->data + t->offset * element;
}
JN_API int64_t jn_plan_size(jn_value tensor, uint32_t dim);
// Whether a tensor is what the graph says: the one that was planned, or one of its type and sizes.
// Else an exception is set: rules of inference and kernels are held to each other in every run.
JN_API bool jn_plan_fits(jn_value made, jn_value planned);

// Makes the plan at the first entry, and lays it out for other `symbols` than before (null: it has
// none); turns the tape and other modes off. 0: there is no memory.
JN_API int jn_plan_enter(jn_plan *plan, const jn_plan_def *def, const int64_t *symbols);
// Drops temporaries and turns the modes on again. A pending exception is forgotten.
JN_API uint32_t jn_plan_leave(jn_plan *plan, jn_value *values, uint32_t count, uint32_t outcome);
JN_API void jn_plan_release(void *state);

// Makes `count` of the plan's calls, from `first` on. Results go where the calls say if they fit
// there. False after a fault. Calls that write their arguments do not fail in the commit phase: the
// types have been checked.
JN_API bool jn_plan_run(jn_plan *plan, const jn_value *inputs, jn_value *temporaries,
                        uint32_t first, uint32_t count);
JN_API jn_value jn_plan_copy(jn_plan *plan, jn_value tensor);
// A tensor for an exposed result: the last one's memory when nobody else refers to it. Owned.
JN_API jn_value jn_plan_fresh(jn_plan *plan, uint32_t exposed);
// How Python will see a new tensor.
enum jn_view_made { JN_VIEW_PLAIN, JN_VIEW_WITHOUT_GRAD, JN_VIEW_OF_MANY, JN_VIEW_DATA };
struct jn_exposure {
  bool requires_grad;
  const char *history;   // the row of the operation that it is a result of and whose saved values
                         // are gone, or null
  const char *node;      // the name of that operation's node, where it is not the row's; else null
  const jn_value *ends;  // of that history: the tensors that gradients went to
  size_t end_count;
  jn_value gradient, base;  // None without; `base`: it is a view of that
  enum jn_view_made view;   // how a view was made
  int64_t version;          // of what is no view: the writes it has had
};
// A new tensor object of these contents. Owned.
JN_API jn_value jn_plan_expose(jn_value tensor, struct jn_exposure as);
// Other objects that the commits put somewhere, by a function such as jn_make_list, and text that
// they print, as jn_format_value. Owned.
JN_API jn_value jn_plan_make(jn_value (*make)(const jn_value *items, size_t count),
                             const jn_value *items, size_t count);
// An instance of the class parts[0]: a tuple of as many `items`, which come next, or one of a plain
// class; behind them its attributes called `names`. `__init__` is not called. Owned.
JN_API jn_value jn_plan_instance(const jn_value *parts, size_t items, const jn_value *names,
                                 size_t named);
JN_API jn_value jn_plan_format(jn_value value, uint32_t conversion, jn_value spec);
// How a tensor of these contents shows itself that requires gradients or not. Of one with a history
// `row` is the row of the operation that made it, `node` the name of its node where that is another
// one; else null. Owned.
JN_API jn_value jn_plan_tensor_text(jn_value tensor, bool requires_grad, const char *row,
                                    const char *node);
// A method of the text args[0]; the last arguments are the ones called `names`. `packed`: the
// others are the items of the tuple that it gets. Owned.
JN_API jn_value jn_plan_text(jn_value method, const jn_value *args, uint32_t count, bool packed,
                             const jn_value *names, uint32_t named);
// `values`: new tensors, those of before that need gradients, what is kept. The first get a
// history. False after a fault.
JN_API bool jn_plan_record(jn_plan *plan, const jn_tape_def *tape, const jn_value *values);
// Between two turns of a loop of the program: drops what the last one has made. False: a signal
// came, which the generic code handles.
JN_API bool jn_plan_next_turn(jn_value *values, uint32_t count);
// What turn `turn` of a loop keeps for its gradient under `key`: a number, or a copy of a tensor.
// 0: there is no memory.
JN_API bool jn_plan_save(jn_plan *plan, uint32_t key, int64_t turn, jn_value value);
// Borrowed; JN_ERROR where there was no such turn.
JN_API jn_value jn_plan_saved(const jn_plan *plan, uint32_t key, int64_t turn);
// Rows of a tensor: what the first `count` turns, one at least, keep under `key`, copies of
// tensors of one type and shape, or numbers. Owned; JN_ERROR where there was no such turn, or there
// is no memory.
JN_API jn_value jn_plan_rows(jn_plan *plan, uint32_t key, int64_t count);
// Adds a product of float matrices of as many rows, `left` transposed times `right`, to the sum
// under `key`. 0: there is no memory.
JN_API bool jn_plan_add_product(jn_plan *plan, uint32_t key, jn_value left, jn_value right);
// The sum of all since the last time; borrowed. JN_ERROR where nothing was added.
JN_API jn_value jn_plan_products(jn_plan *plan, uint32_t key);
// Before what may be the first random draw: the generator is as now when the version does not
// commit.
JN_API void jn_plan_keep_random(jn_plan *plan);
// The same before a draw from a generator of the program.
JN_API void jn_plan_keep_generator(jn_plan *plan, jn_value generator);
// The contents of `from`, of the same type and shape, become those of `to`: it is the same tensor
// or lies elsewhere.
JN_API void jn_plan_store(jn_plan *plan, jn_value to, jn_value from);
// ---------------------------------------------------------------- numbers; false: the generic code
static inline bool jn_plan_floordiv(int64_t a, int64_t b, int64_t *out) {
  int64_t remainder;
  return jn_floordiv_fast(a, b, out, &remainder);
}
static inline bool jn_plan_mod(int64_t a, int64_t b, int64_t *out) {
  int64_t quotient;
  return jn_floordiv_fast(a, b, &quotient, out);
}
// Of sizes; `fits` becomes false when 64 bits do not hold them.
static inline int64_t jn_size_add(bool *fits, int64_t a, int64_t b) {
  *fits &= !__builtin_add_overflow(a, b, &a);
  return a;
}
static inline int64_t jn_size_mul(bool *fits, int64_t a, int64_t b) {
  *fits &= !__builtin_mul_overflow(a, b, &a);
  return a;
}
static inline int64_t jn_size_div(bool *fits, int64_t a, int64_t b) {
  int64_t quotient = 0;
  *fits &= jn_plan_floordiv(a, b, &quotient);
  return quotient;
}
// Rounded once, as Python's: both are exact as doubles.
static inline bool jn_plan_truediv(int64_t a, int64_t b, double *out) {
  constexpr int64_t exact = int64_t{1} << 53;
  if (b == 0 || a > exact || a < -exact || b > exact || b < -exact)
    return false;
  *out = (double)a / (double)b;
  return true;
}
// A loop over `count` rows of `inner` elements, or `count` elements: long ones are shared among the
// threads.
JN_API void jn_plan_share(jn_loop loop, int64_t count, int64_t inner, void *const *p,
                          const double *s);
static inline void jn_plan_loop(const jn_plan *plan, const jn_loop *levels, int64_t count,
                                int64_t inner, void *const *p, const double *s) {
  if (count * inner >= int64_t{1} << 15)
    jn_plan_share(levels[plan->level], count, inner, p, s);
  else
    levels[plan->level](0, count, inner, p, s);
}
// A reduction that a loop makes parts of, over columns or over everything it runs over: `count`
// rows of `inner` elements, or, where `inner` is 0, `count` elements.
struct jn_plan_fold {
  void *result;
  uint32_t pointer;    // the one of `p` that parts go to: filled in
  uint32_t kind;       // JN_FOLD_SUM ...
  bool columns, wide;  // wide: double instead of float
};
enum { JN_FOLD_SUM, JN_FOLD_MEAN, JN_FOLD_MAX, JN_FOLD_MIN };
JN_API void jn_plan_fold_loop(const jn_plan *plan, const jn_loop *levels, int64_t count,
                              int64_t inner, void **p, const double *s, const jn_plan_fold *folds,
                              uint32_t fold_count);
// One loop over `pieces` stretches of counts[k] elements, each with `width` pointers and `numbers`
// numbers: all of them are one loop to the threads.
JN_API void jn_plan_loops(const jn_plan *plan, const jn_loop *levels, uint32_t pieces,
                          const int64_t *counts, void *const *p, uint32_t width, const double *s,
                          uint32_t numbers);

// What a native function answers for numbers, if it is of the kind `tag`.
JN_API bool jn_plan_number(jn_value function, const jn_value *args, uint32_t count, uint64_t tag,
                           jn_value *out);
JN_API bool jn_plan_pow(double base, double exponent, double *out);

#endif  // JANUS_PLAN_H
