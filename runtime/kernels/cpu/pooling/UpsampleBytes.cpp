// Bytes are interpolated as imaging libraries do it: one dimension after the other, columns first,
// each rounded to bytes, with weights of 16 bits that have as many fractional bits as the largest
// one leaves.
#include "kernels/cpu/pooling/UpsampleBytes.h"

#include <algorithm>
#include <cmath>

namespace janus {
namespace {

// The neighbours of each output position: `taps` weights each, those beyond the border at it.
struct Neighbours {
  std::vector<int64_t> first;
  std::vector<double> weights;
};

Neighbours neighboursOf(int64_t in, int64_t out, bool alignCorners, double scale, int taps) {
  Neighbours n;
  n.weights.resize(static_cast<size_t>(out * taps));
  double step = resamplingStep<double>(in, out, alignCorners, scale);
  for (int64_t i = 0; i < out; ++i) {
    auto position = static_cast<double>(i);
    double place = alignCorners ? step * position : step * (position + 0.5) - 0.5;
    if (taps == 2)
      place = std::max(place, 0.0);
    int64_t low = std::min(static_cast<int64_t>(std::floor(place)), in - 1);
    double behind = std::clamp(place - static_cast<double>(low), 0.0, 1.0);
    CubicWeights<double> cubic(behind);
    int64_t start = low - taps / 2 + 1, first = std::max<int64_t>(start, 0);
    n.first.push_back(first);
    for (int k = 0; k < taps; ++k) {
      double weight = taps == 4 ? cubic.weight[k] : k == 0 ? 1 - behind : behind;
      int64_t at = std::clamp<int64_t>(start + k, 0, in - 1);
      n.weights[static_cast<size_t>(i * taps + at - first)] += weight;
    }
  }
  return n;
}

// Weights with that many fractional bits.
struct FixedWeights {
  std::vector<int32_t> weights;
  int bits = 0;

  explicit FixedWeights(const std::vector<double> &real) {
    constexpr int kMost = 22;
    double largest = real.empty() ? 0 : *std::ranges::max_element(real);
    while (bits < kMost && static_cast<int64_t>(0.5 + largest * (1 << (bits + 1))) < 1 << 15)
      ++bits;
    for (double weight : real)
      weights.push_back(static_cast<int32_t>(std::copysign(0.5, weight) + weight * (1 << bits)));
  }
};

// Of `outer` blocks of `in` rows of `inner` bytes each: their rows become `out` ones; as many stay
// what they are, whatever the scale.
std::vector<uint8_t> resampled(const uint8_t *from, int64_t outer, int64_t in, int64_t out,
                               int64_t inner, const Neighbours &n, int taps) {
  if (in == out)
    return {from, from + outer * in * inner};
  FixedWeights fixed(n.weights);
  int32_t half = fixed.bits ? 1 << (fixed.bits - 1) : 0;
  std::vector<uint8_t> result(static_cast<size_t>(outer * out * inner));
  uint8_t *to = result.data();
  for (int64_t block = 0; block < outer; ++block)
    for (int64_t i = 0; i < out; ++i) {
      int64_t first = n.first[static_cast<size_t>(i)];
      auto count = static_cast<int>(std::min<int64_t>(taps, in - first));
      const int32_t *weights = &fixed.weights[static_cast<size_t>(i * taps)];
      for (int64_t j = 0; j < inner; ++j) {
        int32_t sum = half;
        for (int k = 0; k < count; ++k)
          sum += weights[k] * from[(block * in + first + k) * inner + j];
        *to++ = static_cast<uint8_t>(std::clamp(sum >> fixed.bits, 0, 255));
      }
    }
  return result;
}

}  // namespace

Tensor upsampleBytes(const Tensor &self, const ResampledSizes &s, bool alignCorners, int taps) {
  Tensor from = contiguousOf(self), out = makeTensor(s.result, DType::U8, self.device());
  if (out.numel() == 0)
    return out;
  auto along = [&](int d) {
    return neighboursOf(s.in[d], s.out[d], alignCorners, s.scale[d], taps);
  };
  std::vector<uint8_t> wide = resampled(from.data<uint8_t>(), s.planes * s.in[1], s.in[2], s.out[2],
                                        1, along(2), taps),
                       all = resampled(wide.data(), s.planes, s.in[1], s.out[1], s.out[2], along(1),
                                       taps);
  std::ranges::copy(all, out.data<uint8_t>());
  return out;
}

}  // namespace janus
