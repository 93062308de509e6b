#include "kernels/cpu/pooling/PoolShape.h"
#include "tensor/views/ChannelsLast.h"

#include "janus/contract/inference/Pool.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/RunTimeInference.h"

namespace janus {
namespace {

PoolShape planesOf(const Tensor &self, Dims result, size_t spatial) {
  PoolShape s;
  s.spatial = static_cast<int>(spatial);
  auto rank = static_cast<size_t>(self.dim());
  s.planes = product(self.sizes().first(rank - spatial));
  s.channels = rank > spatial ? self.size(static_cast<int>(rank - spatial) - 1) : 1;
  for (int i = 0; i < 3; ++i) {
    s.in[i] = s.out[i] = s.kernel[i] = s.stride[i] = s.dilation[i] = 1;
    s.padding[i] = 0;
    if (int d = i - 3 + self.dim(); i >= 3 - s.spatial) {
      s.in[i] = self.size(d);
      s.out[i] = result[static_cast<size_t>(d)];
    }
  }
  s.result = std::move(result);
  return s;
}

}  // namespace

PoolShape poolShape(const char *name, const Tensor &self, size_t spatial, IntView kernel,
                    IntView stride, IntView padding, IntView dilation, bool ceil) {
  RunTimeContext cx;
  infer::PoolWindows<Dims> w = {kernel, stride, padding, dilation};
  PoolShape s = planesOf(self, infer::pool(cx, name, self.sizes(), spatial, w, ceil), spatial);
  for (size_t i = 0, k = 3 - spatial; i < spatial; ++i, ++k) {
    s.kernel[k] = w.kernel[i];
    s.stride[k] = w.stride[i];
    s.padding[k] = w.padding[i];
    s.dilation[k] = w.dilation[i];
  }
  return s;
}

PoolShape adaptiveShape(const char *name, const Tensor &self, IntView output) {
  RunTimeContext cx;
  return planesOf(self, infer::adaptivePool(cx, name, self.sizes(), output), output.size());
}

int spatialOf(const Tensor &grad, const Tensor &self) {
  int rank = self.dim();
  if (rank <= 2)
    return 1;
  // With a batch, dimension 1 is the channels and stays as it is.
  return grad.size(1) == self.size(1) ? rank - 2 : rank - 1;
}

bool keepsChannelsLast(const Tensor &self) {
  return self.dim() == 4 && suggestsChannelsLast(self);
}

Tensor inFormatOf(const Tensor &result, const Tensor &self) {
  if (keepsChannelsLast(self))
    return cloneOf(result, MemoryFormat::ChannelsLast);
  return result;
}

Tensor inVolumeFormatOf(const Tensor &result, const Tensor &self) {
  if (self.dim() == 5 && suggestsChannelsLast(self))
    return cloneOf(result, MemoryFormat::ChannelsLast3d);
  return inFormatOf(result, self);
}

}  // namespace janus
