// Loops of the normalisations over dense memory: rows that share their statistics, and columns side
// by side.
#pragma once

#include <cstdint>

namespace janus {

template <class C>
struct NormKernels {
  // ---- a row
  void (*moments)(const C *x, int64_t n, double *mean,
                  double *squares);  // squares: sum of (x - mean)^2
  void (*squareSum)(const C *x, int64_t n, double *squares);
  void (*affine)(C *out, const C *x, int64_t n, C center, C a, C b);  // a (x - center) + b
  // a (x - center) weight[i] + bias[i]; both may be null
  void (*affineEach)(C *out, const C *x, int64_t n, C center, C a, const C *weight, const C *bias);
  void (*dots)(const C *g, const C *x, int64_t n, C center, double *sum,
               double *product);  // g, g (x - center)
  void (*combine)(C *out, const C *g, const C *x, int64_t n, C center, C a, C b,
                  C c);  // a g + b (x - center) + c
  // The same with g weight[i]; `weight` may be null.
  void (*dotsEach)(const C *g, const C *x, const C *weight, int64_t n, C center, double *sum,
                   double *product);
  void (*combineEach)(C *out, const C *g, const C *x, const C *weight, int64_t n, C center, C a,
                      C b, C c);
  // toWeight[i] += g a (x - center), toBias[i] += g
  void (*accumulate)(C *toWeight, C *toBias, const C *g, const C *x, int64_t n, C center, C a);
  // ---- n columns of `rows` elements, side by side; sums are added to
  void (*addColumns)(C *sum, const C *x, const C *center, int64_t rows,
                     int64_t n);  // x - center
  void (*squareColumns)(C *sum, const C *x, const C *center, int64_t rows, int64_t n);
  void (*dotColumns)(C *sum, C *product, const C *g, const C *x, const C *center, int64_t rows,
                     int64_t n);
  void (*affineColumns)(C *out, const C *x, const C *center, const C *a, const C *b, int64_t rows,
                        int64_t n);
  void (*combineColumns)(C *out, const C *g, const C *x, const C *center, const C *a, const C *b,
                         const C *c, int64_t rows, int64_t n);
};

struct AllNormKernels : NormKernels<float>, NormKernels<double> {};
const AllNormKernels &normKernels();

}  // namespace janus
