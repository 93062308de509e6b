// Compiled once per instruction set (Cpu.h).
#include "kernels/cpu/Cpu.h"
#include "kernels/cpu/pooling/PoolPlanes.h"

namespace janus::JANUS_LEVEL {
namespace {

// Some outputs of a row. Indices are 32 bits wide while they are compared, as wide as the elements,
// so that both become vectors of as many lanes.
template <int kernel, int stride, int lanes>
[[gnu::always_inline]] inline void chunk(const float *row, int32_t width, int32_t first, float *out,
                                         int64_t *indices) {
#pragma GCC ivdep
  for (int32_t x = 0; x < lanes; ++x) {
    float best = row[x * stride];
    int32_t where = 0;
    for (int32_t ky = 0; ky < kernel; ++ky)
      for (int32_t kx = 0; kx < kernel; ++kx) {
        if (ky == 0 && kx == 0)
          continue;
        float v = row[ky * width + x * stride + kx];
        bool better = (v > best) | (v != v);
        best = better ? v : best;
        where = better ? ky * width + kx : where;
      }
    out[x] = best;
    indices[x] = first + x * stride + where;
  }
}

// A row in chunks of a fixed number of outputs; the last one overlaps the one before it, so that no
// single outputs are left, whose branches are taken at random.
template <int kernel, int stride, int lanes>
void rowsOf(const float *in, float *out, int64_t *indices, int64_t planes, int64_t height,
            int64_t width, int64_t rows, int64_t columns) {
  for (int64_t p = 0; p < planes; ++p, in += height * width)
    for (int64_t y = 0; y < rows; ++y, out += columns, indices += columns) {
      int64_t start = y * stride * width;
      for (int64_t x = 0; x < columns; x += lanes) {
        int64_t at = x + lanes <= columns ? x : columns - lanes, from = start + at * stride;
        chunk<kernel, stride, lanes>(in + from, static_cast<int32_t>(width),
                                     static_cast<int32_t>(from), out + at, indices + at);
      }
    }
}

template <int kernel, int stride>
void maxPool(const float *in, float *out, int64_t *indices, int64_t planes, int64_t height,
             int64_t width, int64_t rows, int64_t columns) {
  auto run = columns >= 16  ? rowsOf<kernel, stride, 16>
             : columns >= 8 ? rowsOf<kernel, stride, 8>
             : columns >= 4 ? rowsOf<kernel, stride, 4>
                            : rowsOf<kernel, stride, 1>;
  run(in, out, indices, planes, height, width, rows, columns);
}

}  // namespace

extern const PoolPlanes poolPlanes;
const PoolPlanes poolPlanes = {maxPool<2, 2>, maxPool<3, 2>};

}  // namespace janus::JANUS_LEVEL
