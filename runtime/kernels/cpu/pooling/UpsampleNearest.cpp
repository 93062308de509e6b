// Nearest-neighbour interpolation in one to three dimensions, and its gradient.
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/pooling/PoolShape.h"
#include "kernels/cpu/pooling/Resampling.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/views/ChannelsLast.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace janus {
namespace {

// Which input position each output position shows, in single precision as torch computes it.
// `wholeSteps`: positions that are as many or twice as many do not hang on the scale.
std::vector<int64_t> sources(int64_t in, int64_t out, double scale, bool exact, bool wholeSteps) {
  std::vector<int64_t> at(static_cast<size_t>(out));
  float step = scale > 0 ? static_cast<float>(1.0 / scale)
                         : static_cast<float>(in) / static_cast<float>(out);
  for (int64_t i = 0; i < out; ++i) {
    float place = static_cast<float>(i);
    int64_t from = exact ? static_cast<int64_t>(std::floor((place + 0.5f) * step))
                         : static_cast<int64_t>(std::floor(place * step));
    if (wholeSteps && in == out)
      from = i;
    else if (wholeSteps && out == 2 * in)
      from = i / 2;
    at[static_cast<size_t>(i)] = std::min(from, in - 1);
  }
  return at;
}

// touch(place in the input, place in the output) for all elements of dense arrays.
template <class F>
void forEachPair(const ResampledSizes &s, bool exact, bool wholeSteps, F &&touch) {
  std::vector<int64_t> at[3];
  for (int d = 0; d < 3; ++d)
    at[d] = sources(s.in[d], s.out[d], s.scale[d], exact, wholeSteps);
  int64_t to = 0;
  for (int64_t p = 0; p < s.planes; ++p)
    for (int64_t z : at[0])
      for (int64_t y : at[1]) {
        int64_t row = ((p * s.in[0] + z) * s.in[1] + y) * s.in[2];
        for (int64_t x : at[2])
          touch(row + x, to++);
      }
}

template <class F>
void visitElements(const char *name, DType t, F &&f) {
  if (t == DType::U8)
    return f(ElementTag<uint8_t>());
  visitFloating(t, name, f);
}

Tensor upsample(const Tensor &self, IntView outputSize, std::optional<FloatView> scales,
                bool exact) {
  ResampledSizes s(self.sizes(), outputSize, scales);
  Tensor from = contiguousOf(self);
  Tensor out = makeTensor(s.result, self.dtype(), self.device());
  visitElements("upsample_nearest2d_channels_last", self.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T *in = from.data<T>();
    T *to = out.data<T>();
    // By another loop of torch than lines and volumes that lie otherwise or have few channels.
    bool lastChannels = suggestsChannelsLast(self) && self.size(1) > 3;
    bool wholeSteps = !exact && (outputSize.size() == 2 || lastChannels);
    forEachPair(s, exact, wholeSteps, [&](int64_t i, int64_t o) { to[o] = in[i]; });
  });
  return inVolumeFormatOf(out, self);
}

Tensor upsampleBackward(const Tensor &gradOutput, IntView outputSize, IntView inputSize,
                        std::optional<FloatView> scales, bool exact) {
  ResampledSizes s(inputSize, outputSize, scales);
  Tensor grad = contiguousOf(gradOutput);
  Tensor out = makeTensor(inputSize, gradOutput.dtype(), gradOutput.device());
  fillWith(out, 0);
  visitElements("upsample_nearest2d_backward", gradOutput.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T *from = grad.data<T>();
    T *to = out.data<T>();
    forEachPair(s, exact, !exact,
                [&](int64_t i, int64_t o) { to[i] = stored<T>(loaded(to[i]) + loaded(from[o])); });
  });
  return out;
}

}  // namespace

JANUS_KERNEL(UpsampleNearest, upsample)
JANUS_KERNEL(UpsampleNearestBackward, upsampleBackward)

}  // namespace janus
