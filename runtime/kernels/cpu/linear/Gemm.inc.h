// The product kernel, compiled once per instruction set (Cpu.h). C is cut into tiles of kRows rows
// and one or two vectors of columns that live in registers; B is read in panels as wide, in place
// where its rows are dense and from a packed copy otherwise; A is broadcast element by element.
#include "kernels/cpu/Cpu.h"
#include "kernels/cpu/linear/Gemm.h"

#include <cstring>

namespace janus::JANUS_LEVEL {
namespace {

#if defined(__AVX512F__)
constexpr int kBytes = 64, kRows = 12;
#elif defined(__AVX2__)
constexpr int kBytes = 32, kRows = 6;
#else
constexpr int kBytes = 16, kRows = 4;
#endif
constexpr int64_t kDepth = 512;  // of a packed panel

template <class T>
struct VectorOf {
  typedef T type __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
};
template <class T>
using Vector = typename VectorOf<T>::type;
template <class T>
constexpr int kLanes = kBytes / sizeof(T);
template <class T>
constexpr int kPanel = 2 * kLanes<T>;

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

// Few rows against a transposed B: dot products of dense rows.
template <class T>
[[gnu::always_inline]] inline T lanesSum(Vector<T> v) {
  T part[kLanes<T>];
  memcpy(part, &v, sizeof(part));
  for (int width = kLanes<T> / 2; width; width /= 2)
    for (int i = 0; i < width; ++i)
      part[i] += part[i + width];
  return part[0];
}
// rows x columns dot products along `depth`.
template <class T, int rows, int columns>
[[gnu::noinline]] void dots(int64_t depth, const T *a, int64_t aRow, const T *b, int64_t bColumn,
                            T *out) {
  using V = Vector<T>;
  V acc[rows][columns];
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      acc[i][j] = V{};
  int64_t p = 0;
  for (; p + kLanes<T> <= depth; p += kLanes<T>) {
    V x[rows];
#pragma GCC unroll 4
    for (int i = 0; i < rows; ++i)
      x[i] = *reinterpret_cast<const V *>(a + i * aRow + p);
#pragma GCC unroll 4
    for (int j = 0; j < columns; ++j) {
      V y = *reinterpret_cast<const V *>(b + j * bColumn + p);
#pragma GCC unroll 4
      for (int i = 0; i < rows; ++i)
        acc[i][j] += x[i] * y;
    }
  }
#pragma GCC unroll 4
  for (int i = 0; i < rows; ++i)
#pragma GCC unroll 4
    for (int j = 0; j < columns; ++j) {
      T sum = lanesSum<T>(acc[i][j]);
      for (int64_t q = p; q < depth; ++q)
        sum += a[i * aRow + q] * b[j * bColumn + q];
      out[i * columns + j] = sum;
    }
}
// Both operands dense along the depth: nothing is packed.
template <class T>
void dotProducts(const Gemm<T> &g) {
  T out[16];
  auto put = [&](int64_t i, int64_t j, int rows, int columns) {
    for (int r = 0; r < rows; ++r)
      for (int q = 0; q < columns; ++q) {
        T v = out[r * columns + q] + (g.bias ? g.bias[j + q] : T(0));
        T &c = g.c[(i + r) * g.cRow + j + q];
        c = g.beta != T(0) ? v + g.beta * c : v;
      }
  };
  for (int64_t i = 0; i < g.m;) {
    const T *a = g.a + i * g.aRow;
    int rows = g.m - i >= 4 ? 4 : (g.m - i >= 2 ? 2 : 1);
    for (int64_t j = 0; j < g.n;) {
      const T *b = g.b + j * g.bColumn;
      int columns = g.n - j >= 4 ? 4 : 1;
      auto run = rows == 4   ? (columns == 4 ? dots<T, 4, 4> : dots<T, 4, 1>)
                 : rows == 2 ? (columns == 4 ? dots<T, 2, 4> : dots<T, 2, 1>)
                             : (columns == 4 ? dots<T, 1, 4> : dots<T, 1, 1>);
      run(g.k, a, g.aRow, b, g.bColumn, out);
      put(i, j, rows, columns);
      j += columns;
    }
    i += rows;
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
  for (int64_t q = 0; q < depth; q += 16) {
    int64_t end = q + 16 < depth ? q + 16 : depth;
    for (int64_t j = 0; j < width; ++j)
      for (int64_t p = q; p < end; ++p)
        panel[p * kWide + j] = b[p * g.bRow + j * g.bColumn];
  }
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
  if (g.bRow == 1 && g.bColumn != 1 && g.aColumn == 1 && g.k >= 8 &&
      (g.m <= 4 || (g.k >= 256 && g.m * g.n <= 2048)))
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
