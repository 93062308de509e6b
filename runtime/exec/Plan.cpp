// The memory of a binding's plan and the kernels called over it.
#include "autograd/Meta.h"
#include "autograd/Rules.h"
#include "exec/CopyElements.h"
#include "exec/Fault.h"
#include "exec/FreedNode.h"
#include "exec/Layouts.h"
#include "exec/Names.h"
#include "exec/ProductSums.h"
#include "exec/RegionNode.h"
#include "exec/SavedTurns.h"
#include "kernels/cpu/Cpu.h"
#include "stdlib/NativeParts.h"
#include "tensor/core/Error.h"
#include "tensor/core/Generator.h"
#include "tensor/core/GradMode.h"
#include "tensor/core/Parallel.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/dispatch/Planned.h"
#include "tensor/object/Printing.h"
#include "value/call/Modules.h"
#include "value/call/Work.h"
#include "value/error/Raise.h"
#include "value/error/Trace.h"
#include "value/error/TracebackText.h"
#include "value/object/Heap.h"

#include "janus/plan.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

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

TensorOp rowOf(const jn_plan *plan, uint32_t kernel) {
  return static_cast<TensorOp>(plan->rows[kernel]);
}
Value run(const jn_plan *plan, uint32_t kernel, const Value *args) {
  seeOperation(OperationRun::Planned, rowOf(plan, kernel));
  Value result = kernelTable[plan->rows[kernel]](args);
  if (JN_UNLIKELY(modeMask & kModeConjugates) && isTensor(result) &&
      asTensor(result)->flags & kTensorConjugated) {
    jn_decref(result);  // a solution from the right
    return raise(jn_exc_RuntimeError, "a kernel's result is a conjugated view");
  }
  return result;
}

// The generators that a version draws from, and what they were before; without their objects'
// heads.
struct KeptGenerator {
  GeneratorObject *of;
  std::array<std::byte, sizeof(GeneratorObject) - sizeof(jn_object)> state;
};
using KeptGenerators = std::vector<KeptGenerator>;

std::byte *stateOf(GeneratorObject *generator) {
  return reinterpret_cast<std::byte *>(generator) + sizeof(jn_object);
}

void keepGenerator(jn_plan *plan, GeneratorObject *generator) {
  if (!plan->random)
    plan->random = new KeptGenerators();
  auto &kept = *static_cast<KeptGenerators *>(plan->random);
  for (const KeptGenerator &each : kept)
    if (each.of == generator)  // it has been drawn from
      return;
  KeptGenerator &added = kept.emplace_back();
  added.of = generator;
  memcpy(added.state.data(), stateOf(generator), added.state.size());
}

// Gives the generators what they had before the version drew.
void restoreRandom(jn_plan *plan) {
  for (const KeptGenerator &each : *static_cast<KeptGenerators *>(plan->random))
    memcpy(stateOf(each.of), each.state.data(), each.state.size());
}

// The tables behind the arena, in the order in which they are freed.
size_t tableCount(const jn_plan_def &def) {
  return def.place_count + def.exposed_count + def.name_count + def.constant_count +
         def.list_count + def.size_list_count;
}

size_t blockBytes(const jn_plan_def &def) {
  return rounded(rounded(def.arena_bytes) + tableCount(def) * sizeof(Value) +
                 def.kernel_count * sizeof(uint16_t));
}

void layOut(jn_plan *plan, const jn_plan_def &def) {
  size_t arena = rounded(def.arena_bytes), bytes = blockBytes(def);
  plan->arena = static_cast<char *>(allocateMemory(bytes));
  memset(plan->arena + arena, 0, bytes - arena);
  auto *table = reinterpret_cast<Value *>(plan->arena + arena);
  plan->places = table;
  plan->exposed = plan->places + def.place_count;
  plan->names = plan->exposed + def.exposed_count;
  plan->constants = plan->names + def.name_count;
  plan->lists = plan->constants + def.constant_count;
  plan->size_lists = plan->lists + def.list_count;
  plan->rows = reinterpret_cast<uint16_t *>(plan->size_lists + def.size_list_count);
}

