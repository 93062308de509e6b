// How results of convolutions lie in memory.
#pragma once

#include "janus/contract/inference/Windows.h"
#include "tensor/core/Tensor.h"

namespace janus {

using ConvolutionOptions = infer::ConvolutionOptions<Dims>;

// True if the result and both gradients have their channels last, which one of input and weight
// suffices for.
bool hasChannelsLast(const Tensor &input, const Tensor &weight, const ConvolutionOptions &options);
// `result`, which is contiguous, in that format.
Tensor withChannelsLast(const Tensor &result);
// The same of the weight's gradient, where strides of dimensions of one element may be the
// weight's.
Tensor weightGradientWithChannelsLast(const Tensor &result, const Tensor &input,
                                      const Tensor &weight, const ConvolutionOptions &options);

}  // namespace janus
