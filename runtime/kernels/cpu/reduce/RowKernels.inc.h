// Row reductions, compiled once per instruction set (Cpu.h). Sums run in independent lanes of 256
// bytes over blocks whose totals are added in double.
#include "kernels/cpu/Vectors.inc.h"
#include "kernels/cpu/reduce/RowKernels.h"

#include <cstring>
#include <type_traits>

namespace janus::JANUS_LEVEL {
namespace {

constexpr int64_t kBlock = 2048;

// The sum of 2 * width values, in the first one; Of::type: an element or a vector.
template <int64_t width, class Of>
[[gnu::always_inline]] inline void fold(typename Of::type *value) {
  for (int64_t k = 0; k < width; ++k)
    value[k] += value[k + width];
  if constexpr (width > 1)
    fold<width / 2, Of>(value);
}

// term(v): of an element, or of a vector of them. Sums in an array of elements would go through
// memory, in pieces of other sizes than they are read in.
template <class C, class Term>
[[gnu::always_inline]] inline double sumOf(const C *x, int64_t n, Term term) {
  constexpr int64_t kElements = 256 / sizeof(C), kVectors = kElements / kLanes<C>;
  double total = 0;
  for (int64_t at = 0; at < n; at += kBlock) {
    int64_t m = n - at < kBlock ? n - at : kBlock, i = 0;
    const C *row = x + at;
    C part = 0;
    if (m >= kElements) {
      Vector<C> sums[kVectors];
      auto termAt = [&](int64_t first, int64_t k) {
        return term(reinterpret_cast<const Vector<C> *>(row + first)[k]);
      };
      for (int64_t k = 0; k < kVectors; ++k)
        sums[k] = termAt(0, k);
      for (i = kElements; i + kElements <= m; i += kElements)
        for (int64_t k = 0; k < kVectors; ++k)
          sums[k] += termAt(i, k);
      fold<kVectors / 2, VectorOf<C>>(sums);
      C lane[kLanes<C>];
      memcpy(lane, sums, sizeof lane);
      fold<kLanes<C> / 2, std::type_identity<C>>(lane);
      part = lane[0];
    }
    C rest = 0;
    for (; i < m; ++i)
      rest += term(row[i]);
    total += static_cast<double>(part + rest);
  }
  return total;
}

template <class C>
double sum(const C *x, int64_t n) {
  return sumOf(x, n, [](auto v) { return v; });
}
int64_t sumIntegers(const int64_t *x, int64_t n) {
  uint64_t total = 0;
  for (int64_t i = 0; i < n; ++i)
    total += static_cast<uint64_t>(x[i]);
  return static_cast<int64_t>(total);
}
template <class C>
double squares(const C *x, int64_t n, C center) {
  return sumOf(x, n, [center](auto v) { return (v - center) * (v - center); });
}
template <class C>
double magnitudes(const C *x, int64_t n) {
  return sumOf(x, n, [](auto v) { return v < 0 ? -v : v; });
}

template <class C>
Extremes<C> extremes(const C *x, int64_t n) {
  constexpr int64_t kValues = 128 / sizeof(C);
  Extremes<C> e = {x[0], x[0], false};
  int64_t i = 0;
  uint32_t nan = 0;
  if (n >= kValues) {
    C low[kValues], high[kValues];
    for (int64_t k = 0; k < kValues; ++k)
      low[k] = high[k] = x[k];
    for (; i + kValues <= n; i += kValues) {
      for (int64_t k = 0; k < kValues; ++k) {
        C v = x[i + k];
        low[k] = v < low[k] ? v : low[k];
        high[k] = v > high[k] ? v : high[k];
        nan |= v != v;
      }
    }
    for (int64_t k = 0; k < kValues; ++k) {
      e.low = low[k] < e.low ? low[k] : e.low;
      e.high = high[k] > e.high ? high[k] : e.high;
    }
  }
  for (; i < n; ++i) {
    e.low = x[i] < e.low ? x[i] : e.low;
    e.high = x[i] > e.high ? x[i] : e.high;
    nan |= x[i] != x[i];
  }
  e.nan = nan;
  return e;
}

template <class A, class C>
void add(A *__restrict acc, const C *__restrict x, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    acc[i] += x[i];
}

}  // namespace

extern const AllRowKernels rowKernels;
constinit const AllRowKernels rowKernels = {
    {sum<float>, squares<float>, magnitudes<float>, extremes<float>, add<float, float>},
    {sum<double>, squares<double>, magnitudes<double>, extremes<double>, add<double, double>},
    {sumIntegers, nullptr, nullptr, extremes<int64_t>, add<int64_t, int64_t>},
    add<double, float>};

}  // namespace janus::JANUS_LEVEL
