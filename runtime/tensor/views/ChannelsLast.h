// The memory format that strides suggest, also where they leave gaps: what is cut out of a tensor
// in channels-last order counts as such.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

// Of a tensor of rank 4 or 5. Ambiguous strides (one channel, one pixel) are contiguous ones.
inline bool suggestsChannelsLast(const Tensor &t) {
  if ((t.dim() != 4 && t.dim() != 5) || t.stride(1) == 0)
    return false;
  int64_t least = 0;
  auto follows = [&](int d) {
    if (t.size(d) == 0 || t.stride(d) < least || (d == 0 && least == t.stride(1)))
      return false;
    least = t.stride(d) * (t.size(d) > 1 ? t.size(d) : 1);
    return true;
  };
  if (!follows(1))
    return false;
  for (int d = t.dim(); d-- > 2;)
    if (!follows(d))
      return false;
  return follows(0);
}

}  // namespace janus
