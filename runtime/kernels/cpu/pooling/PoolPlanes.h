// Maximum pooling of f32 planes with small windows that stay inside: compiled once per instruction
// set.
#pragma once

#include <cstdint>

namespace janus {

// in: planes of height x width; out and indices: planes of (rows, columns), the window's first
// element at (y * stride, x * stride).
using MaxPoolFn = void (*)(const float *in, float *out, int64_t *indices, int64_t planes,
                           int64_t height, int64_t width, int64_t rows, int64_t columns);
struct PoolPlanes {
  MaxPoolFn max2x2, max3x3by2;  // kernel 2, stride 2; kernel 3, stride 2
};
const PoolPlanes &poolPlanes();

}  // namespace janus
