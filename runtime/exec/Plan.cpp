// The memory of a binding's plan and the kernels called over it.
#include "exec/Fault.h"
#include "exec/FreedNode.h"
#include "exec/Layouts.h"
#include "exec/Names.h"
#include "exec/RegionNode.h"
#include "kernels/cpu/Cpu.h"
#include "tensor/Dispatch.h"
#include "tensor/Error.h"
#include "tensor/Generator.h"
#include "tensor/Ops.h"
#include "tensor/Parallel.h"
#include "tensor/Planned.h"
#include "value/Modules.h"
#include "value/Raise.h"
#include "value/Trace.h"
#include "value/TracebackText.h"
#include "value/Work.h"

#include "janus/plan.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>

namespace janus {

thread_local std::string *faultText;

namespace {

static_assert(offsetof(TensorObject, storage) == offsetof(jn_tensor_head, storage) &&
              offsetof(TensorObject, offset) == offsetof(jn_tensor_head, offset) &&
              offsetof(Storage, data) == offsetof(jn_storage_head, data));

constexpr size_t kLine = 64;

size_t rounded(size_t bytes) {
  return (bytes + kLine - 1) / kLine * kLine;
}

jn_kernel kernelNamed(std::string_view id) {
  OpId op = rowNamed(id);
  return op == OpId::Count ? nullptr : kernelTable[static_cast<size_t>(op)];
}

// Gives the generator what it had before the version drew, but for its object's head.
void restoreRandom(jn_plan *plan) {
  auto *now = reinterpret_cast<char *>(defaultGenerator());
  constexpr size_t head = sizeof(jn_object);
  memcpy(now + head, static_cast<char *>(plan->random) + head, sizeof(GeneratorObject) - head);
}

Dims sizesOf(const jn_plan *plan, const jn_plan_place &p) {
  Dims sizes;
  for (uint32_t i = 0; i < p.rank; ++i)
    sizes.push_back(sizeAt(plan, p.sizes[i]));
  return sizes;
}

// The tables behind the arena, in the order in which they are freed.
size_t tableCount(const jn_plan_def &def) {
  return def.place_count + def.exposed_count + def.name_count + def.constant_count + def.list_count;
}

void layOut(jn_plan *plan, const jn_plan_def &def) {
  size_t arena = rounded(def.arena_bytes), values = tableCount(def) * sizeof(Value);
  size_t bytes = arena + values + def.kernel_count * sizeof(jn_kernel);
  plan->arena = static_cast<char *>(allocateMemory(rounded(bytes)));
  memset(plan->arena + arena, 0, bytes - arena);
  auto *table = reinterpret_cast<Value *>(plan->arena + arena);
  plan->places = table;
  plan->exposed = plan->places + def.place_count;
  plan->names = plan->exposed + def.exposed_count;
  plan->constants = plan->names + def.name_count;
  plan->lists = plan->constants + def.constant_count;
  plan->kernels = reinterpret_cast<jn_kernel *>(plan->lists + def.list_count);
}

size_t blockBytes(const jn_plan_def &def) {
  return rounded(rounded(def.arena_bytes) + tableCount(def) * sizeof(Value) +
                 def.kernel_count * sizeof(jn_kernel));
}

void fill(jn_plan *plan, const jn_plan_def &def) {
  layOut(plan, def);
  plan->def = &def;
  plan->level = static_cast<uint32_t>(cpuLevel());
  for (uint32_t i = 0; i < def.kernel_count; ++i) {
    plan->kernels[i] = kernelNamed(def.kernels[i]);
    if (!plan->kernels[i])
      fail("the runtime has no operation `%s`", def.kernels[i]);
  }
  for (uint32_t i = 0; i < def.place_count && def.symbol_count == 0; ++i) {
    const jn_plan_place &p = def.places[i];
    auto dtype = static_cast<DType>(p.dtype);
    Dims sizes = sizesOf(plan, p);
    size_t bytes = static_cast<size_t>(product(sizes)) * sizeOf(dtype);
    Storage *storage = wrapStorage(plan->arena + p.offset, bytes, {}, nullptr, nullptr);
    plan->places[i] = makeOver(storage, 0, sizes, contiguousStrides(sizes), dtype).releaseValue();
  }
  for (uint32_t i = 0; i < def.name_count; ++i)
    plan->names[i] = namedValue(def.names[i].kind, def.names[i].name);
  makeConstants(def.constants, def.constant_count, plan->constants);
}

// The tensors of `into` are places of the plan, or exposed ones.
Value runKernel(jn_kernel kernel, const Value *args, const Value *into, uint32_t count) {
  constexpr uint32_t kMost = 8;
  TensorObject *tensors[kMost];
  PlannedResults planned = {tensors, 0};
  for (; planned.count < count && planned.count < kMost; ++planned.count)
    tensors[planned.count] = asTensor(into[planned.count]);
  plannedResults = planned.count ? &planned : nullptr;
  Value result = kernel(args);
  plannedResults = nullptr;
  return result;
}

}  // namespace
}  // namespace janus

