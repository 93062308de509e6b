// Convolution primitives of oneDNN with the layouts they ask for, kept for each shape.
#pragma once

#include "tensor/Tensor.h"

namespace janus {

struct ConvolutionShape {
  Dims input, weight,
      output;  // (N, C, spatial...), (out, C / groups, kernel...), (N, out, spatial...)
  Dims stride, padding, dilation;
  int64_t groups = 1;
  friend bool operator==(const ConvolutionShape &, const ConvolutionShape &) = default;
};

enum class ConvolutionPart : uint8_t { Forward, BackwardInput, BackwardWeight };

// Float tensors, contiguous. `bias` may be undefined and counts only forward.
void runConvolution(ConvolutionPart part, const ConvolutionShape &shape, const Tensor &input,
                    const Tensor &weight, const Tensor &bias, const Tensor &output);

}  // namespace janus
