// Copies of parts of A and B in the order in which tiles read them (Tiles.inc.h).
#pragma once

#include "kernels/cpu/linear/Gemm.h"
#include "kernels/cpu/linear/Tiles.inc.h"

namespace janus::JANUS_LEVEL {
namespace {

// A square of vectors: row i of `from` is read where `has(i)`, is zero elsewhere, and lane i of
// all rows goes to row i of `to`.
template <class T, class Has>
[[gnu::always_inline]] inline void transposeSquare(const T *from, int64_t fromRow, Has has, T *to,
                                                   int64_t toRow) {
  Vector<T> square[kLanes<T>];
#pragma GCC unroll 16
  for (int i = 0; i < kLanes<T>; ++i)
    square[i] = has(i) ? *reinterpret_cast<const Vector<T> *>(from + i * fromRow) : Vector<T>{};
  transpose<T>(square);
#pragma GCC unroll 16
  for (int i = 0; i < kLanes<T>; ++i)
    *reinterpret_cast<Vector<T> *>(to + i * toRow) = square[i];
}

// `width` columns of B from row `first` on, `depth` rows of whole vectors: the lanes behind the
// last column hold what follows in memory, or zeros.
template <class T, int vectors>
void packColumns(const Gemm<T> &g, int64_t first, int64_t depth, int64_t column, int64_t width,
                 T *panel) {
  constexpr int64_t kWide = vectors * kLanes<T>;
  auto rowOf = [&](int64_t p) { return reinterpret_cast<Vector<T> *>(panel + p * kWide); };
  auto clear = [&](int64_t p) {
    for (int v = 0; v < vectors; ++v)
      rowOf(p)[v] = Vector<T>{};
  };
  const T *b = g.b + first * g.bRow + column * g.bColumn;
  if (g.bColumn == 1) {
    const T *end = g.b + (g.k - 1) * g.bRow + g.n;  // of B
    int64_t p = 0;
    for (; p < depth && b + p * g.bRow + kWide <= end; ++p)
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v)
        rowOf(p)[v] = reinterpret_cast<const Vector<T> *>(b + p * g.bRow)[v];
    for (; p < depth; ++p) {
      clear(p);
      memcpy(rowOf(p), b + p * g.bRow, static_cast<size_t>(width) * sizeof(T));
    }
    return;
  }
  int64_t p = 0;
  for (; g.bRow == 1 && p + kLanes<T> <= depth; p += kLanes<T>)
    for (int64_t j = 0; j < width; j += kLanes<T>)
      transposeSquare(
          b + p + j * g.bColumn, g.bColumn, [&](int i) { return j + i < width; },
          panel + p * kWide + j, kWide);
  for (int64_t i = p; width < kWide && i < depth; ++i)
    clear(i);
  for (int64_t j = 0; p < depth && j < width; ++j)
    for (int64_t i = p; i < depth; ++i)
      panel[i * kWide + j] = b[i * g.bRow + j * g.bColumn];
}
template <class T>
PanelOfB<T> packedAt(const T *panel, int64_t width) {
  return {panel, width > kLanes<T> ? kPanel<T> : kLanes<T>};
}
template <class T>
PanelOfB<T> packedPanel(const Gemm<T> &g, int64_t first, int64_t depth, int64_t column,
                        int64_t width, T *panel) {
  (width > kLanes<T> ? packColumns<T, 2> : packColumns<T, 1>)(g, first, depth, column, width,
                                                              panel);
  return packedAt(panel, width);
}

// `rows` rows of A, `depth` columns, column by column. Up to a vector more is written.
template <class T, int rows>
void packRows(const T *a, int64_t aRow, int64_t aColumn, int64_t depth, T *to) {
  int64_t p = 0;
  // From the last rows on: what a square writes beyond them is written again.
  constexpr int kSquares = (rows + kLanes<T> - 1) / kLanes<T>;
  for (; aColumn == 1 && p + kLanes<T> <= depth; p += kLanes<T>)
    for (int first = (kSquares - 1) * kLanes<T>; first >= 0; first -= kLanes<T>)
      transposeSquare(
          a + p + first * aRow, aRow, [&](int i) { return first + i < rows; },
          to + p * rows + first, rows);
  if (aRow == 1)
    for (; p < depth; ++p)
      memcpy(to + p * rows, a + p * aColumn, rows * sizeof(T));
  for (; p < depth; ++p)
    for (int r = 0; r < rows; ++r)
      to[p * rows + r] = a[r * aRow + p * aColumn];
}
template <class T, int... row>
auto rowPackerOf(int64_t rows, std::integer_sequence<int, row...>) {
  static constexpr void (*kPackers[])(const T *, int64_t, int64_t, int64_t,
                                      T *) = {packRows<T, row + 1>...};
  return kPackers[rows - 1];
}
template <class T>
RowsOfA<T> packedRows(const RowsOfA<T> &a, int64_t rows, int64_t depth, T *to) {
  rowPackerOf<T>(rows, std::make_integer_sequence<int, kRows>{})(a.data, a.row, a.column, depth,
                                                                 to);
  return {to, 1, rows, true};
}

}  // namespace
}  // namespace janus::JANUS_LEVEL
