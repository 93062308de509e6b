// Reductions of dense rows, per instruction set.
#pragma once

#include "kernels/cpu/elementwise/Loops.h"

namespace janus {

// The least and the greatest element of a row; `nan` tells whether one is NaN.
template <class C>
struct Extremes {
  C low, high;
  bool nan;
};

template <class C>
struct RowKernels {
  std::conditional_t<std::is_same_v<C, int64_t>, int64_t, double> (*sum)(const C *x, int64_t n);
  double (*squares)(const C *x, int64_t n, C center);  // sum of (x - center)^2; of no integers
  double (*magnitudes)(const C *x, int64_t n);         // sum of |x|; of no integers
  Extremes<C> (*extremes)(const C *x, int64_t n);      // n > 0
  // acc[j] += x[0][j], += x[1][j], ...
  void (*addRows)(C *acc, const C *const *x, int64_t rows, int64_t n);
};
struct AllRowKernels : RowKernels<float>, RowKernels<double>, RowKernels<int64_t> {
  void (*widen)(double *acc, const float *x, int64_t n);  // acc[j] += x[j]
};
const AllRowKernels &rowKernels();

}  // namespace janus
