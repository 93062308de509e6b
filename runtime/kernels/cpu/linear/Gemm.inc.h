// The product kernel, compiled once per instruction set (Cpu.h). C is cut into tiles of kRows rows
// and one or two vectors of columns that live in registers; B is read in panels as wide, in place
// where its rows are dense and from a packed copy otherwise; A is broadcast element by element.
#include "kernels/cpu/Cpu.h"
#include "kernels/cpu/linear/Gemm.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

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

// Integers as wide as the elements: positions and masks of lanes.
template <class T>
struct BitsOf {
  typedef std::conditional_t<sizeof(T) == 4, int32_t, int64_t> Lane;
  typedef Lane type __attribute__((vector_size(kBytes)));
};
template <class T>
using Bits = typename BitsOf<T>::type;

// Of two vectors, cut into pieces of `half` lanes: the even pieces of both by turns, and the odd
// ones.
template <class T, int half, int... lane>
[[gnu::always_inline]] inline Vector<T> evenPieces(Vector<T> a, Vector<T> b,
                                                   std::integer_sequence<int, lane...>) {
  return __builtin_shuffle(a, b, Bits<T>{(lane & half ? lane - half + kLanes<T> : lane)...});
}
template <class T, int half, int... lane>
[[gnu::always_inline]] inline Vector<T> oddPieces(Vector<T> a, Vector<T> b,
                                                  std::integer_sequence<int, lane...>) {
  return __builtin_shuffle(a, b, Bits<T>{(lane & half ? lane + kLanes<T> : lane + half)...});
}
template <class T>
constexpr std::make_integer_sequence<int, kLanes<T>> kLaneNumbers;

// A square of as many rows as there are lanes, transposed in registers.
template <class T, int half = kLanes<T> / 2>
[[gnu::always_inline]] inline void transpose(Vector<T> *v) {
#pragma GCC unroll 16
  for (int i = 0; i < kLanes<T>; ++i) {
    if (i & half)
      continue;
    Vector<T> a = v[i], b = v[i + half];
    v[i] = evenPieces<T, half>(a, b, kLaneNumbers<T>);
    v[i + half] = oddPieces<T, half>(a, b, kLaneNumbers<T>);
  }
  if constexpr (half > 1)
    transpose<T, half / 2>(v);
}

// Lane l of the result: the sum of the lanes of v[l].
template <class T, int half = kLanes<T> / 2>
[[gnu::always_inline]] inline Vector<T> sumsOfLanes(Vector<T> *v) {
#pragma GCC unroll 8
  for (int i = 0; i < half; ++i)
    v[i] = evenPieces<T, half>(v[i], v[i + half], kLaneNumbers<T>) +
           oddPieces<T, half>(v[i], v[i + half], kLaneNumbers<T>);
  if constexpr (half > 1)
    return sumsOfLanes<T, half / 2>(v);
  else
    return v[0];
}

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

// ---- few rows against a transposed B: dot products of dense rows, nothing is packed
// As many sums are kept as there are lanes, or registers for them.
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
