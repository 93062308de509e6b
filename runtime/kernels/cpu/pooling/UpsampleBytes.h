// Bilinear and bicubic interpolation of bytes, in integers.
#pragma once

#include "kernels/cpu/pooling/Resampling.h"

namespace janus {

// Of images. `taps`: how many neighbours along a dimension, 2 or 4.
Tensor upsampleBytes(const Tensor &self, const ResampledSizes &sizes, bool alignCorners, int taps);

}  // namespace janus
