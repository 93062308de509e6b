// Compiled once per instruction set (Cpu.h).
//
// An image is copied with its padding and a vector's slack behind each row, so that no load asks
// where it is. A tile of filters times two rows of one vector each stays in registers while the
// window's elements go by.
#include "kernels/cpu/Vectors.inc.h"
#include "kernels/cpu/convolution/DirectRows.h"

#include <cstring>
#include <utility>

namespace janus::JANUS_LEVEL {
namespace {

constexpr int64_t kFloats = kLanes<float>;
// In registers alone: in memory it would have to be aligned.
typedef float Vec __attribute__((vector_size(kBytes)));
constexpr int kMostFilters = 8, kMostWidth = 7;

[[gnu::always_inline]] inline Vec load(const float *p) {
  Vec v;
  memcpy(&v, p, sizeof(v));
  return v;
}
[[gnu::always_inline]] inline float sumOf(Vec v) {
  float total = 0;
  for (int64_t i = 0; i < kFloats; ++i)
    total += v[i];
  return total;
}
int64_t rounded(int64_t n) {
  return (n + kFloats - 1) / kFloats * kFloats;
}

// The planes of one sample inside a frame of zeros.
struct Frame {
  int64_t stride, plane;
  float *data;
};
Frame framed(const float *from, int64_t planes, int64_t height, int64_t width, int64_t padY,
             int64_t padX, int64_t stride, float *scratch) {
  int64_t total = height + 2 * padY;
  Frame f = {stride, total * stride, scratch};
  memset(scratch, 0, static_cast<size_t>(planes * f.plane + kFloats) * sizeof(float));
  for (int64_t p = 0; p < planes; ++p)
    for (int64_t y = 0; y < height; ++y)
      memcpy(scratch + p * f.plane + (y + padY) * stride + padX, from + (p * height + y) * width,
             static_cast<size_t>(width) * sizeof(float));
  return f;
}
int64_t imageStride(const DirectShape &s) {
  return rounded(s.columns) + s.kernelWidth + kFloats;
}

// ---- convolution
struct Tile {
  const float *in;      // the window's first element
  const float *weight;  // of the tile's first filter; `filters` apart from element to element
  const float *bias;
  float *out;
  int64_t columns;  // from here to the end of the row
};

template <int filters, int rows>
void tile(const DirectShape &s, const Frame &f, const Tile &t) {
  Vec sum[filters][rows];
#pragma GCC unroll 16
  for (int k = 0; k < filters; ++k)
#pragma GCC unroll 16
    for (int r = 0; r < rows; ++r)
      sum[k][r] = Vec{} + (t.bias ? t.bias[k] : 0.0f);
  const float *w = t.weight;
  for (int64_t c = 0; c < s.channels; ++c)
    for (int64_t ky = 0; ky < s.kernelHeight; ++ky) {
      const float *row = t.in + c * f.plane + ky * f.stride;
      for (int64_t kx = 0; kx < s.kernelWidth; ++kx, w += s.filters) {
        Vec x[rows];
#pragma GCC unroll 16
        for (int r = 0; r < rows; ++r)
          x[r] = load(row + r * f.stride + kx);
#pragma GCC unroll 16
        for (int k = 0; k < filters; ++k)
#pragma GCC unroll 16
          for (int r = 0; r < rows; ++r)
            sum[k][r] += x[r] * w[k];
      }
    }
  auto store = [&](auto bytes) {
#pragma GCC unroll 16
    for (int k = 0; k < filters; ++k)
#pragma GCC unroll 16
      for (int r = 0; r < rows; ++r)
        memcpy(t.out + k * s.rows * s.columns + r * s.columns, &sum[k][r], bytes);
  };
  if (t.columns >= kFloats)
    store(std::integral_constant<size_t, sizeof(Vec)>());
  else
    store(static_cast<size_t>(t.columns) * sizeof(float));
}

using TileFn = void (*)(const DirectShape &s, const Frame &f, const Tile &t);
template <size_t... k>
constexpr TileFn tileOf(int64_t filters, bool two, std::index_sequence<k...>) {
  constexpr TileFn one[] = {tile<k + 1, 1>...}, both[] = {tile<k + 1, 2>...};
  return two ? both[filters - 1] : one[filters - 1];
}

void convolve(const DirectShape &s, const float *input, const float *weight, const float *bias,
              float *output, float *scratch) {
  constexpr auto sizes = std::make_index_sequence<kMostFilters>();
  for (int64_t b = 0; b < s.batch; ++b) {
    Frame f = framed(input + b * s.channels * s.height * s.width, s.channels, s.height, s.width,
                     s.padHeight, s.padWidth, imageStride(s), scratch);
    float *out = output + b * s.filters * s.rows * s.columns;
    for (int64_t first = 0; first < s.filters; first += kMostFilters) {
      int64_t filters = s.filters - first < kMostFilters ? s.filters - first : kMostFilters;
      for (int64_t y = 0; y < s.rows; y += 2) {
        TileFn run = tileOf(filters, y + 1 < s.rows, sizes);
        for (int64_t x = 0; x < s.columns; x += kFloats) {
          // The last vector of a row overlaps the one before it.
          int64_t at = s.columns - x >= kFloats || x == 0 ? x : s.columns - kFloats;
          run(s, f,
              {f.data + y * f.stride + at, weight + first, bias ? bias + first : nullptr,
               out + (first * s.rows + y) * s.columns + at, s.columns - at});
        }
      }
    }
  }
}

// ---- gradient of the weight: for one channel and one row of the window, all its columns at once
template <int filters, int width>
void gradientTile(const DirectShape &s, const Frame &image, const Frame &grad, Vec *sums) {
  Vec sum[filters][width];
#pragma GCC unroll 16
  for (int k = 0; k < filters; ++k)
#pragma GCC unroll 16
    for (int kx = 0; kx < width; ++kx)
      sum[k][kx] = sums[k * width + kx];
  for (int64_t y = 0; y < s.rows; ++y)
    for (int64_t x = 0; x < s.columns; x += kFloats) {
      Vec in[width];
#pragma GCC unroll 16
      for (int kx = 0; kx < width; ++kx)
        in[kx] = load(image.data + y * image.stride + x + kx);
#pragma GCC unroll 16
      for (int k = 0; k < filters; ++k) {
        Vec g = load(grad.data + k * grad.plane + y * grad.stride + x);
#pragma GCC unroll 16
        for (int kx = 0; kx < width; ++kx)
          sum[k][kx] += g * in[kx];
      }
    }
#pragma GCC unroll 16
  for (int k = 0; k < filters; ++k)
#pragma GCC unroll 16
    for (int kx = 0; kx < width; ++kx)
      sums[k * width + kx] = sum[k][kx];
}

using GradientFn = void (*)(const DirectShape &, const Frame &, const Frame &, Vec *);
constexpr int kGradientFilters = 4;
template <int filters, size_t... w>
constexpr GradientFn gradientOf(int64_t width, std::index_sequence<w...>) {
  constexpr GradientFn all[] = {gradientTile<filters, w + 1>...};
  return all[width - 1];
}
GradientFn gradientFor(int64_t filters, int64_t width) {
  constexpr auto widths = std::make_index_sequence<kMostWidth>();
  switch (filters) {
  case 1: return gradientOf<1>(width, widths);
  case 2: return gradientOf<2>(width, widths);
  case 3: return gradientOf<3>(width, widths);
  default: return gradientOf<kGradientFilters>(width, widths);
  }
}

void weightGradient(const DirectShape &s, const float *input, const float *gradOutput,
                    float *gradWeight, float *scratch) {
  int64_t window = s.channels * s.kernelHeight * s.kernelWidth;
  auto *sums = reinterpret_cast<Vec *>(scratch);
  int64_t count = s.filters * window;
  memset(static_cast<void *>(sums), 0, static_cast<size_t>(count) * sizeof(Vec));
  float *images = scratch + count * kFloats;
  int64_t imageFloats = s.channels * (s.height + 2 * s.padHeight) * imageStride(s) + kFloats;
  for (int64_t b = 0; b < s.batch; ++b) {
    Frame image = framed(input + b * s.channels * s.height * s.width, s.channels, s.height, s.width,
                         s.padHeight, s.padWidth, imageStride(s), images);
    Frame grad = framed(gradOutput + b * s.filters * s.rows * s.columns, s.filters, s.rows,
                        s.columns, 0, 0, rounded(s.columns), images + rounded(imageFloats));
    for (int64_t first = 0; first < s.filters; first += kGradientFilters) {
      int64_t left = s.filters - first;
      int64_t filters = left < kGradientFilters ? left : kGradientFilters;
      GradientFn run = gradientFor(filters, s.kernelWidth);
      Frame g = grad;
      g.data += first * grad.plane;
      // The sums of a tile lie together: (tile, channel, ky, filter, kx).
      Vec *at = sums + first * window;
      for (int64_t c = 0; c < s.channels; ++c)
        for (int64_t ky = 0; ky < s.kernelHeight; ++ky, at += filters * s.kernelWidth) {
          Frame rows = image;
          rows.data += c * image.plane + ky * image.stride;
          run(s, rows, g, at);
        }
    }
  }
  for (int64_t first = 0; first < s.filters; first += kGradientFilters) {
    int64_t left = s.filters - first;
    int64_t filters = left < kGradientFilters ? left : kGradientFilters;
    const Vec *at = sums + first * window;
    for (int64_t ck = 0; ck < s.channels * s.kernelHeight; ++ck)
      for (int64_t k = 0; k < filters; ++k)
        for (int64_t kx = 0; kx < s.kernelWidth; ++kx)
          gradWeight[(first + k) * window + ck * s.kernelWidth + kx] = sumOf(*at++);
  }
}

}  // namespace

extern const DirectRows directRows;
const DirectRows directRows = {convolve, weightGradient};

}  // namespace janus::JANUS_LEVEL
