// The one entry of every eager operation.
#pragma once

#include "janus/contract/OpTable.h"
#include "tensor/core/Tensor.h"
#include "tensor/dispatch/OperationsSeen.h"

namespace janus {

// What watches or records operations on this thread.
enum Mode : uint32_t {
  kModeTape =
      1u << 0,  // gradients are enabled: operations on tensors that require them are recorded
  kModeProbe = 1u << 1,       // profile
  kModeTrace = 1u << 2,       // co-execution: the trace of a step is collected
  kModeSkeleton = 1u << 3,    // co-execution: the step runs beside its native graph
  kModeOperation = 1u << 4,   // within an operation that was called with gradients enabled
  kModeConjugates = 1u << 5,  // conjugated views have been made
  kModeDevices = 1u << 6,     // sparse tensors, or those of other devices, may have been made
  kModeAutocast = 1u << 7,    // tensors of some operations are cast first (Autocast.h)
  kModesThatStay = kModeConjugates | kModeDevices,
};
extern __attribute__((tls_model("initial-exec"))) thread_local uint32_t modeMask;

// Sets the mask for a scope.
class ModeScope {
public:
  explicit ModeScope(uint32_t mask) : saved_(modeMask) {
    modeMask = mask | (modeMask & kModesThatStay);
  }
  ModeScope(const ModeScope &) = delete;
  ModeScope &operator=(const ModeScope &) = delete;
  ~ModeScope() { modeMask = saved_ | (modeMask & kModesThatStay); }

private:
  uint32_t saved_;
};

// One of kModesThatStay begins, in this thread and in all that take the runtime's lock from now on.
void stayInMode(Mode mode);

// `args` holds one borrowed value per parameter of the schema, in its order, defaults filled in:
//   Tensor, Tensor?     tensor or None (JN_NONE)
//   Tensor[]            list or tuple of tensors (None inside where the schema says `Tensor?[]`)
//   int, float, bool    int (or bool); float or int; bool
//   int[], float[]      tuple or list, or one number standing for all; None where optional
//   Scalar              int, float or bool
//   str, ScalarType, Device, MemoryFormat, Generator   their Python objects, or None
// The result is owned: a tensor, a tuple (named where results have names), a list for `Tensor[]`, a
// number, None for `()`; JN_ERROR with the exception pending. In-place operations return their
// first argument and have advanced its version.
using KernelFn = Value (*)(const Value *args);
// Those of the CPU. Operations of other devices are found by `runOnDevice` while kModeDevices is
// on.
extern const KernelFn kernelTable[kOpCount];

// Called instead of the kernel when a mode wants to see the operation. Installed by
// runtime/autograd and by co-execution; never null.
extern Value (*dispatchHook)(TensorOp op, const Value *args);

// Runs the kernel with all modes off.
Value callKernel(TensorOp op, const Value *args);

// Does an argument of `op` require a gradient?
bool anyRequiresGrad(TensorOp op, const Value *args);

Value dispatchWithModes(TensorOp op, const Value *args);

inline Value dispatch(TensorOp op, const Value *args) {
  seeOperation(OperationRun::Eager, op);
  if (JN_LIKELY((modeMask & ~uint32_t{kModeOperation}) == 0))
    return kernelTable[static_cast<size_t>(op)](args);
  return dispatchWithModes(op, args);
}

// ---- schemas as native code needs them
struct OpInfo;  // Schema, default values, named tuple type (ArgParser.h)
const OpInfo &opInfo(TensorOp op);

}  // namespace janus