using namespace janus;

int64_t jn_plan_size(jn_value tensor, uint32_t dim) {
  return asTensor(tensor)->sizes[dim];
}

int jn_plan_enter(jn_plan *plan, const jn_plan_def *def, const int64_t *symbols) {
  bool isMade = plan->def != nullptr;
  if (JN_UNLIKELY(!isMade || (symbols && !isLaidOutFor(plan, symbols)))) {
    Value done = guarded([&] {
      if (!isMade)
        fill(plan, *def);
      if (symbols)
        layOutFor(plan, symbols);
      return jn_none();
    });
    if (jn_is_error(done)) {
      clearError();
      jn_plan_release(plan);
      return 0;
    }
  }
  plan->mode = modeMask;
  modeMask = 0;
  return 1;
}

uint32_t jn_plan_leave(jn_plan *plan, jn_value *values, uint32_t count, uint32_t outcome) {
  modeMask = plan->mode;
  for (uint32_t i = 0; i < count; ++i)
    jn_decref(values[i]);
  if (JN_UNLIKELY(outcome != JN_REGION_COMMITTED)) {
    if (faultText && errorState.pending) {
      *faultText = exceptionMessage(errorState.pending);
      if (!faultText->empty() && faultText->back() == '\n')
        faultText->pop_back();
    }
    clearError();
    if (plan->random_kept)
      restoreRandom(plan);
  }
  plan->random_kept = 0;
  return outcome;
}

void jn_plan_release(void *state) {
  auto *plan = static_cast<jn_plan *>(state);
  release(static_cast<BackwardPlan *>(plan->backward));
  plan->backward = nullptr;
  if (!plan->arena)
    return;
  const jn_plan_def *def = plan->def;
  size_t count = tableCount(*def);
  for (size_t i = 0; i < count; ++i)
    jn_decref(plan->places[i]);
  freeMemory(plan->arena, blockBytes(*def));
  releaseLayouts(plan);
  if (plan->random)
    freeMemory(plan->random, sizeof(GeneratorObject));
  *plan = {};
}

jn_value jn_plan_call(jn_plan *plan, uint32_t kernel, const jn_value *args, const jn_value *into,
                      uint32_t into_count) {
  TraceSpan span(plan->def->kernels[kernel], "kernel", traceShortestKernel);
  return runKernel(plan->kernels[kernel], args, into, into_count);
}

bool jn_plan_call_many(jn_plan *plan, uint32_t kernel, const jn_value *args, const jn_value *into,
                       uint32_t into_count, jn_value *values, uint32_t count) {
  TraceSpan span(plan->def->kernels[kernel], "kernel", traceShortestKernel);
  Value result = runKernel(plan->kernels[kernel], args, into, into_count);
  if (jn_is_error(result))
    return false;
  auto *tuple = reinterpret_cast<jn_tuple *>(result.o);
  for (uint32_t i = 0; i < count; ++i)
    values[i] = jn_own(tuple->items[i]);
  jn_decref(result);
  return true;
}

bool jn_plan_update(jn_plan *plan, uint32_t kernel, const jn_value *args) {
  TraceSpan span(plan->def->kernels[kernel], "kernel", traceShortestKernel);
  Value result = plan->kernels[kernel](args);
  jn_decref(result);
  return !jn_is_error(result);
}

jn_value jn_plan_copy(jn_value tensor) {
  return guarded([&] {
    const TensorObject *t = asTensor(tensor);
    Tensor copy = makeStrided({t->sizes, t->ndim}, {t->strides, t->ndim}, t->dtype);
    jn_plan_store(copy.borrowed(), tensor);
    return copy.releaseValue();
  });
}

