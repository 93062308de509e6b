// Row reductions, compiled once per instruction set (Cpu.h). Sums run in independent lanes of 256
// bytes over blocks whose totals are added in double.
#include "kernels/cpu/LaneSum.inc.h"
#include "kernels/cpu/reduce/RowKernels.h"

namespace janus::JANUS_LEVEL {
namespace {

constexpr int64_t kBlock = 2048;

// term(v): of an element, or of a vector of them.
template <class C, class Term>
[[gnu::always_inline]] inline double sumOf(const C *x, int64_t n, Term term) {
  constexpr int64_t kElements = kFoldedLanes<C>, kVectors = kFoldedVectors<C>;
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
      auto plus = [](auto a, auto b) { return a + b; };
      part = foldedVectors<C>(sums, plus);
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
// Four rows for one way through the sums.
template <class C>
void addRows(C *__restrict acc, const C *const *x, int64_t rows, int64_t n) {
  for (; rows >= 4; rows -= 4, x += 4) {
    const C *a = x[0], *b = x[1], *c = x[2], *d = x[3];
#pragma GCC ivdep
    for (int64_t i = 0; i < n; ++i)
      acc[i] = (((acc[i] + a[i]) + b[i]) + c[i]) + d[i];
  }
  for (; rows > 0; --rows)
    add(acc, *x++, n);
}

}  // namespace

extern const AllRowKernels rowKernels;
constinit const AllRowKernels rowKernels = {
    {sum<float>, squares<float>, magnitudes<float>, extremes<float>, addRows<float>},
    {sum<double>, squares<double>, magnitudes<double>, extremes<double>, addRows<double>},
    {sumIntegers, nullptr, nullptr, extremes<int64_t>, addRows<int64_t>},
    add<double, float>};

}  // namespace janus::JANUS_LEVEL
