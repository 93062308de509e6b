#include "autograd/AnomalyMode.h"

#include "autograd/Operations.h"
#include "tensor/core/UserWarning.h"

#include <string>

namespace janus {

AnomalyMode anomalyMode;

bool checkAnomalies(const Node *node, const Value *grads) {
  if (!anomalyMode.isEnabled || !anomalyMode.checksNan)
    return true;
  for (uint32_t i = 0; i < node->edgeCount; ++i) {
    if (!isTensor(grads[i]))
      continue;
    std::optional<bool> isNan = operations::holdsNan(Tensor::share(grads[i]));
    if (!isNan)
      return false;
    if (!*isNan)
      continue;
    std::string name = nodeName(node);
    if (!warnUser("Error detected in " + name +
                  ". No forward pass information available. Enable detect anomaly during forward "
                  "pass for more information."))
      return false;
    raise(jn_exc_RuntimeError, "Function '%s' returned nan values in its %dth output.",
          name.c_str(), static_cast<int>(i));
    return false;
  }
  return true;
}

}  // namespace janus
