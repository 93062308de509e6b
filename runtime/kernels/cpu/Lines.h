// Lines along one dimension of tensors that have the same sizes in all others.
#pragma once

#include "kernels/cpu/ElementTypes.h"
#include "tensor/core/RunTimeInference.h"

namespace janus {

// `dim` counted from the front; IndexError outside.
inline int64_t wrapped(int64_t dim, int64_t rank) {
  RunTimeContext cx;
  return infer::wrapDim(cx, dim, rank);
}
// A tensor without dimensions has one line of one element.
inline int64_t lineLength(const Tensor &t, int64_t dim) {
  return t.dim() ? t.size(static_cast<int>(dim)) : 1;
}
// In elements.
inline int64_t lineStride(const Tensor &t, int64_t dim) {
  return t.dim() ? t.stride(static_cast<int>(dim)) : 1;
}

template <class T>
struct Line {
  T *data;
  int64_t stride, length;
  T &operator[](int64_t i) const { return data[i * stride]; }
};
template <class T>
Line<T> lineOf(const Tensor &t, int64_t dim, std::byte *at) {
  return {reinterpret_cast<T *>(at), lineStride(t, dim), lineLength(t, dim)};
}

// line(std::byte *const *at): the first elements of a line of each tensor. Nothing happens when the
// other dimensions are empty.
template <size_t n, class F>
void forEachLine(const Tensor *const (&tensors)[n], int64_t dim, F &&line) {
  const Tensor &shape = *tensors[0];
  std::byte *at[n];
  for (size_t k = 0; k < n; ++k)
    at[k] = tensors[k]->raw();
  int rank = shape.dim();
  for (int d = 0; d < rank; ++d)
    if (d != dim && shape.size(d) == 0)
      return;
  Dims index(static_cast<size_t>(rank));
  for (;;) {
    line(static_cast<std::byte *const *>(at));
    int d = rank - 1;
    for (; d >= 0; --d) {
      if (d == dim)
        continue;
      auto i = static_cast<size_t>(d);
      for (size_t k = 0; k < n; ++k)
        at[k] += tensors[k]->stride(d) * static_cast<int64_t>(sizeOf(tensors[k]->dtype()));
      if (++index[i] < shape.size(d))
        break;
      for (size_t k = 0; k < n; ++k)
        at[k] -=
            tensors[k]->stride(d) * index[i] * static_cast<int64_t>(sizeOf(tensors[k]->dtype()));
      index[i] = 0;
    }
    if (d < 0)
      return;
  }
}

// A view of the result of a reduction that still has the reduced dimension, of size 1.
inline Tensor withDim(const Tensor &reduced, int64_t dim, int64_t rank) {
  if (reduced.dim() == rank)
    return reduced;
  Dims sizes(reduced.sizes()), strides(reduced.strides());
  sizes.insert(static_cast<size_t>(dim), 1);
  strides.insert(static_cast<size_t>(dim), 1);
  return makeView(reduced, sizes, strides, reduced->offset);
}

}  // namespace janus
