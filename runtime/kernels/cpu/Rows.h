// The elements of tensors in torch's order of iteration: along the output's fastest dimension, row
// by row.
#pragma once

#include "kernels/cpu/Steps.h"
#include "kernels/cpu/elementwise/Elementwise.h"

#include <utility>

namespace janus {

// row(char *const *at, n): `n` elements from `at[k]` on, `l.strides[k][0]` bytes apart.
template <class Row>
void forEachRow(const StridedLoop &l, Row &&row) {
  if (l.numel == 0)
    return;
  Dims index(l.sizes.size());
  char *at[StridedLoop::kOperands];
  for (int k = 0; k < l.operands; ++k)
    at[k] = l.data[k];
  do
    row(at, l.sizes[0]);
  while (stepped<Fastest::First>(index, l.sizes, 1, [&](size_t d, int64_t steps) {
    for (int k = 0; k < l.operands; ++k)
      at[k] += l.strides[k][d] * steps;
  }));
}

// element(T &...) for the elements of the operands at each place.
template <class... T, class F>
void forElementsAt(const StridedLoop &l, F &&element) {
  auto run = [&]<size_t... k>(std::index_sequence<k...>) {
    const int64_t step[] = {l.strides[k][0]...};
    forEachRow(l, [&](char *const *first, int64_t n) {
      char *at[] = {first[k]...};  // of this loop alone: no store to an element can change them
      for (int64_t i = 0; i < n; ++i) {
        element(*reinterpret_cast<T *>(at[k])...);
        ((at[k] += step[k]), ...);
      }
    });
  };
  run(std::index_sequence_for<T...>());
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
