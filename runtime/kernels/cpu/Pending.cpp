// Stands in for the kernels of rows that have none yet; a real kernel overrides its stand-in.
#include "tensor/Boxing.h"

namespace janus::kernels {

#define JANUS_OP(id, ...)                                                                          \
  __attribute__((weak)) Value id(const Value *) {                                                  \
    return raise(jn_exc_NotImplementedError, "the operation `" #id "` has no kernel yet");         \
  }
#include "janus/contract/Ops.def"

}  // namespace janus::kernels
