// Memory that a plan has set aside for the results of the kernel that runs: makeTensor hands out
// the first of these tensors that has the wanted sizes and type before it allocates.
#pragma once

#include "tensor/Tensor.h"

namespace janus {

struct PlannedResults {
  TensorObject *const *tensors;  // contiguous, at offset 0 of their storage; null: taken already
  uint32_t count, taken = 0;     // taken: a bit each
};
extern __attribute__((tls_model("initial-exec"))) thread_local PlannedResults *plannedResults;

// A new reference to a planned tensor that fits, or null.
TensorObject *takePlanned(IntView sizes, DType dtype);

}  // namespace janus