jn_tuple *asTuple(Value v) {
  return reinterpret_cast<jn_tuple *>(v.o);
}
Value emptyList(uint32_t count) {
  jn_tuple *t = newTuple(count);
  std::fill_n(t->items, count, jn_none());
  return jn_obj(t);
}
// Nothing of a step lives on in them. One that a kernel has kept is its own now.
void emptyLists(const jn_plan *plan) {
  for (uint32_t i = 0; i < plan->def->list_count; ++i) {
    jn_tuple *t = asTuple(plan->lists[i]);
    if (JN_UNLIKELY(t->head.refs != 1)) {
      jn_assign(&plan->lists[i], emptyList(plan->def->lists[i].length));
      continue;
    }
    for (int64_t k = 0; k < t->size; ++k)
      jn_assign(&t->items[k], jn_none());
  }
}

void fill(jn_plan *plan, const jn_plan_def &def) {
  layOut(plan, def);
  plan->def = &def;
  plan->spares = new SpareTensors;
  plan->level = static_cast<uint32_t>(cpuLevel());
  for (uint32_t i = 0; i < def.kernel_count; ++i) {
    TensorOp row = rowNamed(def.kernels[i]);
    if (row == TensorOp::Count)
      fail("the runtime has no operation `%s`", def.kernels[i]);
    plan->rows[i] = static_cast<uint16_t>(row);
  }
  for (uint32_t i = 0; i < def.place_count && def.symbol_count == 0; ++i)
    fitPlace(plan, i, plan->arena + def.places[i].offset);
  for (uint32_t i = 0; i < def.name_count; ++i)
    plan->names[i] = checked(namedValue(def.names[i].kind, def.names[i].name));
  makeConstants(def.constants, def.constant_count, plan->constants);
  for (uint32_t i = 0; i < def.list_count; ++i)
    plan->lists[i] = emptyList(def.lists[i].length);
}

SpareTensors &sparesOf(const jn_plan *plan) {
  return *static_cast<SpareTensors *>(plan->spares);
}

// For a scope in which kernels run for the plan: what they make comes from it. The tensors of
// `into` are places, or exposed ones.
class RunningKernel {
public:
  static constexpr uint32_t kMost = 8;  // places for results; what is beyond is made anew

  RunningKernel(const jn_plan *plan, const Value *into = nullptr, uint32_t count = 0)
      : planned_{tensors_, std::min(count, kMost), 0, &sparesOf(plan), TensorOp::Count, nullptr, 0},
        outer_(plannedResults) {
    for (uint32_t i = 0; i < planned_.count; ++i)
      tensors_[i] = asTensor(into[i]);
    plannedResults = &planned_;
  }
  RunningKernel(const RunningKernel &) = delete;
  RunningKernel &operator=(const RunningKernel &) = delete;
  ~RunningKernel() { plannedResults = outer_; }

  void wantValues(TensorOp op, Value *values, uint32_t count) {
    planned_.several = op;
    planned_.values = values;
    planned_.valueCount = count;
  }
  // They were given, not left to a tuple.
  bool gaveValues() const { return !planned_.values; }

private:
  TensorObject *tensors_[kMost];
  PlannedResults planned_;
  PlannedResults *outer_;
};

// Whether a result is the tensor that was planned for it, or one like it.
bool fits(Value made, Value planned, bool dense) {
  if (JN_LIKELY(made.o == planned.o))
    return true;
  if (made.tag != JN_OBJECT || planned.tag != JN_OBJECT)
    return made.tag != JN_ERROR;
  const TensorObject *m = asTensor(made), *p = asTensor(planned);
  bool isAlike = m->dtype == p->dtype && sameDims({m->sizes, m->ndim}, {p->sizes, p->ndim}) &&
                 (!dense || sameDims({m->strides, m->ndim}, {p->strides, p->ndim}));
  if (!isAlike)
    raise(jn_exc_RuntimeError, "a kernel's result has other sizes or strides than its graph says");
  return isAlike;
}

// The same where no place was planned, since sizes are counted while the plan runs: whether it has
// the strides of a new tensor.
bool isDense(Value made) {
  if (made.tag != JN_OBJECT)
    return made.tag != JN_ERROR;
  bool isDense = Tensor::share(made).isContiguous();
  if (!isDense)
    raise(jn_exc_RuntimeError, "a kernel's result has other strides than its graph says");
  return isDense;
}

// Makes the calls of a plan: operands are looked up in the tables of its version.
class Caller {
public:
  Caller(jn_plan *plan, const Value *inputs, Value *temporaries)
      : plan_(plan), temporaries_(temporaries), tables_{temporaries,  inputs,      plan->constants,
                                                        plan->places, plan->names, plan->size_lists,
                                                        plan->lists} {}

