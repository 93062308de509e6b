// Compiled once per instruction set (Cpu.h).
#include "kernels/cpu/Cpu.h"
#include "kernels/cpu/pooling/PoolPlanes.h"

namespace janus::JANUS_LEVEL {
namespace {

// Indices are 32 bits wide while they are compared, as wide as the elements, so that both become
// vectors of as many lanes.
template <int kernel, int stride>
void maxPool(const float *in, float *out, int64_t *indices, int64_t planes, int64_t height,
             int64_t width, int64_t rows, int64_t columns) {
  const auto step = static_cast<int32_t>(width);
  for (int64_t p = 0; p < planes; ++p, in += height * width)
    for (int64_t y = 0; y < rows; ++y, out += columns, indices += columns) {
      const float *row = in + y * stride * width;
      const auto first = static_cast<int32_t>(y * stride * width);
#pragma GCC ivdep
      for (int64_t x = 0; x < columns; ++x) {
        float best = row[x * stride];
        int32_t where = 0;
        for (int32_t ky = 0; ky < kernel; ++ky)
          for (int32_t kx = 0; kx < kernel; ++kx) {
            if (ky == 0 && kx == 0)
              continue;
            float v = row[ky * width + x * stride + kx];
            bool better = (v > best) | (v != v);
            best = better ? v : best;
            where = better ? ky * step + kx : where;
          }
        out[x] = best;
        indices[x] = first + static_cast<int32_t>(x * stride) + where;
      }
    }
}

}  // namespace

extern const PoolPlanes poolPlanes;
const PoolPlanes poolPlanes = {maxPool<2, 2>, maxPool<3, 2>};

}  // namespace janus::JANUS_LEVEL
