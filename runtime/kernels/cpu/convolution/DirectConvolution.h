// Convolution by plain loops, for the types that oneDNN does not take.
#pragma once

#include "kernels/cpu/convolution/ConvolutionPlan.h"

namespace janus {

// As runConvolution; the tensor that is computed is overwritten.
void directConvolution(ConvolutionPart part, const ConvolutionShape &shape, const Tensor &input,
                       const Tensor &weight, const Tensor &bias, const Tensor &output);

}  // namespace janus
