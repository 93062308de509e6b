// Complex numbers and their parts, and Fourier transforms.
#pragma once

#include "janus/contract/inference/Context.h"

namespace janus::infer {

// Real and imaginary parts in a last dimension.
template <class Cx>
Shape<Cx> asReal(Cx &cx, const Shape<Cx> &self) {
  Shape<Cx> out = self;
  out.push_back(cx.constant(2));
  return out;
}

template <class Cx>
Shape<Cx> asComplex(Cx &cx, const Shape<Cx> &self) {
  if (self.empty())
    return cx.fail("Input tensor must have one or more dimensions");
  if (!cx.equal(self.back(), cx.constant(2)))
    return cx.fail("Tensor must have a last dimension of size 2");
  Shape<Cx> out = self;
  out.pop_back();
  return out;
}

// Of real numbers, whose transform is that of its first half and one more.
template <class Cx, class Dims>
Shape<Cx> halfSpectrum(Cx &cx, const Shape<Cx> &self, const Dims &dims, bool isOneSided) {
  Shape<Cx> out = self;
  if (dims.empty() || !isOneSided)
    return out;
  auto last = static_cast<size_t>(wrapDim(cx, dims.back(), static_cast<int64_t>(self.size())));
  if (!cx.hasFailed())
    out[last] = cx.add(cx.floorDiv(out[last], cx.constant(2)), cx.constant(1));
  return out;
}

// Real numbers, as many as are asked for, of one half of their transform.
template <class Cx, class Dims>
Shape<Cx> wholeSpectrum(Cx &cx, const Shape<Cx> &self, const Dims &dims, const Dim<Cx> &size) {
  Shape<Cx> out = self;
  if (dims.empty())
    return out;
  auto last = static_cast<size_t>(wrapDim(cx, dims.back(), static_cast<int64_t>(self.size())));
  if (!cx.hasFailed())
    out[last] = size;
  return out;
}

// Whether the transformed dimensions are the innermost ones, in their order: the result of what is
// contiguous is contiguous then.
template <class Dims>
bool areInnermost(const Dims &dims, size_t rank) {
  for (size_t i = 0; i < dims.size(); ++i) {
    auto place = static_cast<int64_t>(rank - dims.size() + i);
    if (dims.size() > rank || (dims[i] != place && dims[i] + static_cast<int64_t>(rank) != place))
      return false;
  }
  return true;
}

}  // namespace janus::infer
