// The elements of tensors in torch's order of iteration: along the output's fastest dimension, row
// by row.
#pragma once

#include "kernels/cpu/elementwise/Elementwise.h"

namespace janus {

// row(char *const *at, n): `n` elements from `at[k]` on, `l.strides[k][0]` bytes apart.
template <class Row>
void forEachRow(const StridedLoop &l, Row &&row) {
  if (l.numel == 0)
    return;
  size_t ndim = static_cast<size_t>(l.ndim);
  Dims index(ndim);
  char *at[StridedLoop::kOperands];
  for (int k = 0; k < l.operands; ++k)
    at[k] = l.data[k];
  for (;;) {
    row(at, l.sizes[0]);
    size_t d = 1;
    for (; d < ndim; ++d) {
      for (int k = 0; k < l.operands; ++k)
        at[k] += l.strides[k][d];
      if (++index[d] < l.sizes[d])
        break;
      for (int k = 0; k < l.operands; ++k)
        at[k] -= l.strides[k][d] * l.sizes[d];
      index[d] = 0;
    }
    if (d >= ndim)
      return;
  }
}

// element(T *at) for each element of `t`.
template <class T, class F>
void forEachElement(const Tensor &t, F &&element) {
  if (t.isContiguous()) {
    T *data = t.data<T>();
    for (int64_t i = 0, n = t.numel(); i < n; ++i)
      element(data + i);
    return;
  }
  const Tensor *sole[] = {&t};
  StridedLoop l = makeStridedLoop(t.sizes(), sole);
  forEachRow(l, [&](char *const *at, int64_t n) {
    for (int64_t i = 0; i < n; ++i)
      element(reinterpret_cast<T *>(at[0] + i * l.strides[0][0]));
  });
}

}  // namespace janus
