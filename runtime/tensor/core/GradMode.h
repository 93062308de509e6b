// The modes of torch.no_grad, torch.enable_grad and torch.inference_mode, each per thread.
//
// Gradients are enabled or not; what is recorded follows kModeTape, which is never set in inference
// mode, whatever is enabled. What owns its memory and is made in inference mode is an inference
// tensor (kTensorInference), and so are its views: nothing may save it for a backward pass, and
// outside of the mode nobody writes it or asks it for a gradient.
#pragma once

#include "tensor/dispatch/Dispatch.h"

namespace janus {

bool isGradEnabled();
void setGradEnabled(bool on);
inline bool isInferenceMode() {
  return newTensorFlags & kTensorInference;
}
void setInferenceMode(bool on);

// One write more. The write was made; RuntimeError (thrown) when it was to an inference tensor
// outside of the mode.
void advanceVersion(TensorObject *t);

// What a view is that is made now, and not recorded.
inline uint32_t madeUnrecorded() {
  return isInferenceMode() ? kTensorInInference : kTensorWithoutGrad;
}

// How a view was made that is made now: kTensorWithoutGrad or kTensorInInference while nothing is
// recorded, 0 otherwise.
inline uint32_t unrecordedView() {
  return JN_LIKELY(modeMask & (kModeTape | kModeOperation)) ? 0u : madeUnrecorded();
}

}  // namespace janus
