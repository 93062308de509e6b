// Row reductions, compiled once per instruction set (Cpu.h). Sums run in kLanes independent lanes,
// which become vector registers, over blocks whose totals are added in double.
#include "kernels/cpu/Cpu.h"
#include "kernels/cpu/reduce/RowKernels.h"

namespace janus::JANUS_LEVEL {
namespace {

constexpr int64_t kBlock = 2048;

template <class C, class Term>
[[gnu::always_inline]] inline double sumOf(const C *x, int64_t n, Term term) {
  constexpr int64_t kLanes = 256 / sizeof(C);
  double total = 0;
  for (int64_t at = 0; at < n; at += kBlock) {
    int64_t m = n - at < kBlock ? n - at : kBlock, i = 0;
    const C *row = x + at;
    C part = 0;
    if (m >= kLanes) {
      C lane[kLanes];
      for (int64_t k = 0; k < kLanes; ++k)
        lane[k] = term(row[k]);
      for (i = kLanes; i + kLanes <= m; i += kLanes)
        for (int64_t k = 0; k < kLanes; ++k)
          lane[k] += term(row[i + k]);
      for (int64_t width = kLanes / 2; width; width /= 2)
        for (int64_t k = 0; k < width; ++k)
          lane[k] += lane[k + width];
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
  return sumOf(x, n, [](C v) { return v; });
}
int64_t sumIntegers(const int64_t *x, int64_t n) {
  uint64_t total = 0;
  for (int64_t i = 0; i < n; ++i)
    total += static_cast<uint64_t>(x[i]);
  return static_cast<int64_t>(total);
}
template <class C>
double squares(const C *x, int64_t n, C center) {
  return sumOf(x, n, [center](C v) { return (v - center) * (v - center); });
}
template <class C>
double magnitudes(const C *x, int64_t n) {
  return sumOf(x, n, [](C v) { return v < 0 ? -v : v; });
}

template <class C>
Extremes<C> extremes(const C *x, int64_t n) {
  constexpr int64_t kLanes = 128 / sizeof(C);
  Extremes<C> e = {x[0], x[0], false};
  int64_t i = 0;
  uint32_t nan = 0;
  if (n >= kLanes) {
    C low[kLanes], high[kLanes];
    for (int64_t k = 0; k < kLanes; ++k)
      low[k] = high[k] = x[k];
    for (; i + kLanes <= n; i += kLanes) {
      for (int64_t k = 0; k < kLanes; ++k) {
        C v = x[i + k];
        low[k] = v < low[k] ? v : low[k];
        high[k] = v > high[k] ? v : high[k];
        nan |= v != v;
      }
    }
    for (int64_t k = 0; k < kLanes; ++k) {
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
