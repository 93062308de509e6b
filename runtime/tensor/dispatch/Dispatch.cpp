#include "tensor/dispatch/Dispatch.h"

#include "tensor/core/AutogradInterface.h"
#include "tensor/dispatch/Autocast.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Composites.h"
#include "tensor/dispatch/Devices.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/WrittenMemory.h"
#include "value/call/RuntimeLock.h"
#include "value/container/Sequence.h"

#include <algorithm>

namespace janus {
namespace {

// Which parameters of a schema are tensors or lists of tensors; read off the text when compiling.
struct TensorParams {
  uint8_t count = 0;
  uint32_t tensors = 0, lists = 0;
  int8_t device = -1;
};
constexpr bool startsWith(std::string_view s, std::string_view prefix) {
  return s.substr(0, prefix.size()) == prefix;
}
constexpr TensorParams tensorParams(std::string_view signature) {
  TensorParams r;
  size_t at = signature.find('(') + 1, end = signature.find(" ->");
  while (at < end && signature[at] != ')') {
    size_t begin = at;
    int depth = 0;
    while (!(depth == 0 && (signature[at] == ',' || signature[at] == ')'))) {
      if (signature[at] == '(' || signature[at] == '[')
        ++depth;
      if (signature[at] == ')' || signature[at] == ']')
        --depth;
      ++at;
    }
    std::string_view p = signature.substr(begin, at - begin);
    if (signature[at] == ',')
      at += 2;
    if (p == "*")
      continue;
    if (startsWith(p, "Tensor")) {
      bool list = p.find("[]") != std::string_view::npos;
      (list ? r.lists : r.tensors) |= 1u << r.count;
    }
    if (startsWith(p, "Device"))
      r.device = static_cast<int8_t>(r.count);
    ++r.count;
  }
  return r;
}
constexpr TensorParams kTensorParams[kOpCount] = {
#define JANUS_OP(id, ...) tensorParams(OpRow{__VA_ARGS__}.signature),
#include "janus/contract/Ops.def"
};

bool listRequiresGrad(Value list) {
  if (list.tag != JN_OBJECT)
    return false;
  const Value *items;
  int64_t size;
  if (isSubtype(list.o->type, &jn_type_tuple)) {
    items = as<jn_tuple>(list)->items;
    size = as<jn_tuple>(list)->size;
  } else if (isSubtype(list.o->type, &jn_type_list)) {
    items = as<jn_list>(list)->items;
    size = as<jn_list>(list)->size;
  } else {
    return isTensor(list) && mayRequireGrad(asTensor(list));
  }
  for (int64_t i = 0; i < size; ++i)
    if (isTensor(items[i]) && mayRequireGrad(asTensor(items[i])))
      return true;
  return false;
}

// The kernel, behind the check of what it writes.
template <TensorOp op>
Value checkedKernel(const Value *args, KernelFn kernel) {
  try {
    checkWrittenMemory(writtenRule(op), args, kTensorParams[static_cast<size_t>(op)].count);
  } catch (...) {
    return raiseCaught();
  }
  return kernel(args);
}
// A view whose base nobody else knows becomes a tensor of its own; an argument that is returned
// stays what it is.
void becomeOwn(TensorObject *t) {
  if (JN_LIKELY(!(t->flags & kTensorIsView) || t->base->head.refs > 1 || t->head.refs > 1))
    return;
  t->flags &= ~(kTensorIsView | kTensorNotWritten);
  jn_decref(jn_obj(std::exchange(t->base, nullptr)));
}

// A result that shows a tensor which nobody but its kernel has seen is no view.
void becomeOwn(Value result) {
  if (JN_LIKELY(isTensor(result)))
    return becomeOwn(asTensor(result));
  if (result.tag != JN_OBJECT || !isSubtype(result.o->type, &jn_type_tuple))
    return;
  const auto *all = as<jn_tuple>(result);
  for (int64_t i = 0; i < all->size; ++i)
    if (isTensor(all->items[i]))
      becomeOwn(asTensor(all->items[i]));
}

// The kernel of a row, or the prelude's function for it.
template <TensorOp op, KernelFn kernel>
Value computed(const Value *args) {
  if constexpr (isWrittenInPython(op))
    return callComposite(op, args);
  else
    return kernel(args);
}

constexpr Trait kNoNewResult = Trait::View | Trait::InPlace | Trait::Host;

template <TensorOp op, KernelFn kernel>
constexpr KernelFn entry() {
  if constexpr (hasTrait(op, Trait::InPlace) && writtenRule(op) != WrittenRule::Free)
    return [](const Value *args) { return checkedKernel<op>(args, kernel); };
  else if constexpr (hasTrait(op, kNoNewResult) || hasTrait(op, Trait::Elementwise))
    return kernel;
  else
    return [](const Value *args) {
      Value result = computed<op, kernel>(args);
      if (JN_UNLIKELY(!isTensor(result) || asTensor(result)->flags & kTensorIsView))
        becomeOwn(result);
      return result;
    };
}

// ---- conjugated views
// Kernels compute with elements as they lie in memory, so conjugated views are copied for them.
// Views, and what is made of other operations or copies, take them as they are.
constexpr bool takesConjugates(TensorOp op) {
  return hasTrait(op, Trait::View | Trait::MaybeView | Trait::Copies) || isWrittenInPython(op);
}

bool isConjugated(Value v) {
  return isTensor(v) && asTensor(v)->flags & kTensorConjugated;
}

// The items of a list with copies of those that are conjugated views.
Value resolvedList(Value list) {
  int64_t size;
  const Value *items = itemsOf(list, &size);
  jn_tuple *resolved = newTuple(size);
  for (int64_t i = 0; i < size; ++i)
    resolved->items[i] =
        isConjugated(items[i])
            ? ops::call<TensorOp::Clone>(Tensor::share(items[i]), MemoryFormat::Preserve)
                  .releaseValue()
            : jn_own(items[i]);
  return jn_obj(resolved);
}

// Runs the kernel on copies; what it writes in place goes back to the view.
Value runOnCopies(TensorOp op, const Value *args) {
  return guarded([&]() -> Value {
    const TensorParams &p = kTensorParams[static_cast<size_t>(op)];
    Value resolved[32];
    Ref held[32];
    std::copy(args, args + p.count, resolved);
    for (uint8_t i = 0; i < p.count; ++i) {
      if (p.tensors >> i & 1 && isConjugated(args[i]))
        held[i] = Ref(ops::call<TensorOp::Clone>(Tensor::share(args[i]), MemoryFormat::Preserve)
                          .releaseValue());
      else if (p.lists >> i & 1 && args[i].tag == JN_OBJECT)
        held[i] = Ref(resolvedList(args[i]));
      else
        continue;
      resolved[i] = held[i].get();
    }
    Value result = kernelTable[static_cast<size_t>(op)](resolved);
    if (jn_is_error(result) || !hasTrait(op, Trait::InPlace) || !isConjugated(args[0]))
      return result;
    jn_decref(result);
    ops::call<TensorOp::Copy_>(Tensor::share(args[0]), Tensor::share(resolved[0]), false);
    return jn_own(args[0]);
  });
}

// The first tensor among the arguments that `wanted` holds for.
template <bool (*wanted)(Value)>
const TensorObject *findTensor(TensorOp op, const Value *args) {
  const TensorParams &p = kTensorParams[static_cast<size_t>(op)];
  for (uint32_t bits = p.tensors; bits; bits &= bits - 1)
    if (Value v = args[__builtin_ctz(bits)]; wanted(v))
      return asTensor(v);
  for (uint32_t bits = p.lists; bits; bits &= bits - 1) {
    int64_t size = 0;
    const Value *items = itemsOf(args[__builtin_ctz(bits)], &size);
    for (int64_t i = 0; items && i < size; ++i)
      if (wanted(items[i]))
        return asTensor(items[i]);
  }
  return nullptr;
}

// ---- devices
bool isElsewhere(Value v) {
  return isTensor(v) && asTensor(v)->device.type != DeviceType::Cpu;
}

// The device of an operation: that of its tensors, or the one the new tensor is asked for.
DeviceType deviceOf(TensorOp op, const Value *args) {
  if (const TensorObject *t = findTensor<isElsewhere>(op, args))
    return t->device.type;
  int8_t place = kTensorParams[static_cast<size_t>(op)].device;
  Device device;
  if (place >= 0)
    toDevice(args[place], &device);
  return device.type;
}

bool isSparse(Value v) {
  return isTensor(v) && asTensor(v)->device.type == DeviceType::Sparse;
}

Value runKernel(TensorOp op, const Value *args) {
  if (JN_UNLIKELY(modeMask & kModesThatStay)) {
    DeviceType device = modeMask & kModeDevices ? deviceOf(op, args) : DeviceType::Cpu;
    if (device != DeviceType::Cpu)
      return runOnDevice(device, op, args);
    if (modeMask & kModeConjugates && !takesConjugates(op) && findTensor<isConjugated>(op, args))
      return runOnCopies(op, args);
  }
  return kernelTable[static_cast<size_t>(op)](args);
}

}  // namespace

thread_local uint32_t modeMask = kModeTape;

static uint32_t modesOfAll;  // under the runtime lock

void stayInMode(Mode mode) {
  modesOfAll |= mode;
  modeMask |= mode;
  afterLock = [] { modeMask |= modesOfAll; };
}

const KernelFn kernelTable[kOpCount] = {
#define JANUS_OP(id, ...) entry<TensorOp::id, kernels::id>(),
#include "janus/contract/Ops.def"
};

// Without runtime/autograd nothing is recorded.
Value (*dispatchHook)(TensorOp op, const Value *args) = runKernel;

bool anyRequiresGrad(TensorOp op, const Value *args) {
  const TensorParams &p = kTensorParams[static_cast<size_t>(op)];
  for (uint32_t bits = p.tensors; bits; bits &= bits - 1) {
    Value v = args[__builtin_ctz(bits)];
    if (v.tag == JN_OBJECT && mayRequireGrad(asTensor(v)))
      return true;
  }
  for (uint32_t bits = p.lists; bits; bits &= bits - 1)
    if (listRequiresGrad(args[__builtin_ctz(bits)]))
      return true;
  return false;
}

Value dispatchWithModes(TensorOp op, const Value *args) {
  // Their operations are functions of Python, which record themselves.
  if (JN_UNLIKELY(modeMask & kModeDevices) && findTensor<isSparse>(op, args))
    return callSparse(op, args);
  if (JN_UNLIKELY(modeMask & kModeAutocast) && autocastPolicyOf(op) != AutocastPolicy::None)
    return dispatchCasting(op, args);
  uint32_t mode = modeMask & ~uint32_t{kModesThatStay | kModeOperation | kModeAutocast};
  if (!mode ||
      (mode == kModeTape && (hasTrait(op, Trait::Composite) || !anyRequiresGrad(op, args))))
    return runKernel(op, args);
  return dispatchHook(op, args);
}

Value callKernel(TensorOp op, const Value *args) {
  ModeScope off(modeMask & (kModeTape | kModeOperation) ? uint32_t{kModeOperation} : 0);
  return runKernel(op, args);
}

}  // namespace janus
