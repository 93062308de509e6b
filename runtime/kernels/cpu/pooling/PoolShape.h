// Window arithmetic of pooling.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

// Planes (batch and channels together) with up to three spatial dimensions; missing ones have
// size 1.
struct PoolShape {
  int64_t planes;
  int64_t in[3], out[3], kernel[3], stride[3], padding[3], dilation[3];
  int spatial;
  Dims result;  // its sizes

  int64_t inSize() const { return in[0] * in[1] * in[2]; }
  int64_t outSize() const { return out[0] * out[1] * out[2]; }
};
// `stride` empty: as the kernel. Throws where windows do not fit.
PoolShape poolShape(const char *name, const Tensor &self, size_t spatial, IntView kernel,
                    IntView stride, IntView padding, IntView dilation, bool ceil);
// Planes of a tensor whose last `spatial` dimensions are pooled to `output`.
PoolShape adaptiveShape(const char *name, const Tensor &self, IntView output);
// How many dimensions of `self` a pooling to the sizes of `grad` went over.
int spatialOf(const Tensor &grad, const Tensor &self);
// A result in the memory format of `self`.
Tensor inFormatOf(const Tensor &result, const Tensor &self);
// The same, also of volumes: where torch keeps their format, too.
Tensor inVolumeFormatOf(const Tensor &result, const Tensor &self);

}  // namespace janus
