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

struct RowKernels {
  double (*sumF32)(const float *x, int64_t n);
  double (*sumF64)(const double *x, int64_t n);
  int64_t (*sumI64)(const int64_t *x, int64_t n);
  double (*squaresF32)(const float *x, int64_t n, float center);  // sum of (x - center)^2
  double (*squaresF64)(const double *x, int64_t n, double center);
  double (*magnitudesF32)(const float *x, int64_t n);  // sum of |x|
  double (*magnitudesF64)(const double *x, int64_t n);
  Extremes<float> (*extremesF32)(const float *x, int64_t n);  // n > 0
  Extremes<double> (*extremesF64)(const double *x, int64_t n);
  Extremes<int64_t> (*extremesI64)(const int64_t *x, int64_t n);
  // acc[j] += x[j]
  void (*addF32)(float *acc, const float *x, int64_t n);
  void (*addF64)(double *acc, const double *x, int64_t n);
  void (*addI64)(int64_t *acc, const int64_t *x, int64_t n);
  // acc[j] += x[j], in double
  void (*widenF32)(double *acc, const float *x, int64_t n);
};
const RowKernels &rowKernels();

}  // namespace janus
