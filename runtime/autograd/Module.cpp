// The native module torch._C_autograd: modes, the engine and the registration of gradients, for the
// prelude.
#include "autograd/AnomalyMode.h"
#include "autograd/Backward.h"
#include "autograd/FunctionNode.h"
#include "autograd/Node.h"
#include "autograd/Record.h"
#include "autograd/RuleNode.h"
#include "autograd/SavedHooks.h"
#include "tensor/core/GradMode.h"
#include "tensor/views/NodeName.h"

namespace janus {
namespace {

Value gradEnabled(const Value *, size_t, Value) {
  return jn_bool(isGradEnabled());
}
Value inferenceMode(const Value *, size_t, Value) {
  return jn_bool(isInferenceMode());
}

// Answers what was before.
Value changeGradEnabled(const Value *args, size_t, Value) {
  bool before = isGradEnabled();
  setGradEnabled(jn_truth(args[0]) > 0);
  return jn_bool(before);
}
Value changeInferenceMode(const Value *args, size_t, Value) {
  bool before = isInferenceMode();
  setInferenceMode(jn_truth(args[0]) > 0);
  return jn_bool(before);
}

// Answers (enabled, check_nan), what was before.
Value changeAnomalyMode(const Value *args, size_t, Value) {
  if (args[0].tag != JN_BOOL)
    return raise(jn_exc_TypeError,
                 "set_anomaly_enabled(): argument 'enabled' (position 1) must be bool, not %T",
                 &args[0]);
  jn_tuple *before = newTuple(2);
  before->items[0] = jn_bool(anomalyMode.isEnabled);
  before->items[1] = jn_bool(anomalyMode.checksNan);
  anomalyMode = {jn_truth(args[0]) > 0, jn_truth(args[1]) > 0};
  return jn_obj(before);
}
Value anomalyEnabled(const Value *, size_t, Value) {
  return jn_bool(anomalyMode.isEnabled);
}
Value anomalyChecksNan(const Value *, size_t, Value) {
  return jn_bool(anomalyMode.checksNan);
}

Value pushHooks(const Value *args, size_t, Value) {
  pushSavedHooks(args[0], args[1]);
  return jn_none();
}
Value popHooks(const Value *, size_t, Value) {
  popSavedHooks();
  return jn_none();
}
Value incrementVersion(const Value *args, size_t, Value) {
  ++asTensor(args[0])->version->value;
  return jn_none();
}

const MethodDef kFunctions[] = {
    {"is_grad_enabled", gradEnabled, 0, 0},
    {"is_inference_mode_enabled", inferenceMode, 0, 0},
    {"_set_grad_enabled", changeGradEnabled, 1, 1},
    {"_set_inference_mode", changeInferenceMode, 1, 1},
    {"_set_anomaly_mode", changeAnomalyMode, 2, 2},
    {"is_anomaly_enabled", anomalyEnabled, 0, 0},
    {"is_anomaly_check_nan_enabled", anomalyChecksNan, 0, 0},
    {"_register_gradient", registerGradient, 7, 7},
    {"_run_backward", runBackwardOf, 7, 7},
    {"_leaves_of", leavesOf, 1, 1},
    {"_name_node", nameNode, 2, 2},
    {"_history_name", nameOfHistory, 1, 1},
    {"_gradients_at", gradientsAt, 5, 5},
    {"_function_node", makeFunctionNode, 4, 4},
    {"_function_attach", attachOutputs, 5, 5},
    {"_function_save", saveForBackward, 3, 3},
    {"_function_saved", savedTensors, 1, 1},
    {"_push_saved_hooks", pushHooks, 2, 2},
    {"_pop_saved_hooks", popHooks, 0, 0},
    {"_increment_version", incrementVersion, 1, 1},
    {},
};

int initModule(jn_module *m) {
  if (initNodeType() < 0)
    return -1;
  dispatchHook = recordOperation;
  nodeNameHook = nameNode;
  return addToModule(m, "Node", jn_obj(&jn_type_node));
}

}  // namespace

extern const NativeModuleDef autogradModule;
const NativeModuleDef autogradModule = {"torch._C_autograd", initModule, kFunctions};

}  // namespace janus
