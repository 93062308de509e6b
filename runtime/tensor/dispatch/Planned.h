// What a plan has set aside for the kernel that runs. For its results, tensors: makeTensor hands
// out the first that has the wanted sizes and type. For all else that it makes, what earlier
// kernels have left. For several results at once, an array in place of a tuple.
#pragma once

#include "tensor/memory/SpareTensors.h"

#include "janus/contract/OpTable.h"

namespace janus {

struct PlannedResults {
  TensorObject *const *tensors;  // contiguous, at offset 0 of their storage; null: taken already
  uint32_t count, taken;         // taken: a bit each
  SpareTensors *spares;
  // Of a kernel with several results, until it begins: its row, where they go, how many.
  TensorOp several;
  Value *values;
  uint32_t valueCount;
};
extern __attribute__((tls_model("initial-exec"))) thread_local PlannedResults *plannedResults;

// A new reference to a planned tensor that fits, or null.
TensorObject *takePlanned(IntView sizes, IntView strides, DType dtype);

// Where a kernel that has begun puts its several results; null: into a tuple. The kernels that it
// calls get none.
inline Value *takePlannedValues(TensorOp op, size_t count) {
  PlannedResults *planned = plannedResults;
  if (JN_LIKELY(!planned) || planned->several != op || planned->valueCount != count)
    return nullptr;
  return std::exchange(planned->values, nullptr);
}

}  // namespace janus
