// The innermost part of a product: a tile of C, some rows high and some vectors wide, that lives in
// registers while a panel of B is streamed through them.
#pragma once

#include "kernels/cpu/linear/Lanes.inc.h"

#include <cstring>
#include <utility>

namespace janus::JANUS_LEVEL {
namespace {

// Some rows of A: as they lie in the matrix, or packed, column by column.
template <class T>
struct RowsOfA {
  const T *data;
  int64_t row, column;  // strides; of packed ones 1 and the number of rows
  bool isPacked;
};
// Some columns of B, a tile wide: rows of whole vectors.
template <class T>
struct PanelOfB {
  const T *data;
  int64_t row;
};
// C = product + beta * C [+ bias]
template <class T>
struct TileOfC {
  T *data;
  int64_t row;
  T beta;         // 0: C is not read
  const T *bias;  // nullptr: none
};
// Of a product that no cache holds: what is read after a tile, as many rows as the tile has, a tile
// wide. nullptr: nothing, C is near.
template <class T>
struct Ahead {
  const T *data;
  int64_t row;
};

template <class T, int rows, int vectors, bool isPacked>
[[gnu::noinline]] void tile(int64_t depth, const RowsOfA<T> &a, const PanelOfB<T> &b,
                            const TileOfC<T> &c, const Ahead<T> &ahead) {
  using V = Vector<T>;
  V sums[rows][vectors];
  auto forEach = [&](auto body) __attribute__((always_inline)) {
#pragma GCC unroll 16
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v)
        body(r, v);
  };
  forEach([&](int r, int v) { sums[r][v] = V{}; });
  T *out = c.data;
  // Else compilers keep the addresses of all rows for later, in registers that the sums need.
  asm("" : "+r"(out));
  // Three rows from one address: processors add one or two strides to it. Packed, all are near.
  constexpr int kNear = isPacked ? rows : 3, kAddresses = (rows + kNear - 1) / kNear;
  const T *columns[kAddresses], *row = b.data, *written = out, *next = ahead.data;
  int64_t stride = isPacked ? 1 : a.row, step = isPacked ? rows : a.column;
  for (int i = 0; i < kAddresses; ++i)
    columns[i] = a.data + i * kNear * stride;
  auto multiply = [&](int64_t steps) __attribute__((always_inline)) {
    for (int64_t p = 0; p < steps; ++p) {
      V factors[vectors];
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v)
        factors[v] = reinterpret_cast<const V *>(row)[v];
      forEach(
          [&](int r, int v) { sums[r][v] += columns[r / kNear][r % kNear * stride] * factors[v]; });
#pragma GCC unroll 16
      for (int i = 0; i < kAddresses; ++i)
        columns[i] += step;
      row += b.row;
    }
  };
  // Of C and of what is ahead, a row at a time is fetched where they are far: A waits for few lines
  // at once. The last ones have the time of two parts to arrive.
  const int64_t part = next ? depth / (rows + 2) : 0;
  for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 2
    for (int v = 0; v < vectors; ++v)
      __builtin_prefetch(written + v * kLanes<T>, 1);
    written += c.row;
    if (!next)
      continue;
#pragma GCC unroll 2
    for (int v = 0; v < vectors; ++v)
      __builtin_prefetch(next + v * kLanes<T>, 0, 2);
    next += ahead.row;
    multiply(part);
  }
  multiply(depth - part * rows);
  if (c.bias)
    forEach([&](int r, int v) { sums[r][v] += reinterpret_cast<const V *>(c.bias)[v]; });
  if (c.beta != T(0))
    forEach([&](int r, int v) {
      sums[r][v] += c.beta * *reinterpret_cast<const V *>(out + r * c.row + v * kLanes<T>);
    });
  forEach(
      [&](int r, int v) { *reinterpret_cast<V *>(out + r * c.row + v * kLanes<T>) = sums[r][v]; });
}

// The same where C ends within the last vector: computed beside it.
template <class T, int rows, int vectors, bool isPacked>
void narrowTile(int64_t depth, const RowsOfA<T> &a, const PanelOfB<T> &b, const TileOfC<T> &c,
                const Ahead<T> &ahead, int64_t width) {
  constexpr int64_t kWidth = vectors * kLanes<T>;
  alignas(64) T whole[rows * kWidth], added[kWidth];
  size_t bytes = static_cast<size_t>(width) * sizeof(T);
  if (c.beta != T(0))
    for (int r = 0; r < rows; ++r)
      memcpy(whole + r * kWidth, c.data + r * c.row, bytes);
  if (c.bias)
    memcpy(added, c.bias, bytes);
  tile<T, rows, vectors, isPacked>(depth, a, b, {whole, kWidth, c.beta, c.bias ? added : nullptr},
                                   ahead);
  for (int r = 0; r < rows; ++r)
    memcpy(c.data + r * c.row, whole + r * kWidth, bytes);
}

template <class T>
struct TileFunctions {
  void (*whole)(int64_t, const RowsOfA<T> &, const PanelOfB<T> &, const TileOfC<T> &,
                const Ahead<T> &);
  void (*narrow)(int64_t, const RowsOfA<T> &, const PanelOfB<T> &, const TileOfC<T> &,
                 const Ahead<T> &, int64_t);
};
template <class T, int vectors, bool isPacked, int... row>
const TileFunctions<T> &tileOf(int64_t rows, std::integer_sequence<int, row...>) {
  static constexpr TileFunctions<T> kTiles[] = {
      {tile<T, row + 1, vectors, isPacked>, narrowTile<T, row + 1, vectors, isPacked>}...};
  return kTiles[rows - 1];
}

// A tile of up to kRows rows and two vectors.
template <class T>
void computeTile(int64_t rows, int64_t depth, const RowsOfA<T> &a, const PanelOfB<T> &b,
                 const TileOfC<T> &c, const Ahead<T> &ahead, int64_t width) {
  constexpr std::make_integer_sequence<int, kRows> kAll;
  bool isWide = width > kLanes<T>;
  const TileFunctions<T> &tile =
      a.isPacked ? isWide ? tileOf<T, 2, true>(rows, kAll) : tileOf<T, 1, true>(rows, kAll)
      : isWide ? tileOf<T, 2, false>(rows, kAll)
                 : tileOf<T, 1, false>(rows, kAll);
  if (width == (isWide ? kPanel<T> : kLanes<T>))
    tile.whole(depth, a, b, c, ahead);
  else
    tile.narrow(depth, a, b, c, ahead, width);
}

}  // namespace
}  // namespace janus::JANUS_LEVEL