  bool make(const jn_plan_call &call) const {
    TraceSpan span(plan_->def->kernels[call.kernel], "kernel", traceShortestKernel);
    Value args[JN_PLAN_MOST_ARGUMENTS], into[RunningKernel::kMost];
    const uint32_t *operands = plan_->def->operands + call.operands;
    for (uint32_t i = 0; i < call.argument_count; ++i)
      args[i] = valueOf(operands[i]);
    const uint32_t *targets = operands + call.argument_count;
    uint32_t offered = offer(call, targets, into);
    if (offered == kNone)
      return false;
    Value *results = temporaries_ + call.result;
    {
      RunningKernel running(plan_, into, offered);
      if (call.result_count > 1)
        running.wantValues(rowOf(plan_, call.kernel), results, call.result_count);
      Value result = run(plan_, call.kernel, args);
      if (jn_is_error(result))
        return false;
      if (call.result_count == 1)
        results[0] = result;
      else if (call.result_count == 0)
        jn_decref(result);
      else if (!running.gaveValues())
        unpack(result, results, call.result_count);
    }
    return areAsPlanned(call, targets);
  }

private:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint32_t kNumberBits = 24, kNumber = (1u << kNumberBits) - 1;

  Value valueOf(uint32_t operand) const {
    uint32_t from = operand >> kNumberBits, number = operand & kNumber;
    if (JN_UNLIKELY(from == JN_FROM_LIST))
      fillList(number);
    return tables_[from][number];
  }
  void fillList(uint32_t number) const {
    jn_tuple *list = asTuple(plan_->lists[number]);
    const uint32_t *items = plan_->def->operands + plan_->def->lists[number].first;
    for (int64_t i = 0; i < list->size; ++i)
      jn_assign(&list->items[i], jn_own(valueOf(items[i])));
  }

  // The tensors that results are to go to; how many.
  uint32_t offer(const jn_plan_call &call, const uint32_t *targets, Value *into) const {
    uint32_t count = 0, exposed = call.result + call.result_count;
    for (uint32_t i = 0; i < call.result_count; ++i) {
      uint32_t to = targets[i] >> kNumberBits, number = targets[i] & kNumber;
      if (to < JN_TO_PLACE)
        continue;
      bool isExposed = to >= JN_TO_EXPOSED;
      Value offered = isExposed ? jn_plan_fresh(plan_, number) : plan_->places[number];
      if (isExposed)
        temporaries_[exposed++] = offered;
      if (jn_is_error(offered))
        return kNone;
      if (count < RunningKernel::kMost)
        into[count++] = offered;
    }
    return count;
  }

  static void unpack(Value result, Value *values, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i)
      values[i] = jn_own(asTuple(result)->items[i]);
    jn_decref(result);
  }

  bool areAsPlanned(const jn_plan_call &call, const uint32_t *targets) const {
    uint32_t exposed = call.result + call.result_count;
    for (uint32_t i = 0; i < call.result_count; ++i) {
      Value made = temporaries_[call.result + i];
      uint32_t to = targets[i] >> kNumberBits, number = targets[i] & kNumber;
      bool dense = to == JN_TO_PLACE_DENSE || to == JN_TO_EXPOSED_DENSE;
      bool fine = to == JN_TO_ANY         ? true
                  : to == JN_TO_ANY_DENSE ? isDense(made)
                  : to < JN_TO_EXPOSED    ? fits(made, plan_->places[number], dense)
                                          : fits(made, temporaries_[exposed++], dense);
      if (JN_UNLIKELY(!fine))
        return false;
    }
    return true;
  }

  jn_plan *plan_;
  Value *temporaries_;
  const Value *tables_[JN_FROM_LIST + 1];
};

}  // namespace
}  // namespace janus

using namespace janus;

int64_t jn_plan_size(jn_value tensor, uint32_t dim) {
  return asTensor(tensor)->sizes[dim];
}

namespace {

// The exception that a version leaves with, or that kept it from being entered, is its fault's
// text.
void takeFault() {
  if (faultText && errorState.pending) {
    *faultText = exceptionMessage(errorState.pending);
    if (!faultText->empty() && faultText->back() == '\n')
      faultText->pop_back();
  }
  clearError();
}

}  // namespace

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
      takeFault();
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
  emptyLists(plan);
  sparesOf(plan).endStep();
  if (JN_UNLIKELY(outcome != JN_REGION_COMMITTED)) {
    takeFault();
    if (plan->products)
      static_cast<ProductSums *>(plan->products)->clear();
    if (plan->random)
      restoreRandom(plan);
  }
  if (plan->random)
    static_cast<KeptGenerators *>(plan->random)->clear();
  return outcome;
}

