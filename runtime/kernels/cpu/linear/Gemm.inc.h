// The product kernel, compiled once per instruction set (Cpu.h). C is cut into tiles (Tiles.inc.h);
// A and B are cut along the depth, into blocks of which the second level of the cache holds what is
// read more than once, and packed where that pays (Packing.inc.h).
#include "kernels/cpu/linear/DotProducts.inc.h"
#include "kernels/cpu/linear/Gemm.h"
#include "kernels/cpu/linear/Packing.inc.h"

#include <algorithm>
#include <cstring>

namespace janus::JANUS_LEVEL {
namespace {

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

// How a product is cut. The depth of blocks decides how sums are rounded: it is that of the whole
// product, of which this one may be a part.
template <class T>
class Blocking {
public:
  explicit Blocking(const Gemm<T> &g)
      : g_(g), tiles_((g.m + kRows - 1) / kRows), isDense_(g.bColumn == 1),
        isStreamed_(isDense_ && std::max(g.m, g.wholeRows) <= 2 * kRows &&
                    g.k * columnsOf(g) > kCached) {
    bool isNarrow = columnsOf(g) <= kPanel<T>;
    int64_t most = isStreamed_                          ? kStreamed
                   : isNarrow && g.aColumn >= kFarApart ? 2 * kStreamed
                   : isNarrow                           ? kLongest
                                                        : kDepth;
    int64_t blocks = blocksOf(g.k, most);
    depth_ = blocksOf(g.k, blocks);
  }

  void compute() {
    bool byRows = isStreamed_ || depth_ <= kShallow;
    for (int64_t p = 0; p < g_.k; p += depth_) {
      Slice slice = {p, std::min(depth_, g_.k - p)};
      if (byRows)
        computeByRows(slice);
      else
        computeByColumns(slice);
    }
  }

private:
  // Elements of a block, which holds some rows or columns of the longest depth.
  static constexpr int64_t kBlock = kGemmBlockBytes / sizeof(T);
  static constexpr int64_t kDepth = 256, kLongest = 512, kShallow = 64, kStreamed = 16;
  static constexpr int64_t kFewTiles = 3;
  static constexpr int64_t kFarApart = 4096 / sizeof(T);
  // Elements of a matrix that stays near.
  static constexpr int64_t kCached = 1536 * 1024 / sizeof(T);

  static int64_t columnsOf(const Gemm<T> &g) { return std::max(g.n, g.wholeColumns); }
  struct Slice {
    int64_t first, depth;
  };
  struct Range {
    int64_t first, count;
  };

  // The rows of a tile: tiles of about one height.
  Range rowsOf(int64_t tile) const {
    int64_t first = g_.m * tile / tiles_;
    return {first, g_.m * (tile + 1) / tiles_ - first};
  }
  RowsOfA<T> rowsInPlace(const Slice &s, int64_t row) const {
    return {g_.a + row * g_.aRow + s.first * g_.aColumn, g_.aRow, g_.aColumn, false};
  }
  PanelOfB<T> panelInPlace(const Slice &s, int64_t column) const {
    return {g_.b + s.first * g_.bRow + column, g_.bRow};
  }
  static int64_t blocksOf(int64_t all, int64_t each) { return (all + each - 1) / each; }
  static bool isWhole(int64_t width) { return width % kLanes<T> == 0; }
  // Rows that are short confuse what fetches ahead by itself.
  void fetchNext(const Slice &s, int64_t column) const {
    int64_t first = s.first + s.depth, end = std::min(g_.k, first + s.depth);
    for (int64_t p = first; p < end; ++p) {
      const T *at = g_.b + p * g_.bRow + column;
      __builtin_prefetch(at);
      __builtin_prefetch(at + kLanes<T>);
    }
  }
  // Rows of the panel after `column`, for a tile that is the `tile`th of its block.
  Ahead<T> aheadOf(const Slice &s, int64_t tile, int64_t column) const {
    int64_t row = tile * kRows, next = column + kPanel<T>;
    bool isWithin = row + kRows <= s.depth && next + kPanel<T> <= g_.n;
    if (!isDense_ || !isWithin)
      return {g_.b, 0};
    return {panelInPlace(s, next).data + row * g_.bRow, g_.bRow};
  }
  void computeAt(const Slice &s, const Range &rows, const RowsOfA<T> &a, const PanelOfB<T> &b,
                 int64_t column, int64_t width, const Ahead<T> &ahead = {}) {
    bool isFirst = s.first == 0;
    TileOfC<T> c = {g_.c + rows.first * g_.cRow + column, g_.cRow, isFirst ? g_.beta : T(1),
                    isFirst && g_.bias ? g_.bias + column : nullptr};
    computeTile(rows.count, s.depth, a, b, c, ahead, width);
  }

