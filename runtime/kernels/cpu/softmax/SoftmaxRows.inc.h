// Compiled once per instruction set (Cpu.h).
#include "janus/contract/ScalarMath.h"
#include "kernels/cpu/LaneSum.inc.h"
#include "kernels/cpu/softmax/SoftmaxRows.h"

#include <cmath>
#include <limits>

namespace janus::JANUS_LEVEL {
namespace {

using scalar::exponential;
using scalar::logarithm;

template <class C>
C largest(const C *x, int64_t n) {
  return laneFold<C>(
      n, -std::numeric_limits<C>::infinity(),
      [x](int64_t i) [[gnu::always_inline]] { return x[i]; },
      [](auto a, auto b) [[gnu::always_inline]] { return a > b ? a : b; });
}

// ---- a row
template <class C>
void softmaxRow(C *out, const C *x, int64_t n) {
  C top = largest(x, n);
  for (int64_t i = 0; i < n; ++i)
    out[i] = exponential(x[i] - top);
  C sum = laneSum<C>(n, [out](int64_t i) [[gnu::always_inline]] { return out[i]; });
  for (int64_t i = 0; i < n; ++i)
    out[i] /= sum;
}
template <class C>
void logSoftmaxRow(C *out, const C *x, int64_t n) {
  C top = largest(x, n);
  C sum =
      laneSum<C>(n, [x, top](int64_t i) [[gnu::always_inline]] { return exponential(x[i] - top); });
  C log = logarithm(sum);
  for (int64_t i = 0; i < n; ++i)
    out[i] = x[i] - top - log;
}
template <class C>
void softmaxBackwardRow(C *out, const C *grad, const C *y, int64_t n) {
  C sum = laneSum<C>(n, [grad, y](int64_t i) [[gnu::always_inline]] { return grad[i] * y[i]; });
  for (int64_t i = 0; i < n; ++i)
    out[i] = (grad[i] - sum) * y[i];
}
template <class C>
void logSoftmaxBackwardRow(C *out, const C *grad, const C *y, int64_t n) {
  C sum = laneSum<C>(n, [grad](int64_t i) [[gnu::always_inline]] { return grad[i]; });
  for (int64_t i = 0; i < n; ++i)
    out[i] = grad[i] - exponential(y[i]) * sum;
}

template <class C>
C logSumExpOfRow(const C *x, int64_t n) {
  C top = largest(x, n);
  top = std::isinf(top) ? C(0) : top;
  C sum =
      laneSum<C>(n, [x, top](int64_t i) [[gnu::always_inline]] { return exponential(x[i] - top); });
  return logarithm(sum) + top;
}

// ---- rows side by side
template <class C>
void largestOfColumns(C *top, const C *x, int64_t n, int64_t step, int64_t width) {
  for (int64_t c = 0; c < width; ++c)
    top[c] = x[c];
  for (int64_t i = 1; i < n; ++i)
    for (int64_t c = 0; c < width; ++c)
      top[c] = x[i * step + c] > top[c] ? x[i * step + c] : top[c];
}
template <class C>
void softmaxColumns(C *out, const C *x, int64_t n, int64_t step, int64_t width) {
  C top[kSoftmaxColumns], sum[kSoftmaxColumns] = {};
  largestOfColumns(top, x, n, step, width);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t c = 0; c < width; ++c) {
      C e = exponential(x[i * step + c] - top[c]);
      out[i * step + c] = e;
      sum[c] += e;
    }
  for (int64_t i = 0; i < n; ++i)
    for (int64_t c = 0; c < width; ++c)
      out[i * step + c] /= sum[c];
}
template <class C>
void logSoftmaxColumns(C *out, const C *x, int64_t n, int64_t step, int64_t width) {
  C top[kSoftmaxColumns], sum[kSoftmaxColumns] = {};
  largestOfColumns(top, x, n, step, width);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t c = 0; c < width; ++c)
      sum[c] += exponential(x[i * step + c] - top[c]);
  for (int64_t c = 0; c < width; ++c)
    sum[c] = logarithm(sum[c]);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t c = 0; c < width; ++c)
      out[i * step + c] = x[i * step + c] - top[c] - sum[c];
}
template <class C>
void softmaxBackwardColumns(C *out, const C *grad, const C *y, int64_t n, int64_t step,
                            int64_t width) {
  C sum[kSoftmaxColumns] = {};
  for (int64_t i = 0; i < n; ++i)
    for (int64_t c = 0; c < width; ++c)
      sum[c] += grad[i * step + c] * y[i * step + c];
  for (int64_t i = 0; i < n; ++i)
    for (int64_t c = 0; c < width; ++c)
      out[i * step + c] = (grad[i * step + c] - sum[c]) * y[i * step + c];
}
template <class C>
void logSoftmaxBackwardColumns(C *out, const C *grad, const C *y, int64_t n, int64_t step,
                               int64_t width) {
  C sum[kSoftmaxColumns] = {};
  for (int64_t i = 0; i < n; ++i)
    for (int64_t c = 0; c < width; ++c)
      sum[c] += grad[i * step + c];
  for (int64_t i = 0; i < n; ++i)
    for (int64_t c = 0; c < width; ++c)
      out[i * step + c] = grad[i * step + c] - exponential(y[i * step + c]) * sum[c];
}

template <class C>
constexpr SoftmaxRows<C> kRows = {softmaxRow<C>, logSoftmaxRow<C>, softmaxBackwardRow<C>,
                                  logSoftmaxBackwardRow<C>, logSumExpOfRow<C>};
template <class C>
constexpr SoftmaxColumns<C> kColumns = {softmaxColumns<C>, logSoftmaxColumns<C>,
                                        softmaxBackwardColumns<C>, logSoftmaxBackwardColumns<C>};

}  // namespace

extern const SoftmaxKernels softmaxKernels;
constinit const SoftmaxKernels softmaxKernels = {kRows<float>, kRows<double>, kColumns<float>,
                                                 kColumns<double>};

}  // namespace janus::JANUS_LEVEL