void jn_plan_release(void *state) {
  auto *plan = static_cast<jn_plan *>(state);
  release(static_cast<BackwardPlan *>(plan->backward));
  plan->backward = nullptr;
  delete static_cast<SavedTurns *>(plan->turns);
  plan->turns = nullptr;
  delete static_cast<ProductSums *>(plan->products);
  plan->products = nullptr;
  if (!plan->arena)
    return;
  const jn_plan_def *def = plan->def;
  size_t count = tableCount(*def);
  for (size_t i = 0; i < count; ++i)
    jn_decref(plan->places[i]);
  delete static_cast<SpareTensors *>(plan->spares);
  freeMemory(plan->arena, blockBytes(*def));
  releaseLayouts(plan);
  delete static_cast<KeptGenerators *>(plan->random);
  *plan = {};
}

bool jn_plan_fits(jn_value made, jn_value planned) {
  return fits(made, planned, false);
}

bool jn_plan_run(jn_plan *plan, const jn_value *inputs, jn_value *temporaries, uint32_t first,
                 uint32_t count) {
  const Caller caller(plan, inputs, temporaries);
  for (const jn_plan_call *each = plan->def->calls + first; count--; ++each)
    if (JN_UNLIKELY(!caller.make(*each)))
      return false;
  return true;
}

jn_value jn_plan_copy(jn_plan *plan, jn_value tensor) {
  RunningKernel running(plan);
  return guarded([&] {
    Tensor copy = makeAlike(asTensor(tensor));
    copyElements(copy.object(), asTensor(tensor));
    return copy.releaseValue();
  });
}

jn_value jn_plan_fresh(jn_plan *plan, uint32_t exposed) {
  const jn_plan_place &p = plan->def->exposed[exposed];
  auto dtype = static_cast<DType>(p.dtype);
  Value &kept = plan->exposed[exposed];
  // Only ours: nobody sees what is written. The tensor object is, so that it has no attributes.
  if (kept.tag == JN_OBJECT && kept.o->refs == 1 && isHeldAlone(asTensor(kept)->storage)) {
    asTensor(kept)->version->value = 0;
    renewTensor(asTensor(kept));
    return jn_own(kept);
  }
  Exposing counted;
  return guarded([&] {
    Value fresh = makeTensor(sizesOf(plan, p), dtype).releaseValue();
    jn_assign(&kept, jn_own(fresh));
    return fresh;
  });
}

static Tensor exposedView(const TensorObject *t, jn_value base, jn_view_made how) {
  const uint32_t kMade[] = {0, madeUnrecorded(), kTensorOneOfMany, 0};
  if (!isTensor(base) || asTensor(base)->storage != t->storage)
    fail("a graph's view lies in other memory than its base");
  Tensor made =
      makeView(Tensor::share(base), {t->sizes, t->ndim}, {t->strides, t->ndim}, t->offset);
  made->dtype = t->dtype;
  if (made->base)
    made->flags = (made->flags & ~uint32_t{kTensorNotWritten}) | kMade[how];
  return made;
}

jn_value jn_plan_expose(jn_value tensor, jn_exposure as) {
  Exposing counted;
  return guarded([&] {
    const TensorObject *t = asTensor(tensor);
    bool isView = as.base.tag != JN_NONE;
    Tensor made = isView ? exposedView(t, as.base, as.view)
                         : makeOver(retain(t->storage), t->offset, {t->sizes, t->ndim},
                                    {t->strides, t->ndim}, t->dtype);
    made->flags = (made->flags & ~uint32_t{kTensorInference}) | (t->flags & kTensorInference);
    if (as.view == JN_VIEW_DATA)
      made = makeAlias(made, false);
    if (as.version)
      made->version->value = static_cast<uint32_t>(as.version);
    if (as.requires_grad)
      made->flags |= kTensorRequiresGrad;
    if (as.history)
      setFreedHistory(made.object(), rowNamed(as.history), as.node, {as.ends, as.end_count});
    if (isTensor(as.gradient))
      setGrad(made.object(), asTensor(jn_own(as.gradient)));
    return made.releaseValue();
  });
}

jn_value jn_plan_make(jn_value (*make)(const jn_value *items, size_t count), const jn_value *items,
                      size_t count) {
  Exposing counted;
  return make(items, count);
}

