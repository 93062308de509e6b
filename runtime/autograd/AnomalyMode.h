// torch.autograd.detect_anomaly: a pass ends with an error at the first gradient that is NaN. While
// it is on, no version of specialised code is entered.
#pragma once

#include "autograd/Node.h"

namespace janus {

struct AnomalyMode {
  bool isEnabled = false, checksNan = true;
};
extern AnomalyMode anomalyMode;

// Of `grads`, what the node has given along its edges, none is NaN. False: RuntimeError is pending,
// in torch's words, after the warning that names the node.
bool checkAnomalies(const Node *node, const Value *grads);

}  // namespace janus
