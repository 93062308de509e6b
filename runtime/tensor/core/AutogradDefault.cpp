// What tensors see of autograd in a build without it.
#include "tensor/core/AutogradInterface.h"

namespace janus {

static const AutogradInterface kNothing = {};
extern const AutogradInterface *const autogradInterface __attribute__((weak));
const AutogradInterface *const autogradInterface = &kNothing;

}  // namespace janus
