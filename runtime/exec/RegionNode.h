// The node of a whole region: tensors that a version has made, whose backward runs elsewhere.
#pragma once

#include "janus/plan.h"

namespace janus {

// The state that jn_plan keeps for the backward graph of its version; freed with the last node.
struct BackwardPlan;
void release(BackwardPlan *plan);

}  // namespace janus
