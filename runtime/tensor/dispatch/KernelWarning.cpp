#include "tensor/dispatch/KernelWarning.h"

#include "tensor/core/Error.h"
#include "tensor/core/UserWarning.h"
#include "tensor/dispatch/Planned.h"

namespace janus {

void warnOfKernel(std::string_view text) {
  if (plannedResults)
    failWith(jn_exc_RuntimeError, "a warning: %.*s", static_cast<int>(text.size()), text.data());
  if (!warnUser(text))
    throw PendingError{};
}

}  // namespace janus
