// The windows of a pooling call, with sizes padded to three spatial dimensions.
#pragma once

#include "janus/contract/inference/Windows.h"
#include "tensor/RunTimeInference.h"
#include "tensor/Tensor.h"

#include <algorithm>

namespace janus {

struct PoolWindows {
  int64_t in[3] = {1, 1, 1}, out[3] = {1, 1, 1}, kernel[3] = {1, 1, 1}, stride[3] = {1, 1, 1},
          padding[3] = {0, 0, 0}, dilation[3] = {1, 1, 1};
  size_t spatial = 0;

  int64_t inCount() const { return in[0] * in[1] * in[2]; }
  int64_t outCount() const { return out[0] * out[1] * out[2]; }
  int64_t planes(const Tensor &self) const { return inCount() ? self.numel() / inCount() : 0; }
  Dims outputSizes(const Tensor &self) const {
    Dims sizes(IntView(self.sizes().data(), self.sizes().size() - spatial));
    for (size_t i = 3 - spatial; i < 3; ++i)
      sizes.push_back(out[i]);
    return sizes;
  }
  // The part of window `place` along dimension d that lies inside the input.
  void range(int d, int64_t place, int64_t *first, int64_t *last) const {
    int64_t start = place * stride[d] - padding[d];
    *last = std::min(start + (kernel[d] - 1) * dilation[d] + 1, in[d]);
    while (start < 0)
      start += dilation[d];
    *first = start;
  }
  // Square windows side by side, without padding, along the last two dimensions.
  bool isPlain(int64_t size) const {
    for (int d = 1; d < 3; ++d)
      if (kernel[d] != size || stride[d] != size || padding[d] != 0 || dilation[d] != 1 ||
          out[d] * size > in[d])
        return false;
    return true;
  }
};

// Checks the arguments as torch does. One number stands for all dimensions; an empty stride is the
// kernel's size.
PoolWindows poolWindows(const Tensor &self, IntView kernel, IntView stride, IntView padding,
                        IntView dilation, bool ceilMode, size_t spatial, const char *name);

}  // namespace janus
