// Reductions: which dimensions go, and what remains.
#pragma once

#include "janus/contract/inference/Context.h"

namespace janus::infer {

// One bit per reduced dimension; no dimension given means all.
template <class Cx, class Ints>
uint64_t reducedDims(Cx &cx, const Ints &dims, int64_t rank) {
  if (dims.size() > 0 && rank > 64) {
    cx.fail("only tensors with up to 64 dims are supported");
    return 0;
  }
  if (dims.size() == 0)
    return rank >= 64 ? ~uint64_t{0} : (uint64_t{1} << rank) - 1;
  uint64_t mask = 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    int64_t d = wrapDim(cx, dims[i], rank);
    if (mask >> d & 1) {
      cx.fail("dim ", d, " appears multiple times in the list of dims");
      return mask;
    }
    mask |= uint64_t{1} << d;
  }
  return mask;
}

template <class Cx>
Shape<Cx> reduce(Cx &cx, const Shape<Cx> &self, uint64_t mask, bool keepdim) {
  Shape<Cx> out;
  for (size_t i = 0; i < self.size(); ++i) {
    if (i < 64 && !(mask >> i & 1))
      out.push_back(self[i]);
    else if (keepdim)
      out.push_back(cx.constant(1));
  }
  return out;
}

}  // namespace janus::infer
