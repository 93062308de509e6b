// The product kernel, compiled once per instruction set (Cpu.h). C is cut into tiles of kRows rows
// and one or two vectors of columns that live in registers; B is read in panels as wide, in place
// where its rows are dense and from a packed copy otherwise; A is broadcast element by element.
#include "kernels/cpu/linear/DotProducts.inc.h"
#include "kernels/cpu/linear/Gemm.h"
#include "kernels/cpu/linear/Lanes.inc.h"

#include <cstring>

namespace janus::JANUS_LEVEL {
namespace {

constexpr int64_t kDepth = 512;  // of a packed panel

// `rows` x `vectors` tile: c = panel product (+ start values). `width` columns are stored.
template <class T, int rows, int vectors>
[[gnu::noinline]] void tile(int64_t depth, const T *a, int64_t aRow, int64_t aColumn, const T *b,
                            int64_t bRow, T *c, int64_t cRow, int64_t width, T beta,
                            const T *bias) {
  using V = Vector<T>;
  V acc[rows][vectors];
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < vectors; ++v)
      acc[r][v] = V{};
  for (int64_t p = 0; p < depth; ++p) {
    V row[vectors];
#pragma GCC unroll 2
    for (int v = 0; v < vectors; ++v)
      row[v] = *reinterpret_cast<const V *>(b + p * bRow + v * kLanes<T>);
    const T *column = a + p * aColumn;
#pragma GCC unroll 16
    for (int r = 0; r < rows; ++r) {
      T x = column[r * aRow];
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v)
        acc[r][v] += x * row[v];
    }
  }
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r) {
    T *out = c + r * cRow;
    if (width == vectors * kLanes<T>) {
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v) {
        V sum = acc[r][v];
        if (bias)
          sum += *reinterpret_cast<const V *>(bias + v * kLanes<T>);
        if (beta != T(0))
          sum += beta * *reinterpret_cast<const V *>(out + v * kLanes<T>);
        *reinterpret_cast<V *>(out + v * kLanes<T>) = sum;
      }
    } else {
      T values[vectors * kLanes<T>];
      memcpy(values, acc[r], sizeof(values));
      for (int64_t j = 0; j < width; ++j) {
        T v = values[j] + (bias ? bias[j] : T(0));
        out[j] = beta != T(0) ? v + beta * out[j] : v;
      }
    }
  }
}

// One or two rows against a large B: rows of B are streamed once, eight at a time, into a row of C.
template <class T>
void rowSums(const Gemm<T> &g) {
  for (int64_t i = 0; i < g.m; ++i) {
    T *__restrict c = g.c + i * g.cRow;
    const T *a = g.a + i * g.aRow;
    if (g.beta == T(0))
      memset(c, 0, static_cast<size_t>(g.n) * sizeof(T));
    else
      for (int64_t j = 0; j < g.n; ++j)
        c[j] *= g.beta;
    if (g.bias)
      for (int64_t j = 0; j < g.n; ++j)
        c[j] += g.bias[j];
    int64_t p = 0;
    for (; p + 8 <= g.k; p += 8) {
      T x[8];
      for (int q = 0; q < 8; ++q)
        x[q] = a[(p + q) * g.aColumn];
      const T *__restrict b = g.b + p * g.bRow;
      int64_t row = g.bRow;
      for (int64_t j = 0; j < g.n; ++j)
        c[j] +=
            ((x[0] * b[j] + x[1] * b[j + row]) + (x[2] * b[j + 2 * row] + x[3] * b[j + 3 * row])) +
            ((x[4] * b[j + 4 * row] + x[5] * b[j + 5 * row]) +
             (x[6] * b[j + 6 * row] + x[7] * b[j + 7 * row]));
    }
    for (; p < g.k; ++p) {
      T x = a[p * g.aColumn];
      const T *__restrict b = g.b + p * g.bRow;
      for (int64_t j = 0; j < g.n; ++j)
        c[j] += x * b[j];
    }
  }
}

