// Products of few rows, or columns, with a transposed B: dot products of dense rows, nothing is
// packed.
#pragma once

#include "kernels/cpu/linear/Gemm.h"
#include "kernels/cpu/linear/Lanes.inc.h"

#include <algorithm>

namespace janus::JANUS_LEVEL {
namespace {

// The number of sums that are kept: as many as there are lanes, or registers for them.
template <class T>
constexpr int kSums = kLanes<T> < 8 ? 8 : kLanes<T>;
constexpr int kMostDotRows = 8;
template <class T>
constexpr int dotColumns(int rows) {
  return rows > kSums<T> ? 1 : kSums<T> / rows;
}

// rows x columns dot products along `depth`, at least as many elements as there are lanes.
template <class T, int rows, int columns>
[[gnu::noinline]] void dots(int64_t depth, const T *a, int64_t aRow, const T *b, int64_t bColumn,
                            T *out) {
  using V = Vector<T>;
  constexpr int kGroups = (rows * columns + kLanes<T> - 1) / kLanes<T>;
  V acc[kGroups * kLanes<T>];
#pragma GCC unroll 16
  for (V &each : acc)
    each = V{};
  int64_t p = 0;
  for (; p + kLanes<T> <= depth; p += kLanes<T>) {
    V y[columns];
#pragma GCC unroll 16
    for (int j = 0; j < columns; ++j)
      y[j] = *reinterpret_cast<const V *>(b + j * bColumn + p);
#pragma GCC unroll 8
    for (int i = 0; i < rows; ++i) {
      V x = *reinterpret_cast<const V *>(a + i * aRow + p);
#pragma GCC unroll 16
      for (int j = 0; j < columns; ++j)
        acc[i * columns + j] += x * y[j];
    }
  }
  if (p < depth) {  // the last elements again, those that have been counted as zeros
    Bits<T> isNew;
    for (int l = 0; l < kLanes<T>; ++l)
      isNew[l] = l >= kLanes<T> - (depth - p) ? -1 : 0;
    auto last = [&](const T *row) {
      V all = *reinterpret_cast<const V *>(row + depth - kLanes<T>);
      return reinterpret_cast<V>(reinterpret_cast<Bits<T>>(all) & isNew);
    };
    for (int i = 0; i < rows; ++i) {
      V x = last(a + i * aRow);
      for (int j = 0; j < columns; ++j)
        acc[i * columns + j] += x * last(b + j * bColumn);
    }
  }
#pragma GCC unroll 4
  for (int group = 0; group < kGroups; ++group)
    *reinterpret_cast<V *>(out + group * kLanes<T>) = sumsOfLanes<T>(acc + group * kLanes<T>);
}

template <class T>
using DotsFn = void (*)(int64_t, const T *, int64_t, const T *, int64_t, T *);
// By the number of rows: as many columns as there is room for, and one.
template <class T>
struct DotsOf {
  DotsFn<T> wide, narrow;
};
template <class T, int rows>
constexpr DotsOf<T> dotsOf() {
  return {dots<T, rows, dotColumns<T>(rows)>, dots<T, rows, 1>};
}

// Whether dot products are quicker than panels of a B that is transposed, of which all columns of a
// vector are computed: one side is short, the shorter the fewer elements a dot product adds up.
template <class T>
bool paysByDots(const Gemm<T> &g) {
  constexpr int64_t kFewRows = 6, kFewColumns = 12;
  int64_t few = std::max<int64_t>(2, g.k / 16);
  return g.k >= kLanes<T> && (std::max(g.m, g.wholeRows) <= std::min(few, kFewRows) ||
                              std::max(g.n, g.wholeColumns) <= std::min(few, kFewColumns));
}

template <class T>
void dotProducts(const Gemm<T> &g) {
  static constexpr DotsOf<T> kDots[] = {{},
                                        dotsOf<T, 1>(),
                                        dotsOf<T, 2>(),
                                        dotsOf<T, 3>(),
                                        dotsOf<T, 4>(),
                                        dotsOf<T, 5>(),
                                        dotsOf<T, 6>(),
                                        dotsOf<T, 7>(),
                                        dotsOf<T, 8>()};
  alignas(64) T out[2 * kSums<T>];
  // Groups of rows of about one size: B is read once for each.
  int64_t groups = (g.m + kMostDotRows - 1) / kMostDotRows;
  for (int64_t i = 0; groups; --groups) {
    int rows = static_cast<int>((g.m - i + groups - 1) / groups);
    const T *a = g.a + i * g.aRow;
    const DotsOf<T> &ways = kDots[rows];
    for (int64_t j = 0; j < g.n;) {
      bool isWide = g.n - j >= dotColumns<T>(rows);
      int columns = isWide ? dotColumns<T>(rows) : 1;
      (isWide ? ways.wide : ways.narrow)(g.k, a, g.aRow, g.b + j * g.bColumn, g.bColumn, out);
      for (int r = 0; r < rows; ++r)
        for (int q = 0; q < columns; ++q) {
          T v = out[r * columns + q] + (g.bias ? g.bias[j + q] : T(0));
          T &c = g.c[(i + r) * g.cRow + j + q];
          c = g.beta != T(0) ? v + g.beta * c : v;
        }
      j += columns;
    }
    i += rows;
  }
}

}  // namespace
}  // namespace janus::JANUS_LEVEL
