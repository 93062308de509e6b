// How results on the `meta` device lie: as the CPU's kernels leave them.
#pragma once

#include "janus/contract/inference/RowShapes.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/core/Tensor.h"

#include <vector>

namespace janus::meta {

// A call that a rule of inference has an answer for. `tensors`: those among its arguments, in
// order.
struct InferredCall {
  TensorOp op;
  const Schema &schema;
  const Value *args;
  const std::vector<Tensor> &tensors;
};

Dims resultStrides(const InferredCall &call, const infer::RowResult<RunTimeContext> &result);

}  // namespace janus::meta