// `width` columns of B from row `first` on, `depth` rows, padded with zeros to whole vectors.
template <class T, int vectors>
void packPanel(const Gemm<T> &g, int64_t first, int64_t depth, int64_t column, int64_t width,
               T *panel) {
  constexpr int64_t kWide = vectors * kLanes<T>;
  if (width < kWide)
    for (int64_t p = 0; p < depth * vectors; ++p)
      reinterpret_cast<Vector<T> *>(panel)[p] = Vector<T>{};
  const T *b = g.b + first * g.bRow + column * g.bColumn;
  if (g.bColumn == 1) {
    for (int64_t p = 0; p < depth; ++p)
      memcpy(panel + p * kWide, b + p * g.bRow, static_cast<size_t>(width) * sizeof(T));
    return;
  }
  int64_t p = 0;
  for (; g.bRow == 1 && p + kLanes<T> <= depth; p += kLanes<T>)
    for (int64_t j = 0; j < width; j += kLanes<T>) {
      Vector<T> block[kLanes<T>];
#pragma GCC unroll 16
      for (int i = 0; i < kLanes<T>; ++i)
        block[i] = j + i < width ? *reinterpret_cast<const Vector<T> *>(b + p + (j + i) * g.bColumn)
                                 : Vector<T>{};
      transpose<T>(block);
#pragma GCC unroll 16
      for (int i = 0; i < kLanes<T>; ++i)
        *reinterpret_cast<Vector<T> *>(panel + (p + i) * kWide + j) = block[i];
    }
  for (int64_t j = 0; p < depth && j < width; ++j)
    for (int64_t i = p; i < depth; ++i)
      panel[i * kWide + j] = b[i * g.bRow + j * g.bColumn];
}

// `width` columns of C, which fill `vectors` vectors or a part of the last.
template <class T, int vectors>
void panelProduct(const Gemm<T> &g, int64_t column, int64_t width) {
  alignas(64) T panel[kDepth * vectors * kLanes<T>];
  for (int64_t first = 0; first < g.k; first += kDepth) {
    int64_t depth = g.k - first < kDepth ? g.k - first : kDepth;
    const T *b = g.b + first * g.bRow + column;
    int64_t bRow = g.bRow;
    if (g.bColumn != 1 || width < vectors * kLanes<T> || (g.m > 8 * kRows && g.bRow > 512)) {
      packPanel<T, vectors>(g, first, depth, column, width, panel);
      b = panel;
      bRow = vectors * kLanes<T>;
    }
    T beta = first == 0 ? g.beta : T(1);
    const T *bias = first == 0 && g.bias ? g.bias + column : nullptr;
    for (int64_t i = 0; i < g.m;) {
      auto at = [&](auto fixed, int64_t rows) {
        fixed(depth, g.a + i * g.aRow + first * g.aColumn, g.aRow, g.aColumn, b, bRow,
              g.c + i * g.cRow + column, g.cRow, width, beta, bias);
        i += rows;
      };
      int64_t left = g.m - i;
      if (left >= kRows)
        at(tile<T, kRows, vectors>, kRows);
      else if (kRows > 8 && left >= 8)
        at(tile<T, 8, vectors>, 8);
      else if (left >= 4)
        at(tile<T, 4, vectors>, 4);
      else if (left >= 2)
        at(tile<T, 2, vectors>, 2);
      else
        at(tile<T, 1, vectors>, 1);
    }
  }
}

template <class T>
void run(const Gemm<T> &g) {
  if (g.m == 0 || g.n == 0)
    return;
  if (g.k == 0) {
    for (int64_t i = 0; i < g.m; ++i)
      for (int64_t j = 0; j < g.n; ++j) {
        T &c = g.c[i * g.cRow + j];
        c = (g.bias ? g.bias[j] : T(0)) + (g.beta != T(0) ? g.beta * c : T(0));
      }
    return;
  }
  if (g.bRow == 1 && g.bColumn != 1 && g.aColumn == 1 && paysByDots(g))
    return dotProducts(g);
  if (g.m <= 2 && g.bColumn == 1 && g.n >= 2 * kPanel<T> && g.k * g.n >= 16384)
    return rowSums(g);
  for (int64_t column = 0; column < g.n; column += kPanel<T>) {
    int64_t width = g.n - column;
    if (width <= kLanes<T>)
      panelProduct<T, 1>(g, column, width);
    else
      panelProduct<T, 2>(g, column, width < kPanel<T> ? width : kPanel<T>);
  }
}

}  // namespace

extern const GemmKernels gemmKernels;
const GemmKernels gemmKernels = {run<float>, run<double>};

}  // namespace janus::JANUS_LEVEL