jn_value jn_plan_fresh(jn_plan *plan, uint32_t exposed) {
  const jn_plan_place &p = plan->def->exposed[exposed];
  auto dtype = static_cast<DType>(p.dtype);
  Value &kept = plan->exposed[exposed];
  // Only ours: nobody sees what is written. The tensor object is, so that it has no attributes.
  if (kept.tag == JN_OBJECT && kept.o->refs == 1 && asTensor(kept)->storage->refs == 1)
    return jn_own(kept);
  Exposing counted;
  return guarded([&] {
    Value fresh = makeTensor(sizesOf(plan, p), dtype).releaseValue();
    jn_assign(&kept, jn_own(fresh));
    return fresh;
  });
}

jn_value jn_plan_expose(jn_value tensor, bool requires_grad, const char *history) {
  Exposing counted;
  return guarded([&] {
    const TensorObject *t = asTensor(tensor);
    Tensor made = makeOver(retain(t->storage), t->offset, {t->sizes, t->ndim},
                           {t->strides, t->ndim}, t->dtype);
    if (requires_grad)
      made->flags |= kTensorRequiresGrad;
    if (history)
      setFreedHistory(made.object(), rowNamed(history));
    return made.releaseValue();
  });
}

void jn_plan_keep_random(jn_plan *plan) {
  if (plan->random_kept)  // on the way through a branch
    return;
  if (!plan->random)
    plan->random = allocateMemory(sizeof(GeneratorObject));
  memcpy(plan->random, static_cast<const void *>(defaultGenerator()), sizeof(GeneratorObject));
  plan->random_kept = 1;
}

void jn_plan_store(jn_value to, jn_value from) {
  TensorObject *t = asTensor(to), *f = asTensor(from);
  if (t->flags & f->flags & kTensorContiguous) {
    size_t size = sizeOf(t->dtype);
    memcpy(t->storage->data + t->offset * static_cast<int64_t>(size),
           f->storage->data + f->offset * static_cast<int64_t>(size),
           static_cast<size_t>(t->numel) * size);
    return;
  }
  Value args[] = {to, from, jn_bool(false)};
  uint32_t version = t->version->value;
  jn_decref(callKernel(OpId::Copy_, args));
  t->version->value = version;  // jn_commit_storage counts
}

jn_value jn_plan_pack(const jn_value *items, uint32_t count) {
  jn_tuple *t = newTuple(count);
  for (uint32_t i = 0; i < count; ++i)
    t->items[i] = jn_own(items[i]);
  return jn_obj(t);
}

void jn_plan_share(jn_loop loop, int64_t count, int64_t inner, void *const *p, const double *s) {
  // Stretches of whole cache lines; an element costs about half a nanosecond.
  int64_t step = inner == 1 ? 64 : 1, items = (count + step - 1) / step;
  parallelFor(items, std::max<int64_t>(1, step * inner / 2), [&](int64_t first, int64_t last) {
    loop(first * step, std::min(last * step, count), inner, p, s);
  });
}

void jn_plan_loops(const jn_plan *plan, const jn_loop *levels, uint32_t pieces,
                   const int64_t *counts, void *const *p, uint32_t width, const double *s,
                   uint32_t numbers) {
  jn_loop loop = levels[plan->level];
  parallelForPieces(
      pieces, [counts](int64_t k) { return counts[k]; }, 32,
      [&](int64_t k, int64_t first, int64_t last) {
        loop(first, last, 1, p + k * width, s + k * numbers);
      });
}

namespace {

bool isOfKind(Value owned, uint64_t tag, Value *out) {
  *out = owned;
  if (owned.tag == tag)
    return true;
  jn_decref(owned);  // another type, or an exception
  clearError();
  return false;
}

}  // namespace

bool jn_plan_number(jn_value function, const jn_value *args, uint32_t count, uint64_t tag,
                    jn_value *out) {
  return isOfKind(jn_call(function, args, count), tag, out);
}

bool jn_plan_pow(double base, double exponent, double *out) {
  Value result;
  bool isFloat = isOfKind(jn_pow(jn_float(base), jn_float(exponent)), JN_FLOAT, &result);
  *out = isFloat ? result.f : 0;
  return isFloat;
}
