// Compiled once per instruction set (Cpu.h).
#include "kernels/cpu/LaneSum.inc.h"
#include "kernels/cpu/normalization/NormRows.h"

#include <cstddef>
#include <type_traits>

namespace janus::JANUS_LEVEL {
namespace {

#define JN_TERM [=](int64_t i) [[gnu::always_inline]]
constexpr int64_t kBlock = 2048;  // longer sums are added up in double

template <class C, class Term>
[[gnu::always_inline]] inline double longSum(int64_t n, Term &&term) {
  double total = 0;
  for (int64_t at = 0; at < n; at += kBlock)
    total += static_cast<double>(laneSum<C>(n - at < kBlock ? n - at : kBlock,
                                            [&](int64_t i)
                                                [[gnu::always_inline]] { return term(at + i); }));
  return total;
}

template <class C>
void moments(const C *x, int64_t n, double *mean, double *squares) {
  C first = x[0];  // sums of differences are exact for constant rows
  double m = static_cast<double>(first) + longSum<C>(
                                              n, JN_TERM { return x[i] - first; }) /
                                              static_cast<double>(n);
  C center = static_cast<C>(m);
  double slip = m - static_cast<double>(center);
  *mean = m;
  *squares = longSum<C>(
                 n, JN_TERM { return (x[i] - center) * (x[i] - center); }) -
             static_cast<double>(n) * slip * slip;
}
template <class C>
void squareSum(const C *x, int64_t n, double *squares) {
  *squares = longSum<C>(
      n, JN_TERM { return x[i] * x[i]; });
}
template <class C>
void affine(C *out, const C *x, int64_t n, C center, C a, C b) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = a * (x[i] - center) + b;
}
template <class C>
void affineEach(C *out, const C *x, int64_t n, C center, C a, const C *weight, const C *bias) {
  if (weight && bias)
    for (int64_t i = 0; i < n; ++i)
      out[i] = a * (x[i] - center) * weight[i] + bias[i];
  else if (weight)
    for (int64_t i = 0; i < n; ++i)
      out[i] = a * (x[i] - center) * weight[i];
  else if (bias)
    for (int64_t i = 0; i < n; ++i)
      out[i] = a * (x[i] - center) + bias[i];
  else
    affine(out, x, n, center, a, C(0));
}
template <class C>
void dots(const C *g, const C *x, int64_t n, C center, double *sum, double *product) {
  *sum = longSum<C>(
      n, JN_TERM { return g[i]; });
  *product = longSum<C>(
      n, JN_TERM { return g[i] * (x[i] - center); });
}
template <class C>
void combine(C *out, const C *g, const C *x, int64_t n, C center, C a, C b, C c) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = a * g[i] + b * (x[i] - center) + c;
}
template <class C>
void dotsEach(const C *g, const C *x, const C *weight, int64_t n, C center, double *sum,
              double *product) {
  if (!weight)
    return dots(g, x, n, center, sum, product);
  *sum = longSum<C>(
      n, JN_TERM { return g[i] * weight[i]; });
  *product = longSum<C>(
      n, JN_TERM { return g[i] * weight[i] * (x[i] - center); });
}
template <class C>
void combineEach(C *out, const C *g, const C *x, const C *weight, int64_t n, C center, C a, C b,
                 C c) {
  if (!weight)
    return combine(out, g, x, n, center, a, b, c);
  for (int64_t i = 0; i < n; ++i)
    out[i] = a * (g[i] * weight[i]) + b * (x[i] - center) + c;
}
template <class C>
void accumulate(C *toWeight, C *toBias, const C *g, const C *x, int64_t n, C center, C a) {
#pragma GCC ivdep
  for (int64_t i = 0; i < n; ++i) {
    toWeight[i] += g[i] * (a * (x[i] - center));
    toBias[i] += g[i];
  }
}

