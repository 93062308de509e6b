// Bicubic interpolation and its gradient.
#include "kernels/cpu/pooling/PoolShape.h"
#include "kernels/cpu/pooling/Resampling.h"
#include "kernels/cpu/pooling/UpsampleBytes.h"

#include <algorithm>
#include <cmath>

namespace janus {
namespace {

// Four neighbours of an output position along one axis; beyond the border its last element stands.
template <class C>
struct Taps {
  int64_t at[4];
  C weight[4];
};

template <class C>
std::vector<Taps<C>> tapsOf(int64_t in, int64_t out, bool alignCorners, double scale) {
  std::vector<Taps<C>> all(static_cast<size_t>(out));
  C step = resamplingStep<C>(in, out, alignCorners, scale);
  for (int64_t i = 0; i < out; ++i) {
    C place =
        alignCorners ? step * static_cast<C>(i) : step * (static_cast<C>(i) + C(0.5)) - C(0.5);
    int64_t low = std::min(static_cast<int64_t>(std::floor(place)), in - 1);
    CubicWeights<C> cubic(std::min(std::max(place - static_cast<C>(low), C(0)), C(1)));
    Taps<C> &t = all[static_cast<size_t>(i)];
    for (int k = 0; k < 4; ++k) {
      t.at[k] = std::clamp<int64_t>(low - 1 + k, 0, in - 1);
      t.weight[k] = cubic.weight[k];
    }
  }
  return all;
}

// touch(plane, output index, taps along y, taps along x)
template <class C, class F>
void forEachOutput(const ResampledSizes &s, bool alignCorners, F &&touch) {
  auto ys = tapsOf<C>(s.in[1], s.out[1], alignCorners, s.scale[1]);
  auto xs = tapsOf<C>(s.in[2], s.out[2], alignCorners, s.scale[2]);
  int64_t at = 0;
  for (int64_t p = 0; p < s.planes; ++p)
    for (const Taps<C> &y : ys)
      for (const Taps<C> &x : xs)
        touch(p, at++, y, x);
}

Tensor upsample(const Tensor &self, IntView outputSize, bool alignCorners,
                std::optional<FloatView> scales) {
  ResampledSizes s(self.sizes(), outputSize, scales);
  if (self.dtype() == DType::U8)
    return inFormatOf(upsampleBytes(self, s, alignCorners, 4), self);
  Tensor from = contiguousOf(self);
  Tensor out = makeTensor(s.result, self.dtype(), self.device());
  visitFloating(self.dtype(), "upsample_bicubic2d", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using C = Compute<T>;
    const T *in = from.data<T>();
    T *to = out.data<T>();
    forEachOutput<C>(s, alignCorners,
                     [&](int64_t p, int64_t at, const Taps<C> &y, const Taps<C> &x) {
                       C value = 0;
                       for (int j = 0; j < 4; ++j) {
                         const T *row = in + p * s.inPlane() + y.at[j] * s.in[2];
                         C line = 0;
                         for (int k = 0; k < 4; ++k)
                           line += loaded(row[x.at[k]]) * x.weight[k];
                         value += line * y.weight[j];
                       }
                       to[at] = stored<T>(value);
                     });
  });
  return inFormatOf(out, self);
}

Tensor upsampleBackward(const Tensor &gradOutput, IntView outputSize, IntView inputSize,
                        bool alignCorners, std::optional<FloatView> scales) {
  ResampledSizes s(inputSize, outputSize, scales);
  if (s.in[1] == s.out[1] && s.in[2] == s.out[2])  // whatever the scale, though not of the result
    return cloneOf(gradOutput, MemoryFormat::Contiguous);
  auto collect = [&]<class T, class C>(const T *from, C *sums) {
    forEachOutput<C>(
        s, alignCorners, [&](int64_t p, int64_t at, const Taps<C> &y, const Taps<C> &x) {
          C g = loaded(from[at]);
          for (int j = 0; j < 4; ++j)
            for (int k = 0; k < 4; ++k)
              sums[p * s.inPlane() + y.at[j] * s.in[2] + x.at[k]] += g * y.weight[j] * x.weight[k];
        });
  };
  return resampledGradient("upsample_bicubic2d_backward", gradOutput, inputSize, collect);
}

}  // namespace

JANUS_KERNEL(UpsampleBicubic, upsample)
JANUS_KERNEL(UpsampleBicubicBackward, upsampleBackward)

}  // namespace janus
