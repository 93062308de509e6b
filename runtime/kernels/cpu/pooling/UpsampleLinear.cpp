// Linear, bilinear and trilinear interpolation, and its gradient.
#include "kernels/cpu/pooling/PoolShape.h"
#include "kernels/cpu/pooling/Resampling.h"
#include "kernels/cpu/pooling/UpsampleBytes.h"

#include <algorithm>

namespace janus {
namespace {

// Each output position mixes two neighbours: index `low` with weight 1 - w, `low + step` with
// weight w.
template <class C>
struct Mix {
  int64_t low, high;
  C lowWeight, highWeight;
};

template <class C>
std::vector<Mix<C>> mixes(int64_t in, int64_t out, bool alignCorners, double scale) {
  std::vector<Mix<C>> result(static_cast<size_t>(out));
  // Positions that are as many stay as they are, whatever the scale.
  C step = in == out ? C(1) : resamplingStep<C>(in, out, alignCorners, scale);
  for (int64_t i = 0; i < out; ++i) {
    C at = alignCorners ? step * static_cast<C>(i) : step * (static_cast<C>(i) + C(0.5)) - C(0.5);
    if (!alignCorners && at < 0)
      at = 0;
    int64_t low = std::min(static_cast<int64_t>(at), in - 1);
    C weight = std::min(std::max(at - static_cast<C>(low), C(0)), C(1));
    result[static_cast<size_t>(i)] = {low, low + (low < in - 1 ? 1 : 0), C(1) - weight, weight};
  }
  return result;
}

// touch(plane, input index, output index, weight) for each neighbour of each output element, in
// torch's order of mixing.
template <class C, class F>
void forEachNeighbour(const ResampledSizes &s, bool alignCorners, F &&touch) {
  std::vector<Mix<C>> mix[3];
  for (int d = 0; d < 3; ++d)
    mix[d] = mixes<C>(s.in[d], s.out[d], alignCorners, s.scale[d]);
  int64_t at = 0;
  for (int64_t p = 0; p < s.planes; ++p)
    for (const Mix<C> &z : mix[0])
      for (const Mix<C> &y : mix[1])
        for (const Mix<C> &x : mix[2])
          touch(p, at++, z, y, x);
}

Tensor upsample(const Tensor &self, IntView outputSize, bool alignCorners,
                std::optional<FloatView> scales) {
  ResampledSizes s(self.sizes(), outputSize, scales);
  if (self.dtype() == DType::U8 && outputSize.size() == 2)
    return inFormatOf(upsampleBytes(self, s, alignCorners, 2), self);
  Tensor x = contiguousOf(self);
  Tensor out = makeTensor(s.result, self.dtype(), self.device());
  visitFloating(self.dtype(), "upsample_linear", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using C = Compute<T>;
    const T *in = x.data<T>();
    T *to = out.data<T>();
    forEachNeighbour<C>(
        s, alignCorners,
        [&](int64_t p, int64_t at, const Mix<C> &z, const Mix<C> &y, const Mix<C> &v) {
          const T *base = in + p * s.inPlane();
          auto line = [&](int64_t depth, int64_t row) {
            const T *r = base + (depth * s.in[1] + row) * s.in[2];
            return v.lowWeight * loaded(r[v.low]) + v.highWeight * loaded(r[v.high]);
          };
          auto slice = [&](int64_t depth) {
            return s.in[1] == 1 && s.out[1] == 1
                       ? line(depth, 0)
                       : y.lowWeight * line(depth, y.low) + y.highWeight * line(depth, y.high);
          };
          C value = s.in[0] == 1 && s.out[0] == 1
                        ? slice(0)
                        : z.lowWeight * slice(z.low) + z.highWeight * slice(z.high);
          to[at] = stored<T>(value);
        });
  });
  return inVolumeFormatOf(out, self);
}

Tensor upsampleBackward(const Tensor &gradOutput, IntView outputSize, IntView inputSize,
                        bool alignCorners, std::optional<FloatView> scales) {
  ResampledSizes s(inputSize, outputSize, scales);
  auto collect = [&]<class T, class C>(const T *from, C *sums) {
    forEachNeighbour<C>(
        s, alignCorners,
        [&](int64_t p, int64_t at, const Mix<C> &z, const Mix<C> &y, const Mix<C> &v) {
          C g = loaded(from[at]);
          auto add = [&](int64_t depth, int64_t row, int64_t column, C weight) {
            if (weight != 0)
              sums[p * s.inPlane() + (depth * s.in[1] + row) * s.in[2] + column] += weight * g;
          };
          for (auto [depth, a] : {std::pair(z.low, z.lowWeight), std::pair(z.high, z.highWeight)})
            for (auto [row, b] : {std::pair(y.low, y.lowWeight), std::pair(y.high, y.highWeight)}) {
              add(depth, row, v.low, a * b * v.lowWeight);
              add(depth, row, v.high, a * b * v.highWeight);
            }
        });
  };
  return resampledGradient("upsample_linear_backward", gradOutput, inputSize, collect);
}

}  // namespace

JANUS_KERNEL(UpsampleLinear, upsample)
JANUS_KERNEL(UpsampleLinearBackward, upsampleBackward)

}  // namespace janus
