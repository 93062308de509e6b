// Compiled once per instruction set (Cpu.h).
//
// An image of 2 channels inside its padding becomes       a0 b0 a1 b1 a2 b2 ...
// and the row of a window 3 wide at x = 1 begins at                ^ and is 6 long.
#include "kernels/cpu/Vectors.inc.h"
#include "kernels/cpu/convolution/DirectWindows.h"

#include <cstring>
#include <utility>

namespace janus::JANUS_LEVEL {
namespace {

#if defined(__AVX512F__)
constexpr int kMostVectors = 3, kMostRows = 8, kMostFilters = 8;
#elif defined(__AVX2__)
constexpr int kMostVectors = 2, kMostRows = 4, kMostFilters = 4;
#else
constexpr int kMostVectors = 2, kMostRows = 4, kMostFilters = 4;
#endif
constexpr int64_t kFloats = kLanes<float>;
// In registers alone: in memory it would have to be aligned.
typedef float Vec __attribute__((vector_size(kBytes)));
typedef int32_t Mask __attribute__((vector_size(kBytes)));

// The places of rows of windows and of the image.
struct Layout {
  int64_t rowFloats;  // of the image, with its padding
  int64_t runFloats;  // of a row of the window
  int64_t vectors;    // of such a row
  explicit Layout(const DirectShape &s)
      : rowFloats((s.width + 2 * s.padWidth) * s.channels), runFloats(s.kernelWidth * s.channels),
        vectors((runFloats + kFloats - 1) / kFloats) {}
  int64_t imageFloats(const DirectShape &s) const {
    return (s.height + 2 * s.padHeight) * rowFloats + kFloats;
  }
};

[[gnu::always_inline]] inline void load(const float *p, Vec &v) {
  memcpy(&v, p, sizeof(v));
}

// ---- some vectors of a row of the window against several positions or filters
struct Part {
  int64_t filters, plane, columns;  // of the output's gradient
  const float *grad;                // at the part's first position
  float *image;                     // where its first window row meets the image
  int64_t rowFloats;                // of the image
  const float *weight;              // of the first filter, `vectors` vectors each
  Mask inside;                      // the last vector's lanes that belong to the row
};

// One column of positions: what several rows of the output add to the image.
template <int vectors, int rows>
void addColumn(const Part &t) {
  Vec sum[rows][vectors] = {};
  const float *w = t.weight, *g = t.grad;
  for (int64_t f = 0; f < t.filters; ++f, w += vectors * kFloats, g += t.plane) {
    Vec each[vectors];
#pragma GCC unroll 16
    for (int v = 0; v < vectors; ++v)
      load(w + v * kFloats, each[v]);
#pragma GCC unroll 16
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 16
      for (int v = 0; v < vectors; ++v)
        sum[r][v] += each[v] * g[r * t.columns];
  }
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r) {
    // Behind the row stands 0 * gradient, which need not be 0.
    sum[r][vectors - 1] = t.inside ? sum[r][vectors - 1] : Vec{};
#pragma GCC unroll 16
    for (int v = 0; v < vectors; ++v) {
      float *at = t.image + r * t.rowFloats + v * kFloats;
      Vec old;
      load(at, old);
      old += sum[r][v];
      memcpy(at, &old, sizeof(old));
    }
  }
}
using ColumnFn = void (*)(const Part &t);
template <int vectors, size_t... r>
ColumnFn columnOf(int64_t rows, std::index_sequence<r...>) {
  constexpr ColumnFn all[] = {addColumn<vectors, r + 1>...};
  return all[rows - 1];
}

// Several filters' gradients, over all positions: `sums` are (filter, vector).
template <int vectors, int filters>
void addWindows(const DirectShape &s, const Part &t, float *sums) {
  Vec sum[filters][vectors];
#pragma GCC unroll 16
  for (int f = 0; f < filters; ++f)
#pragma GCC unroll 16
    for (int v = 0; v < vectors; ++v)
      load(sums + (f * vectors + v) * kFloats, sum[f][v]);
  for (int64_t y = 0; y < s.rows; ++y) {
    const float *row = t.image + y * t.rowFloats, *g = t.grad + y * t.columns;
    for (int64_t x = 0; x < s.columns; ++x, row += s.channels) {
      Vec each[vectors];
#pragma GCC unroll 16
      for (int v = 0; v < vectors; ++v)
        load(row + v * kFloats, each[v]);
#pragma GCC unroll 16
      for (int f = 0; f < filters; ++f)
#pragma GCC unroll 16
        for (int v = 0; v < vectors; ++v)
          sum[f][v] += each[v] * g[f * t.plane + x];
    }
  }
#pragma GCC unroll 16
  for (int f = 0; f < filters; ++f)
#pragma GCC unroll 16
    for (int v = 0; v < vectors; ++v)
      memcpy(sums + (f * vectors + v) * kFloats, &sum[f][v], sizeof(Vec));
}
using WindowsFn = void (*)(const DirectShape &, const Part &, float *);
template <int vectors, size_t... f>
WindowsFn windowsOf(int64_t filters, std::index_sequence<f...>) {
  constexpr WindowsFn all[] = {addWindows<vectors, f + 1>...};
  return all[filters - 1];
}

constexpr auto kRows = std::make_index_sequence<kMostRows>();
constexpr auto kFilters = std::make_index_sequence<kMostFilters>();
ColumnFn columnFor(int64_t vectors, int64_t rows) {
  return vectors == 1   ? columnOf<1>(rows, kRows)
         : vectors == 2 ? columnOf<2>(rows, kRows)
                        : columnOf<kMostVectors>(rows, kRows);
}
WindowsFn windowsFor(int64_t vectors, int64_t filters) {
  return vectors == 1   ? windowsOf<1>(filters, kFilters)
         : vectors == 2 ? windowsOf<2>(filters, kFilters)
                        : windowsOf<kMostVectors>(filters, kFilters);
}

// ---- parts of a window's rows: body(ky, first vector, vectors, offset of the part's table)
template <class Body>
void forEachPart(const DirectShape &s, const Layout &l, Body &&body) {
  int64_t offset = 0;
  for (int64_t ky = 0; ky < s.kernelHeight; ++ky)
    for (int64_t first = 0; first < l.vectors; first += kMostVectors) {
      int64_t left = l.vectors - first, vectors = left < kMostVectors ? left : kMostVectors;
      body(ky, first, vectors, offset);
      offset += s.filters * vectors * kFloats;
    }
}

// The element of a weight at a place of a part; -1 behind the row.
int64_t weightIndex(const DirectShape &s, const Layout &l, int64_t f, int64_t ky, int64_t place) {
  if (place >= l.runFloats)
    return -1;
  int64_t c = place % s.channels, kx = place / s.channels;
  return ((f * s.channels + c) * s.kernelHeight + ky) * s.kernelWidth + kx;
}

void inputGradient(const DirectShape &s, const float *gradOutput, const float *weight,
                   float *gradInput, float *scratch) {
  Layout l(s);
  float *image = scratch, *table = scratch + l.imageFloats(s);
  forEachPart(s, l, [&](int64_t ky, int64_t first, int64_t vectors, int64_t offset) {
    for (int64_t f = 0; f < s.filters; ++f)
      for (int64_t i = 0; i < vectors * kFloats; ++i) {
        int64_t from = weightIndex(s, l, f, ky, first * kFloats + i);
        table[offset + f * vectors * kFloats + i] = from < 0 ? 0 : weight[from];
      }
  });
  int64_t plane = s.rows * s.columns, stretches = (s.rows + kMostRows - 1) / kMostRows;
  for (int64_t b = 0; b < s.batch; ++b, gradOutput += s.filters * plane) {
    memset(image, 0, static_cast<size_t>(l.imageFloats(s)) * sizeof(float));
    forEachPart(s, l, [&](int64_t ky, int64_t first, int64_t vectors, int64_t offset) {
      Part t = {s.filters, plane, s.columns, nullptr, nullptr, l.rowFloats, table + offset, {}};
      for (int64_t i = 0; i < kFloats; ++i)
        t.inside[i] = (first + vectors - 1) * kFloats + i < l.runFloats ? -1 : 0;
      // Positions whose windows overlap are far apart in time: a load does not wait for a store.
      for (int64_t x = 0; x < s.columns; ++x)
        for (int64_t k = 0; k < stretches; ++k) {
          int64_t y = s.rows * k / stretches, rows = s.rows * (k + 1) / stretches - y;
          t.grad = gradOutput + y * s.columns + x;
          t.image = image + (y + ky) * l.rowFloats + x * s.channels + first * kFloats;
          columnFor(vectors, rows)(t);
        }
    });
    for (int64_t c = 0; c < s.channels; ++c)
      for (int64_t y = 0; y < s.height; ++y, gradInput += s.width) {
        const float *row = image + (y + s.padHeight) * l.rowFloats + s.padWidth * s.channels + c;
        for (int64_t x = 0; x < s.width; ++x)
          gradInput[x] = row[x * s.channels];
      }
  }
}

void weightGradient(const DirectShape &s, const float *input, const float *gradOutput,
                    float *gradWeight, float *scratch) {
  Layout l(s);
  float *image = scratch, *sums = scratch + l.imageFloats(s);
  int64_t plane = s.rows * s.columns;
  memset(scratch, 0,
         static_cast<size_t>(l.imageFloats(s) + s.filters * s.kernelHeight * l.vectors * kFloats) *
             sizeof(float));
  for (int64_t b = 0; b < s.batch; ++b, gradOutput += s.filters * plane) {
    for (int64_t c = 0; c < s.channels; ++c)
      for (int64_t y = 0; y < s.height; ++y, input += s.width) {
        float *row = image + (y + s.padHeight) * l.rowFloats + s.padWidth * s.channels + c;
        for (int64_t x = 0; x < s.width; ++x)
          row[x * s.channels] = input[x];
      }
    forEachPart(s, l, [&](int64_t ky, int64_t first, int64_t vectors, int64_t offset) {
      Part t = {
          s.filters,   plane,   s.columns, nullptr, image + ky * l.rowFloats + first * kFloats,
          l.rowFloats, nullptr, {}};
      for (int64_t f = 0; f < s.filters; f += kMostFilters) {
        t.grad = gradOutput + f * plane;
        int64_t left = s.filters - f;
        windowsFor(vectors, left < kMostFilters ? left : kMostFilters)(
            s, t, sums + offset + f * vectors * kFloats);
      }
    });
  }
  forEachPart(s, l, [&](int64_t ky, int64_t first, int64_t vectors, int64_t offset) {
    for (int64_t f = 0; f < s.filters; ++f)
      for (int64_t i = 0; i < vectors * kFloats; ++i)
        if (int64_t to = weightIndex(s, l, f, ky, first * kFloats + i); to >= 0)
          gradWeight[to] = sums[offset + f * vectors * kFloats + i];
  });
}

}  // namespace

extern const DirectWindows directWindows;
const DirectWindows directWindows = {inputGradient, weightGradient, kFloats};

}  // namespace janus::JANUS_LEVEL
