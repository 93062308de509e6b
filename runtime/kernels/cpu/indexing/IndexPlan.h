// Advanced indexing: where in a tensor the slices lie that a set of index tensors names.
#pragma once

#include "kernels/cpu/Steps.h"
#include "tensor/dispatch/Boxing.h"

#include <vector>

namespace janus {

// The indexed dimensions become one list of offsets; the others stay dimensions. The result has the
// shape before + indices + after, where `before` is empty when the indexed dimensions are not
// neighbours.
struct IndexPlan {
  Dims shape;                       // of the result
  Dims beforeSizes, beforeStrides;  // of self, in elements
  Dims afterSizes, afterStrides;
  std::vector<int64_t> offsets;  // in elements, one per index position
  int64_t beforeCount = 1, afterCount = 1;
  bool afterDense = true;  // the after dimensions are contiguous
};
// Bool and uint8 masks stand for the positions of their nonzero elements. Throws with torch's
// texts.
IndexPlan planIndex(const Tensor &self, TensorList indices);
// Tensors without dimensions have one of size 1 for an index.
inline int64_t sizeOfDim(const Tensor &t, size_t d) {
  return t.dim() ? t.sizes()[d] : 1;
}

// A new tensor for them in which dimensions that are no indices keep their order in memory. The
// plan's offsets do not matter.
Tensor emptyLikeSlices(const Tensor &self, const IndexPlan &p);
// A dense tensor of the plan's shape with copies of the slices.
Tensor takeSlices(const Tensor &self, const IndexPlan &p);

// slice(offset in self, number of the slice in the result), for each slice of afterCount elements.
template <class F>
void forEachSlice(const IndexPlan &p, F &&slice) {
  Dims index(p.beforeSizes.size());
  int64_t base = 0, number = 0;
  for (int64_t b = 0; b < p.beforeCount; ++b) {
    for (int64_t offset : p.offsets)
      slice(base + offset, number++);
    stepped<Fastest::Last>(index, p.beforeSizes, 0,
                           [&](size_t d, int64_t steps) { base += p.beforeStrides[d] * steps; });
  }
}
// element(offset) for each element of a slice, in order.
template <class F>
void forEachInSlice(const IndexPlan &p, int64_t base, F &&element) {
  if (p.afterDense) {
    for (int64_t i = 0; i < p.afterCount; ++i)
      element(base + i);
    return;
  }
  Dims index(p.afterSizes.size());
  for (int64_t i = 0; i < p.afterCount; ++i) {
    element(base);
    stepped<Fastest::Last>(index, p.afterSizes, 0,
                           [&](size_t d, int64_t steps) { base += p.afterStrides[d] * steps; });
  }
}

// f(element of self, element of source), slice by slice; `source` is dense.
template <class T, class F>
void withSource(const IndexPlan &p, const Tensor &self, const Tensor &source, F &&f) {
  T *to = self.data<T>();
  const T *from = source.data<T>();
  forEachSlice(p, [&](int64_t offset, int64_t number) {
    const T *row = from + number * p.afterCount;
    forEachInSlice(p, offset, [&](int64_t at) { f(to[at], *row++); });
  });
}

// Positions of nonzero elements: n x dim, int64.
Tensor nonzeroOf(const Tensor &self);

}  // namespace janus