  // Little depth: C is most of what moves, and is written row by row. B is packed as a block, or
  // read as it lies where that is seldom.
  void computeByRows(const Slice &s) {
    bool isInPlace = isDense_ && tiles_ <= kFewTiles;
    T *block = isInPlace ? nullptr : reinterpret_cast<T *>(gemmBlock());
    alignas(64) T packed[(kRows + 1) * kShallow];
    alignas(64) T last[kPanel<T> * kShallow];
    int64_t most = kBlock / s.depth / kPanel<T> * kPanel<T>;
    bool packsA = !isStreamed_ && g_.n > 2 * kPanel<T>;
    for (int64_t begin = 0; begin < g_.n; begin += most) {
      int64_t end = std::min(g_.n, begin + most);
      auto panelAt = [&](int64_t j) { return block + (j - begin) * s.depth; };
      for (int64_t j = begin; !isInPlace && j < end; j += kPanel<T>)
        packedPanel(g_, s.first, s.depth, j, std::min(kPanel<T>, end - j), panelAt(j));
      for (int64_t t = 0; t < tiles_; ++t) {
        Range rows = rowsOf(t);
        RowsOfA<T> a = rowsInPlace(s, rows.first);
        if (packsA)
          a = packedRows(a, rows.count, s.depth, packed);
        for (int64_t j = begin; j < end; j += kPanel<T>) {
          int64_t width = std::min(kPanel<T>, end - j);
          if (isStreamed_ && t == 0)
            fetchNext(s, j);
          PanelOfB<T> b = !isInPlace       ? packedAt(panelAt(j), width)
                          : isWhole(width) ? panelInPlace(s, j)
                                           : packedPanel(g_, s.first, s.depth, j, width, last);
          computeAt(s, rows, a, b, j, width);
        }
      }
    }
  }

  // Great depth: a panel of B stays in the first level of the cache while a block of A passes.
  void computeByColumns(const Slice &s) {
    alignas(64) T panel[kPanel<T> * kLongest];
    bool packsA = g_.n > 8 * kPanel<T>;
    T *block = packsA ? reinterpret_cast<T *>(gemmBlock()) : nullptr;
    // Rows a power of 2 apart take the same places of the cache.
    bool isAligned = g_.bRow * static_cast<int64_t>(sizeof(T)) % 1024 == 0;
    bool packsB = !isDense_ || tiles_ > (isAligned ? kFewTiles : 8);
    bool isFar = packsB && g_.m * g_.n > kCached;
    // B is packed once for each block.
    const int64_t blocks = blocksOf(tiles_, std::max<int64_t>(1, kBlock / (s.depth * kRows)));
    const int64_t most = blocksOf(tiles_, blocks);
    for (int64_t begin = 0; begin < tiles_; begin += most) {
      int64_t end = std::min(tiles_, begin + most), start = rowsOf(begin).first;
      auto rowsAt = [&](int64_t row) { return block + (row - start) * s.depth; };
      for (int64_t t = begin; packsA && t < end; ++t) {
        Range rows = rowsOf(t);
        packedRows(rowsInPlace(s, rows.first), rows.count, s.depth, rowsAt(rows.first));
      }
      for (int64_t j = 0; j < g_.n; j += kPanel<T>) {
        int64_t width = std::min(kPanel<T>, g_.n - j);
        PanelOfB<T> b = packsB || !isWhole(width)
                            ? packedPanel(g_, s.first, s.depth, j, width, panel)
                            : panelInPlace(s, j);
        for (int64_t t = begin; t < end; ++t) {
          Range rows = rowsOf(t);
          RowsOfA<T> a = packsA ? RowsOfA<T>{rowsAt(rows.first), 1, rows.count, true}
                                : rowsInPlace(s, rows.first);
          computeAt(s, rows, a, b, j, width, isFar ? aheadOf(s, t - begin, j) : Ahead<T>{});
        }
      }
    }
  }

  const Gemm<T> &g_;
  int64_t tiles_;
  bool isDense_, isStreamed_;  // B's rows are dense; B is read as it lies, a few rows at a time
  int64_t depth_;              // of a block
};

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
  Blocking<T>(g).compute();
}

}  // namespace

extern const GemmKernels gemmKernels;
const GemmKernels gemmKernels = {run<float>, run<double>};

}  // namespace janus::JANUS_LEVEL
