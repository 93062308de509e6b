// The native module torch._C_autocast: the state of torch.autocast on the CPU, for torch.amp.
#include "tensor/call/AutocastCalls.h"
#include "tensor/dispatch/Autocast.h"
#include "tensor/object/TypeObjects.h"

namespace janus {
namespace {

// Devices are named by their types: "cpu".
Value enabled(const Value *args, size_t, Value) {
  return jn_bool(isAutocastEnabled(utf8Of(args[0])));
}
Value setEnabled(const Value *args, size_t, Value) {
  std::string_view device = utf8Of(args[0]);
  bool on = jn_truth(args[1]) > 0;
  if (on && device == "cpu" && !castForFunctions())
    return jn_error();
  setAutocastEnabled(device, on);
  return jn_none();
}
Value type(const Value *args, size_t, Value) {
  return jn_own(dtypeObject(autocastType(utf8Of(args[0]))));
}
Value setType(const Value *args, size_t, Value) {
  if (!isDType(args[1]))
    return raise(jn_exc_TypeError, "set_autocast_dtype(): expected a dtype, not %T", &args[1]);
  setAutocastType(utf8Of(args[0]), asDType(args[1]));
  return jn_none();
}
Value cacheEnabled(const Value *, size_t, Value) {
  return jn_bool(isAutocastCacheEnabled());
}
Value setCacheEnabled(const Value *args, size_t, Value) {
  setAutocastCacheEnabled(jn_truth(args[0]) > 0);
  return jn_none();
}
Value clearCache(const Value *, size_t, Value) {
  clearAutocastCache();
  return jn_none();
}
Value changeNesting(const Value *args, size_t, Value) {
  return jn_int(changeAutocastNesting(static_cast<int>(args[0].i)));
}

const MethodDef kFunctions[] = {{"is_enabled", enabled, 1, 1},
                                {"set_enabled", setEnabled, 2, 2},
                                {"dtype", type, 1, 1},
                                {"set_dtype", setType, 2, 2},
                                {"is_cache_enabled", cacheEnabled, 0, 0},
                                {"set_cache_enabled", setCacheEnabled, 1, 1},
                                {"clear_cache", clearCache, 0, 0},
                                {"change_nesting", changeNesting, 1, 1},
                                {}};

}  // namespace

extern const NativeModuleDef torchAutocastModule;
const NativeModuleDef torchAutocastModule = {"torch._C_autocast", nullptr, kFunctions};

}  // namespace janus
