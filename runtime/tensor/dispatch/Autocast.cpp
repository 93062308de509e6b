#include "tensor/dispatch/Autocast.h"

#include "tensor/core/AutogradInterface.h"
#include "tensor/core/Error.h"
#include "tensor/dispatch/OpInfo.h"
#include "tensor/dispatch/Ops.h"
#include "value/container/Sequence.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace janus {
namespace {

struct Device {
  bool isEnabled = false;  // of the CPU, kModeAutocast says
  DType type;
};
struct Settings {
  DType type = autocastDefault("cpu");
  bool isCacheEnabled = true;
  int nesting = 0;
  std::map<std::string, Device, std::less<>> others;
};
thread_local Settings settings;

Device &otherDevice(std::string_view name) {
  auto known = settings.others.find(name);
  if (known == settings.others.end())
    known = settings.others.emplace(name, Device{false, autocastDefault(name)}).first;
  return known->second;
}

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
  return isTensor(v) && asTensor(v)->device.type == DeviceType::Cpu &&
         isAutocastType(asTensor(v)->dtype);
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

bool isAutocastEnabled() {
  return (modeMask & kModeAutocast) != 0;
}
bool isAutocastEnabled(std::string_view device) {
  return device == "cpu" ? isAutocastEnabled() : otherDevice(device).isEnabled;
}
void setAutocastEnabled(std::string_view device, bool on) {
  if (device == "cpu")
    modeMask = on ? modeMask | kModeAutocast : modeMask & ~uint32_t{kModeAutocast};
  else
    otherDevice(device).isEnabled = on;
}
DType autocastType(std::string_view device) {
  return device == "cpu" ? settings.type : otherDevice(device).type;
}
void setAutocastType(std::string_view device, DType type) {
  (device == "cpu" ? settings.type : otherDevice(device).type) = type;
}
bool isAutocastAtRest() {
  return !isAutocastEnabled() && settings.type == autocastDefault("cpu") &&
         settings.isCacheEnabled && settings.nesting == 0 && cache().empty() &&
         std::all_of(settings.others.begin(), settings.others.end(), [](auto &each) {
           return !each.second.isEnabled && each.second.type == autocastDefault(each.first);
         });
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
    return castAll(argument, autocastTarget(policy, settings.type, hasFloat(argument)));
  });
}

Value dispatchCasting(TensorOp op, const Value *args) {
  return guarded([&]() -> Value {
    AutocastPolicy policy = autocastPolicyOf(op);
    size_t count = opInfo(op).schema.params.size();
    bool anyFloat = false;
    for (size_t i = 0; i < count; ++i)
      anyFloat |= hasFloat(args[i]);
    DType to = autocastTarget(policy, settings.type, anyFloat);
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
