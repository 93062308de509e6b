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

  int64_t channels;  // that lie side by side where they are last
  int64_t inSize() const { return in[0] * in[1] * in[2]; }
  int64_t outSize() const { return out[0] * out[1] * out[2]; }
};
// `stride` empty: as the kernel. Throws where windows do not fit.
PoolShape poolShape(const char *name, const Tensor &self, size_t spatial, IntView kernel,
                    IntView stride, IntView padding, IntView dilation, bool ceil);
// Planes of a tensor whose last `spatial` dimensions are pooled to `output`.
PoolShape adaptiveShape(const char *name, const Tensor &self, IntView output);
// window(index of the output inside its plane, begin[3], end[3]) for each output; bounds(dimension,
// place in the output, begin, end) says what the window goes over.
template <class Bounds, class Window>
void forEachWindow(const PoolShape &s, Bounds &&bounds, Window &&window) {
  int64_t number = 0;
  for (int64_t z = 0; z < s.out[0]; ++z)
    for (int64_t y = 0; y < s.out[1]; ++y)
      for (int64_t x = 0; x < s.out[2]; ++x, ++number) {
        int64_t at[3] = {z, y, x}, begin[3], end[3];
        for (int i = 0; i < 3; ++i)
          bounds(i, at[i], begin[i], end[i]);
        window(number, begin, end);
      }
}
// The same of windows that divide the input among the outputs.
template <class Window>
void forAdaptiveWindows(const PoolShape &s, Window &&window) {
  auto bounds = [&](int i, int64_t at, int64_t &begin, int64_t &end) {
    begin = at * s.in[i] / s.out[i];
    end = ((at + 1) * s.in[i] + s.out[i] - 1) / s.out[i];
  };
  forEachWindow(s, bounds, window);
}
// How many dimensions of `self` a pooling to the sizes of `grad` went over.
int spatialOf(const Tensor &grad, const Tensor &self);
// True if the result for a batch of images is to have its channels last, as they have.
bool keepsChannelsLast(const Tensor &self);
// A result in the memory format of `self`.
Tensor inFormatOf(const Tensor &result, const Tensor &self);
// The same, also of volumes: where torch keeps their format, too.
Tensor inVolumeFormatOf(const Tensor &result, const Tensor &self);

}  // namespace janus
