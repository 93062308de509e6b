#include "tensor/dispatch/Autocast.h"

#include "tensor/core/AutogradInterface.h"
#include "tensor/core/Error.h"
#include "tensor/dispatch/OpInfo.h"
#include "tensor/dispatch/Ops.h"
#include "value/container/Sequence.h"

#include <array>
#include <unordered_map>
#include <vector>

namespace janus {
namespace {

using Policies = std::array<AutocastPolicy, kOpCount>;
constexpr Policies kPolicies = [] {
  Policies all = {};
#define JANUS_AUTOCAST(Policy, Row)                                                                \
  all[static_cast<size_t>(TensorOp::Row)] = AutocastPolicy::Policy;
#include "janus/contract/Autocast.def"
  return all;
}();

struct Settings {
  DType type = DType::BF16;
  bool isCacheEnabled = true;
  int nesting = 0;
};
thread_local Settings settings;

// A kept cast, and the tensor that it is of, which lives as long.
struct Cast {
  Tensor of, cast;
};
using Cache = std::unordered_map<const TensorObject *, Cast>;
// Under the runtime's lock. Never destroyed: tensors do not outlive the run time.
Cache &cache() {
  static auto *all = new Cache;
  return *all;
}

bool isEligible(Value v) {
  if (!isTensor(v) || asTensor(v)->device.type != DeviceType::Cpu)
    return false;
  DType type = asTensor(v)->dtype;
  return isFloating(type) && type != DType::F64;
}

bool isKept(const Tensor &t, DType to) {
  return settings.isCacheEnabled && to == settings.type && t.dtype() == DType::F32 &&
         t.requiresGrad() && !(t->flags & kTensorIsView) &&
         !autogradInterface->gradFnName(t.object());
}

Value cast(Value v, DType to) {
  if (!isEligible(v) || asTensor(v)->dtype == to)
    return jn_own(v);
  Tensor t = Tensor::share(v);
  bool keeps = isKept(t, to);
  if (keeps)
    if (auto known = cache().find(t.object()); known != cache().end())
      return jn_own(known->second.cast.borrowed());
  Tensor made = ops::call<TensorOp::ToCopy>(t, to, std::nullopt, std::nullopt);
  if (keeps)
    cache().insert_or_assign(t.object(), Cast{t, made});
  return made.releaseValue();
}

// Calls `visit` with the tensors of an argument.
template <class F>
void forEachTensor(Value argument, F &&visit) {
  if (isTensor(argument))
    return visit(argument);
  int64_t size = 0;
  const Value *items = itemsOf(argument, &size);
  for (int64_t i = 0; items && i < size; ++i)
    if (isTensor(items[i]))
      visit(items[i]);
}

Value castAll(Value argument, DType to) {
  if (isTensor(argument))
    return cast(argument, to);
  int64_t size = 0;
  const Value *items = itemsOf(argument, &size);
  bool changes = false;
  for (int64_t i = 0; items && i < size; ++i)
    changes |= isEligible(items[i]) && asTensor(items[i])->dtype != to;
  if (!changes)
    return jn_own(argument);
  Ref all(jn_obj(newTuple(size)));
  for (int64_t i = 0; i < size; ++i)
    as<jn_tuple>(all.get())->items[i] = cast(items[i], to);
  return all.release();
}

DType typeFor(AutocastPolicy policy, bool anyFloat) {
  bool isFloat = policy == AutocastPolicy::Float || (policy == AutocastPolicy::Widest && anyFloat);
  return isFloat ? DType::F32 : settings.type;
}

bool hasFloat(Value argument) {
  bool any = false;
  forEachTensor(argument,
                [&](Value v) { any |= isEligible(v) && asTensor(v)->dtype == DType::F32; });
  return any;
}

void expectKnownType(Value v) {
  DType type = asTensor(v)->dtype;
  if (isEligible(v) && type != DType::F32 && type != settings.type)
    fail("Unexpected floating ScalarType in at::autocast::prioritize");
}

}  // namespace

AutocastPolicy autocastPolicyOf(TensorOp op) {
  return kPolicies[static_cast<size_t>(op)];
}

bool isAutocastEnabled() {
  return (modeMask & kModeAutocast) != 0;
}
void setAutocastEnabled(bool on) {
  modeMask = on ? modeMask | kModeAutocast : modeMask & ~uint32_t{kModeAutocast};
}
DType autocastType() {
  return settings.type;
}
void setAutocastType(DType type) {
  settings.type = type;
}
bool isAutocastCacheEnabled() {
  return settings.isCacheEnabled;
}
void setAutocastCacheEnabled(bool on) {
  settings.isCacheEnabled = on;
}
void clearAutocastCache() {
  Cache gone;  // what the tensors hold may run the program's code
  gone.swap(cache());
}
int changeAutocastNesting(int by) {
  return settings.nesting += by;
}

Value castFor(AutocastPolicy policy, Value argument) {
  return guarded([&]() -> Value {
    if (!isAutocastEnabled() || policy == AutocastPolicy::None)
      return jn_own(argument);
    AutocastOff off;
    return castAll(argument, typeFor(policy, hasFloat(argument)));
  });
}

Value dispatchCasting(TensorOp op, const Value *args) {
  return guarded([&]() -> Value {
    AutocastPolicy policy = autocastPolicyOf(op);
    size_t count = opInfo(op).schema.params.size();
    bool anyFloat = false;
    for (size_t i = 0; i < count; ++i)
      anyFloat |= hasFloat(args[i]);
    DType to = typeFor(policy, anyFloat);
    if (policy == AutocastPolicy::Widest)
      for (size_t i = 0; i < count; ++i)
        forEachTensor(args[i], expectKnownType);
    AutocastOff off;
    std::vector<Ref> held;
    std::vector<Value> fitting;
    for (size_t i = 0; i < count; ++i) {
      held.emplace_back(castAll(args[i], to));
      fitting.push_back(held.back().get());
    }
    return dispatch(op, fitting.data());
  });
}

}  // namespace janus