jn_value jn_plan_instance(const jn_value *parts, size_t items, const jn_value *names,
                          size_t named) {
  Exposing counted;
  Type *type = as<Type>(parts[0]);
  if (type == &jn_type_parameter) {
    Ref leaf(call(parts[0], {parts[1], parts[2]}));
    if (leaf.failed() || (named != 0 && genericSetattr(leaf.get(), names[0], parts[3]) < 0))
      return jn_error();
    return leaf.release();
  }
  bool isTuple = isSubtype(type, &jn_type_tuple), isDict = isSubtype(type, &jn_type_dict);
  Ref contents(isTuple ? jn_make_tuple(parts + 1, items) : jn_unbound());
  Value list = contents.get();
  Ref made(isTuple  ? jn_type_tuple.construct(type, &list, 1, jn_unbound())
           : isDict ? type->construct(type, nullptr, 0, jn_unbound())
                    : jn_type_object.construct(type, nullptr, 0, jn_unbound()));
  for (size_t i = 0; isDict && i + 1 < items && !made.failed(); i += 2)
    if (jn_setitem(made.get(), parts[1 + i], parts[2 + i]) < 0)
      return jn_error();
  for (size_t i = 0; i < named && !made.failed(); ++i) {
    Value *part = nativePart(made.get().o, utf8Of(names[i]));
    if (part)
      jn_assign(part, jn_own(parts[1 + items + i]));
    else if (genericSetattr(made.get(), names[i], parts[1 + items + i]) < 0)
      return jn_error();
  }
  return made.release();
}

jn_value jn_plan_format(jn_value value, uint32_t conversion, jn_value spec) {
  Exposing counted;
  return jn_format_value(value, conversion, spec);
}

jn_value jn_plan_tensor_text(jn_value tensor, bool requires_grad, const char *row,
                             const char *node) {
  return guarded([&] {
    if (row && !node) {
      const OpRules *rules = rulesOf(rowNamed(row));
      if (!rules)
        throw PendingError{};
      node = rules->name.c_str();
    }
    return makeStr(tensorText(Tensor::share(tensor), "tensor(", historyText(node, requires_grad)));
  });
}

jn_value jn_plan_text(jn_value method, const jn_value *args, uint32_t count, bool packed,
                      const jn_value *names, uint32_t named) {
  Exposing counted;
  jn_attr_cache unused{};
  if (packed) {
    Ref items(jn_make_tuple(args + 1, count - 1));
    const jn_value whole[] = {args[0], items.get()};
    return items.failed() ? jn_error() : jn_call_method(method, whole, 2, jn_unbound(), &unused);
  }
  Ref keywords(named != 0 ? jn_make_tuple(names, named) : jn_unbound());
  return jn_call_method(method, args, count, keywords.get(), &unused);
}

bool jn_plan_next_turn(jn_value *values, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i)
    jn_decref(std::exchange(values[i], {}));
  return !(jn_pending_flags & kPendingSignal);
}

void jn_plan_keep_random(jn_plan *plan) {
  keepGenerator(plan, defaultGenerator());
}
void jn_plan_keep_generator(jn_plan *plan, jn_value generator) {
  keepGenerator(plan, reinterpret_cast<GeneratorObject *>(generator.o));
}

void jn_plan_store(jn_plan *plan, jn_value to, jn_value from) {
  TensorObject *t = asTensor(to), *f = asTensor(from);
  if (t->flags & f->flags & kTensorContiguous) {
    size_t size = sizeOf(t->dtype);
    std::byte *target = t->storage->data + t->offset * static_cast<int64_t>(size);
    const std::byte *source = f->storage->data + f->offset * static_cast<int64_t>(size);
    if (target != source)
      memcpy(target, source, static_cast<size_t>(t->numel) * size);
    return;
  }
  if (t == f)
    return;
  RunningKernel running(plan);
  Value args[] = {to, from, jn_bool(false)};
  uint32_t version = t->version->value;
  jn_decref(callKernel(TensorOp::Copy_, args));
  t->version->value = version;  // jn_commit_storage counts
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

// Else an exception is set: what was raised, or what has come instead.
bool isOfKind(Value owned, uint64_t tag, Value *out) {
  *out = owned;
  if (owned.tag == tag)
    return true;
  if (owned.tag != JN_ERROR)
    raise(jn_exc_TypeError, "a number of another type than in the profile: %T", &owned);
  jn_decref(owned);
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