// body(first, constant<width>) over columns in groups, so that what belongs to a column stays in
// registers while the rows go by.
template <int64_t width>
using Width = std::integral_constant<int64_t, width>;
template <class C, class Body>
[[gnu::always_inline]] inline void forColumns(int64_t n, Body &&body) {
  constexpr int64_t kVector = 64 / sizeof(C);
  int64_t i = 0;
  for (; i + 4 * kVector <= n; i += 4 * kVector)
    body(i, Width<4 * kVector>());
  for (; i + kVector <= n; i += kVector)
    body(i, Width<kVector>());
  for (; i < n; ++i)
    body(i, Width<1>());
}

// sums[k][column] += term(k, index of the element, column).
template <class C, size_t count, class Term>
[[gnu::always_inline]] inline void sumColumns(C *const (&sums)[count], int64_t rows, int64_t n,
                                              Term &&term) {
  forColumns<C>(n, [&](int64_t first, auto width) [[gnu::always_inline]] {
    C part[count][width()] = {};
    for (int64_t r = 0; r < rows; ++r)
      for (size_t k = 0; k < count; ++k)
        for (int64_t i = 0; i < width(); ++i)
          part[k][i] += term(k, r * n + first + i, first + i);
    for (size_t k = 0; k < count; ++k)
      for (int64_t i = 0; i < width(); ++i)
        sums[k][first + i] += part[k][i];
  });
}
#define JN_COLUMN_TERM [=](size_t, int64_t i, int64_t c) [[gnu::always_inline]]

template <class C>
void addColumns(C *sum, const C *x, const C *center, int64_t rows, int64_t n) {
  sumColumns<C, 1>(
      {sum}, rows, n, JN_COLUMN_TERM { return x[i] - center[c]; });
}
template <class C>
void squareColumns(C *sum, const C *x, const C *center, int64_t rows, int64_t n) {
  sumColumns<C, 1>(
      {sum}, rows, n, JN_COLUMN_TERM { return (x[i] - center[c]) * (x[i] - center[c]); });
}
template <class C>
void dotColumns(C *sum, C *product, const C *g, const C *x, const C *center, int64_t rows,
                int64_t n) {
  sumColumns<C, 2>({sum, product}, rows, n,
                   [=](size_t k, int64_t i, int64_t c) [[gnu::always_inline]] {
                     return k == 0 ? g[i] : g[i] * (x[i] - center[c]);
                   });
}
// out[i] = element(i, column).
template <class C, class Element>
[[gnu::always_inline]] inline void fillColumns(C *out, int64_t rows, int64_t n, Element &&element) {
  for (int64_t r = 0; r < rows; ++r)
#pragma GCC ivdep
    for (int64_t c = 0; c < n; ++c)
      out[r * n + c] = element(r * n + c, c);
}
template <class C>
void affineColumns(C *out, const C *x, const C *center, const C *a, const C *b, int64_t rows,
                   int64_t n) {
  fillColumns(out, rows, n, [=](int64_t i, int64_t c) [[gnu::always_inline]] {
    return a[c] * (x[i] - center[c]) + b[c];
  });
}
template <class C>
void combineColumns(C *out, const C *g, const C *x, const C *center, const C *a, const C *b,
                    const C *c, int64_t rows, int64_t n) {
  fillColumns(out, rows, n, [=](int64_t i, int64_t k) [[gnu::always_inline]] {
    return a[k] * g[i] + b[k] * (x[i] - center[k]) + c[k];
  });
}
#undef JN_COLUMN_TERM
#undef JN_TERM

template <class C>
constexpr NormKernels<C> kTable = {
    moments<C>,       squareSum<C>,  affine<C>,        affineEach<C>,    dots<C>,
    combine<C>,       dotsEach<C>,   combineEach<C>,   accumulate<C>,    addColumns<C>,
    squareColumns<C>, dotColumns<C>, affineColumns<C>, combineColumns<C>};

}  // namespace

extern const AllNormKernels normKernels;
constinit const AllNormKernels normKernels = {kTable<float>, kTable<double>};

}  // namespace janus::JANUS_LEVEL
