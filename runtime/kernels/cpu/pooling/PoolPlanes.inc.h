// Compiled once per instruction set (Cpu.h).
#include "kernels/cpu/Cpu.h"
#include "kernels/cpu/pooling/PoolPlanes.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace janus::JANUS_LEVEL {
namespace {

template <class T, int lanes>
using Vec [[gnu::vector_size(lanes * sizeof(T))]] = T;

// Every other element of 2 * lanes, beginning with the first or the second one.
template <int lanes, size_t... k>
[[gnu::always_inline]] inline void everyOther(const float *from, bool second, Vec<float, lanes> &to,
                                              std::index_sequence<k...>) {
  Vec<float, lanes> low, high;
  memcpy(&low, from, sizeof(low));
  memcpy(&high, from + lanes, sizeof(high));
  to = second ? __builtin_shufflevector(low, high, (2 * k + 1)...)
              : __builtin_shufflevector(low, high, (2 * k)...);
}

// Some outputs of a row, of windows that move by twos. Indices are 32 bits wide while they are
// compared, as wide as the elements.
template <int kernel, size_t... k>
[[gnu::always_inline]] inline void chunk(const float *row, int32_t width, int32_t first, float *out,
                                         int64_t *indices, std::index_sequence<k...> each) {
  constexpr int lanes = sizeof...(k);
  using Floats = Vec<float, lanes>;
  using Ints = Vec<int32_t, lanes>;
  Floats best, v;
  everyOther<lanes>(row, false, best, each);
  Ints where = {};
  for (int32_t ky = 0; ky < kernel; ++ky)
    for (int32_t kx = ky == 0; kx < kernel; ++kx) {
      // An odd column is the second element of a pair that begins before it, so that nothing
      // behind the window is read.
      int32_t odd = kx > 0;
      everyOther<lanes>(row + ky * width + kx - odd, odd, v, each);
      Ints better = (v > best) | (v != v), here = Ints{} + (ky * width + kx);
      best = better ? v : best;
      where = better ? here : where;
    }
  memcpy(out, &best, sizeof(best));
  where += Ints{static_cast<int32_t>(2 * k)...} + first;
  auto wide = __builtin_convertvector(where, Vec<int64_t, lanes>);
  memcpy(indices, &wide, sizeof(wide));
}
template <int kernel>
inline void single(const float *row, int32_t width, int32_t first, float *out, int64_t *index) {
  float best = row[0];
  int32_t where = 0;
  for (int32_t ky = 0; ky < kernel; ++ky)
    for (int32_t kx = ky == 0; kx < kernel; ++kx) {
      float v = row[ky * width + kx];
      bool better = (v > best) | (v != v);
      best = better ? v : best;
      where = better ? ky * width + kx : where;
    }
  *out = best;
  *index = first + where;
}

// A row in chunks of a fixed number of outputs; the last one overlaps the one before it, so that no
// single outputs are left, whose branches are taken at random.
template <int kernel, int lanes>
void rowsOf(const float *in, float *out, int64_t *indices, int64_t planes, int64_t height,
            int64_t width, int64_t rows, int64_t columns) {
  for (int64_t p = 0; p < planes; ++p, in += height * width)
    for (int64_t y = 0; y < rows; ++y, out += columns, indices += columns) {
      int64_t start = y * 2 * width;
      for (int64_t x = 0; x < columns; x += lanes) {
        int64_t at = x + lanes <= columns ? x : columns - lanes, from = start + at * 2;
        auto first = static_cast<int32_t>(from), step = static_cast<int32_t>(width);
        if constexpr (lanes == 1)
          single<kernel>(in + from, step, first, out + at, indices + at);
        else
          chunk<kernel>(in + from, step, first, out + at, indices + at,
                        std::make_index_sequence<lanes>());
      }
    }
}

template <int kernel>
void maxPool(const float *in, float *out, int64_t *indices, int64_t planes, int64_t height,
             int64_t width, int64_t rows, int64_t columns) {
  auto run = columns >= 16  ? rowsOf<kernel, 16>
             : columns >= 8 ? rowsOf<kernel, 8>
             : columns >= 4 ? rowsOf<kernel, 4>
                            : rowsOf<kernel, 1>;
  run(in, out, indices, planes, height, width, rows, columns);
}

// `width` channels of one window: of the columns [x0, x1) in steps, the rows [y0, y1).
struct Window {
  int64_t y0, y1, x0, x1;
};
template <int width>
[[gnu::always_inline]] inline void maxOfChannels(const ChannelsPool &s, const Window &w,
                                                 const float *in, float *out, int64_t *indices) {
  float best[width];
  int32_t where[width];
  auto start = static_cast<int32_t>(w.y0 * s.in[1] + w.x0);
  for (int k = 0; k < width; ++k) {
    best[k] = -std::numeric_limits<float>::infinity();
    where[k] = start;
  }
  for (int64_t y = w.y0; y < w.y1; y += s.dilation[0])
    for (int64_t x = w.x0; x < w.x1; x += s.dilation[1]) {
      auto here = static_cast<int32_t>(y * s.in[1] + x);
      const float *from = in + here * s.channels;
      for (int k = 0; k < width; ++k) {
        float v = from[k];
        bool better = (v > best[k]) | (v != v);
        best[k] = better ? v : best[k];
        where[k] = better ? here : where[k];
      }
    }
  for (int k = 0; k < width; ++k) {
    out[k] = best[k];
    indices[k] = where[k];
  }
}

void maxChannels(const ChannelsPool &s, const float *in, float *out, int64_t *indices) {
  for (int64_t n = 0; n < s.samples; ++n, in += s.in[0] * s.in[1] * s.channels)
    for (int64_t y = 0; y < s.out[0]; ++y)
      for (int64_t x = 0; x < s.out[1]; ++x, out += s.channels, indices += s.channels) {
        // The part of the window that lies in the image.
        int64_t from[2], to[2], at[2] = {y, x};
        for (int d = 0; d < 2; ++d) {
          from[d] = at[d] * s.stride[d] - s.padding[d];
          to[d] = std::min(from[d] + (s.kernel[d] - 1) * s.dilation[d] + 1, s.in[d]);
          if (from[d] < 0)
            from[d] += (-from[d] + s.dilation[d] - 1) / s.dilation[d] * s.dilation[d];
        }
        Window w = {from[0], to[0], from[1], to[1]};
        int64_t c = 0;
        for (; c + 64 <= s.channels; c += 64)
          maxOfChannels<64>(s, w, in + c, out + c, indices + c);
        for (; c + 16 <= s.channels; c += 16)
          maxOfChannels<16>(s, w, in + c, out + c, indices + c);
        for (; c < s.channels; ++c)
          maxOfChannels<1>(s, w, in + c, out + c, indices + c);
      }
}

}  // namespace

extern const PoolPlanes poolPlanes;
const PoolPlanes poolPlanes = {maxPool<2>, maxPool<3>, maxChannels};

}  // namespace janus::JANUS_LEVEL
