#include "kernels/cpu/pooling/PoolShape.h"
#include "tensor/views/ChannelsLast.h"

#include "janus/contract/inference/Windows.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/RunTimeInference.h"

#include <algorithm>
#include <ranges>
#include <string_view>

namespace janus {
namespace {

Dims spread(const char *name, const char *what, IntView values, size_t count) {
  static const char *const kCounts[] = {"", "one int", "two ints", "three ints"};
  if (values.size() == 1)
    return Dims(count, values[0]);
  if (values.size() != count)
    fail("%s: %s must either be %sa single int, or a tuple of %s", name, what,
         std::string_view(what) == "stride" ? "omitted, " : "", kCounts[count]);
  return Dims(values);
}

// "kT: 1 kH: 2 kW: 3": windows of one dimension have a height of 1.
std::string axesText(const char *name, const Dims &values) {
  static const char *const kAxes[] = {"T", "H", "W"};
  std::string text;
  for (size_t i = values.size() == 3 ? 0 : 1; i < 3; ++i) {
    size_t missing = 3 - values.size();
    text += (text.empty() ? "" : " ") + std::string(name) + kAxes[i] + ": " +
            std::to_string(i < missing ? 1 : values[i - missing]);
  }
  return text;
}

void requireAboveZero(const char *what, const char *name, const Dims &values) {
  if (std::ranges::any_of(values, [](int64_t v) { return v <= 0; }))
    fail("%s should be greater than zero, but got %s", what, axesText(name, values).c_str());
}

void takePlanes(PoolShape &s, const Tensor &self, size_t spatial) {
  s.spatial = static_cast<int>(spatial);
  s.planes = 1;
  auto rank = static_cast<size_t>(self.dim());
  for (size_t d = 0; d + spatial < rank; ++d)
    s.planes *= self.sizes()[d];
  for (int i = 0; i < 3; ++i) {
    s.in[i] = s.out[i] = s.kernel[i] = s.stride[i] = s.dilation[i] = 1;
    s.padding[i] = 0;
    int d = i - (3 - s.spatial);
    if (d >= 0)
      s.in[i] = self.sizes()[rank - spatial + static_cast<size_t>(d)];
  }
}

std::string sizesText(const PoolShape &s, int64_t channels, const int64_t *sizes) {
  std::string text = std::to_string(channels);
  for (int i = 3 - s.spatial; i < 3; ++i)
    text += "x" + std::to_string(sizes[i]);
  return text;
}

}  // namespace

PoolShape poolShape(const char *name, const Tensor &self, size_t spatial, IntView kernels,
                    IntView strides, IntView paddings, IntView dilations, bool ceil) {
  auto rank = static_cast<size_t>(self.dim());
  bool shaped = rank == spatial + 1 || rank == spatial + 2;
  for (size_t d = 0; shaped && d < rank; ++d)
    if (self.sizes()[d] == 0 && !(d == 0 && rank == spatial + 2))
      shaped = false;
  if (!shaped) {
    if (spatial == 1 || rank == spatial + 1 || rank == spatial + 2)
      fail(
          "%s%sExpected %zuD or %zuD (batch mode) tensor with optional 0 dim batch size for input, "
          "but got:%s",
          spatial == 1 ? name : "", spatial == 1 ? ": " : "", spatial + 1, spatial + 2,
          dimsText(self.sizes()).c_str());
    fail("non-empty %zuD or %zuD (batch mode) tensor expected for input", spatial + 1, spatial + 2);
  }
  Dims kernel = spread(name, "kernel_size", kernels, spatial),
       stride = strides.empty() ? kernel : spread(name, "stride", strides, spatial),
       padding = spread(name, "padding", paddings, spatial),
       dilation = spread(name, "dilation", dilations, spatial);
  if (std::ranges::find(stride, 0) != stride.end())
    fail("stride should not be zero");
  requireAboveZero("kernel size", "k", kernel);
  requireAboveZero("stride", "d", stride);
  if (dilation[0] <= 0 && spatial == 1)
    fail("%s() dilation must be greater than zero, but got %lld", name,
         static_cast<long long>(dilation[0]));
  requireAboveZero("dilation", "dilation", dilation);
  PoolShape s;
  takePlanes(s, self, spatial);
  RunTimeContext cx;
  bool small = false;
  for (size_t i = 0; i < spatial; ++i) {
    size_t k = i + 3 - spatial;
    if (padding[i] < 0)
      fail("pad must be non-negative, but got pad: %lld", static_cast<long long>(padding[i]));
    int64_t reach;
    if (__builtin_mul_overflow(kernel[i] - 1, dilation[i], &reach) ||
        __builtin_add_overflow(reach, int64_t(1), &reach))
      fail("effective kernel size overflows, but got kernel_size=%lld and dilation=%lld",
           static_cast<long long>(kernel[i]), static_cast<long long>(dilation[i]));
    if (padding[i] > reach / 2)
      fail("pad should be at most half of effective kernel size, but got pad=%lld, "
           "kernel_size=%lld and dilation=%lld",
           static_cast<long long>(padding[i]), static_cast<long long>(kernel[i]),
           static_cast<long long>(dilation[i]));
    s.kernel[k] = kernel[i];
    s.stride[k] = stride[i];
    s.padding[k] = padding[i];
    s.dilation[k] = dilation[i];
    s.out[k] = infer::windows(cx, s.in[k], kernel[i], stride[i], padding[i], dilation[i], ceil);
    small |= s.out[k] < 1;
  }
  if (small) {
    int64_t channels = self.sizes()[rank - spatial - 1];
    fail("Given input size: (%s). Calculated output size: (%s). Output size is too small",
         sizesText(s, channels, s.in).c_str(), sizesText(s, channels, s.out).c_str());
  }
  return s;
}

PoolShape adaptiveShape(const char *name, const Tensor &self, IntView output) {
  size_t spatial = output.size();
  auto rank = static_cast<size_t>(self.dim());
  if (rank != spatial + 1 && rank != spatial + 2)
    fail("%s(): Expected %zuD or %zuD tensor, but got %s", name, spatial + 1, spatial + 2,
         dimsText(self.sizes()).c_str());
  PoolShape s;
  takePlanes(s, self, spatial);
  for (size_t i = 0; i < spatial; ++i) {
    if (output[i] < 0)
      fail("%s: elements of output_size must be greater than or equal to 0", name);
    size_t k = i + 3 - spatial;
    if (s.in[k] == 0)
      fail("%s(): Expected input to have non-zero size for non-batch dimensions, but input has "
           "sizes %s with dimension %zu being empty",
           name, dimsText(self.sizes()).c_str(), rank - spatial + i);
    s.out[k] = output[i];
  }
  return s;
}

Dims pooledSizes(const Tensor &self, const PoolShape &s) {
  Dims sizes(self.sizes());
  for (int i = 3 - s.spatial; i < 3; ++i)
    sizes[sizes.size() - static_cast<size_t>(3 - i)] = s.out[i];
  return sizes;
}

int spatialOf(const Tensor &grad, const Tensor &self) {
  int rank = self.dim();
  if (rank <= 2)
    return 1;
  // With a batch, dimension 1 is the channels and stays as it is.
  return grad.size(1) == self.size(1) ? rank - 2 : rank - 1;
}

Tensor inFormatOf(const Tensor &result, const Tensor &self) {
  if (self.dim() == 4 && suggestsChannelsLast(self))
    return cloneOf(result, MemoryFormat::ChannelsLast);
  return result;
}

Tensor inVolumeFormatOf(const Tensor &result, const Tensor &self) {
  if (self.dim() == 5 && suggestsChannelsLast(self))
    return cloneOf(result, MemoryFormat::ChannelsLast3d);
  return inFormatOf(result, self);
}

}  // namespace janus
