// Maximum pooling of f32 images, compiled once per instruction set: planes with small windows that
// stay inside, and images with their channels last.
#pragma once

#include <cstdint>

namespace janus {

// in: planes of height x width; out and indices: planes of (rows, columns), the window's first
// element at (y * stride, x * stride).
using MaxPoolFn = void (*)(const float *in, float *out, int64_t *indices, int64_t planes,
                           int64_t height, int64_t width, int64_t rows, int64_t columns);
// Any windows, with all channels of a position side by side.
struct ChannelsPool {
  int64_t samples, channels;
  int64_t in[2], out[2], kernel[2], stride[2], padding[2], dilation[2];
};
struct PoolPlanes {
  MaxPoolFn max2x2, max3x3by2;  // kernel 2, stride 2; kernel 3, stride 2
  void (*maxChannels)(const ChannelsPool &s, const float *in, float *out, int64_t *indices);
};
const PoolPlanes &poolPlanes();

}  // namespace janus
