// Softmax of dense rows, and of rows that lie side by side.
#pragma once

#include <cstdint>

namespace janus {

// One row of `n` elements: softmax or its logarithm, and the gradients given the gradient of the
// result and the result itself.
template <class C>
struct SoftmaxRows {
  void (*softmax)(C *out, const C *x, int64_t n);
  void (*logSoftmax)(C *out, const C *x, int64_t n);
  void (*softmaxBackward)(C *out, const C *grad, const C *y, int64_t n);
  void (*logSoftmaxBackward)(C *out, const C *grad, const C *y, int64_t n);
  C (*logSumExp)(const C *x, int64_t n);
};
// `width` <= kSoftmaxColumns rows at once, whose elements are `step` apart: element i of row c is
// x[i * step + c].
inline constexpr int64_t kSoftmaxColumns = 256;
template <class C>
struct SoftmaxColumns {
  void (*softmax)(C *out, const C *x, int64_t n, int64_t step, int64_t width);
  void (*logSoftmax)(C *out, const C *x, int64_t n, int64_t step, int64_t width);
  void (*softmaxBackward)(C *out, const C *grad, const C *y, int64_t n, int64_t step,
                          int64_t width);
  void (*logSoftmaxBackward)(C *out, const C *grad, const C *y, int64_t n, int64_t step,
                             int64_t width);
};
struct SoftmaxKernels : SoftmaxRows<float>,
                        SoftmaxRows<double>,
                        SoftmaxColumns<float>,
                        SoftmaxColumns<double> {};
const SoftmaxKernels &softmaxKernels();

}  // namespace janus
