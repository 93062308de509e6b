#include "tensor/core/GradMode.h"

#include "tensor/core/Error.h"

namespace janus {
namespace {

thread_local bool enabledInInference;  // what is enabled, while inference mode is on

void setTape(bool on) {
  modeMask = on ? modeMask | kModeTape : modeMask & ~uint32_t{kModeTape};
}

}  // namespace

thread_local uint32_t newTensorFlags;

bool isGradEnabled() {
  return isInferenceMode() ? enabledInInference : (modeMask & kModeTape) != 0;
}

void setGradEnabled(bool on) {
  if (isInferenceMode())
    enabledInInference = on;
  else
    setTape(on);
}

void setInferenceMode(bool on) {
  if (on == isInferenceMode())
    return;
  bool enabled = isGradEnabled();
  newTensorFlags = on ? uint32_t{kTensorInference} : 0;
  setGradEnabled(enabled);
  setTape(enabled && !on);
}

void advanceVersion(TensorObject *t) {
  ++t->version->value;
  if (JN_UNLIKELY(t->flags & kTensorInference) && !isInferenceMode())
    fail("Inplace update to inference tensor outside InferenceMode is not allowed.You can make a "
         "clone to get a normal tensor before doing inplace update.See "
         "https://github.com/pytorch/rfcs/pull/17 for more details.");
}

}  // namespace janus
