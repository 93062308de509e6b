#include "kernels/cpu/pooling/Windows.h"

#include "tensor/Error.h"

namespace janus {

PoolWindows poolWindows(const Tensor &self, IntView kernel, IntView stride, IntView padding,
                        IntView dilation, bool ceilMode, size_t spatial, const char *name) {
  PoolWindows w;
  w.spatial = spatial;
  int rank = static_cast<int>(spatial);
  if (self.dim() != rank + 1 && self.dim() != rank + 2)
    fail("%s%zud: Expected %zuD or %zuD tensor for input, but got %dD", name, spatial, spatial + 1,
         spatial + 2, self.dim());
  auto pick = [&](IntView values, size_t i, int64_t otherwise) {
    return values.empty() ? otherwise : values[values.size() == 1 ? 0 : i];
  };
  RunTimeContext cx(self.dtype());
  for (size_t i = 0; i < spatial; ++i) {
    size_t d = 3 - spatial + i;
    w.in[d] = self.size(self.dim() - rank + static_cast<int>(i));
    w.kernel[d] = pick(kernel, i, 1);
    w.stride[d] = pick(stride, i, w.kernel[d]);
    w.padding[d] = pick(padding, i, 0);
    w.dilation[d] = pick(dilation, i, 1);
    if (w.kernel[d] <= 0)
      fail("kernel size should be greater than zero, but got %lld",
           static_cast<long long>(w.kernel[d]));
    if (w.stride[d] <= 0)
      fail("stride should not be zero");
    if (w.dilation[d] <= 0)
      fail("dilation should be greater than zero");
    if (w.padding[d] < 0)
      fail("pad must be non-negative, but got pad: %lld", static_cast<long long>(w.padding[d]));
    if (w.padding[d] > ((w.kernel[d] - 1) * w.dilation[d] + 1) / 2)
      fail("pad should be at most half of effective kernel size, but got pad=%lld, "
           "kernel_size=%lld and dilation=%lld",
           static_cast<long long>(w.padding[d]), static_cast<long long>(w.kernel[d]),
           static_cast<long long>(w.dilation[d]));
    w.out[d] = infer::windows(cx, w.in[d], w.kernel[d], w.stride[d], w.padding[d], w.dilation[d],
                              ceilMode);
  }
  for (size_t d = 3 - spatial; d < 3; ++d)
    if (w.out[d] < 1) {
      auto text = [&](const int64_t *sizes) {
        std::string result = std::to_string(self.size(self.dim() - rank - 1));
        for (size_t k = 3 - spatial; k < 3; ++k)
          result += "x" + std::to_string(sizes[k]);
        return result;
      };
      fail("Given input size: (%s). Calculated output size: (%s). Output size is too small",
           text(w.in).c_str(), text(w.out).c_str());
    }
  return w;
}

}  // namespace janus
