// What interpolations share: sizes and scales, and the coefficients of cubic convolution.
#pragma once

#include "tensor/core/Tensor.h"
#include "tensor/dispatch/Boxing.h"

#include <cinttypes>
#include <optional>

namespace janus {

// The three spatial dimensions, missing ones of size 1.
struct ResampledSizes {
  int64_t in[3] = {1, 1, 1}, out[3] = {1, 1, 1};
  double scale[3] = {0, 0, 0};
  int64_t planes = 1;
  size_t spatial;

  ResampledSizes(IntView input, IntView output, std::optional<FloatView> scales)
      : spatial(output.size()) {
    if (input.size() != spatial + 2)
      fail("It is expected input_size equals to %zu, but got size %zu", spatial + 2, input.size());
    planes = input[0] * input[1];
    bool positive = true;
    for (size_t i = 0; i < spatial; ++i) {
      in[3 - spatial + i] = input[i + 2];
      out[3 - spatial + i] = output[i];
      if (scales && i < scales->size())
        scale[3 - spatial + i] = (*scales)[i];
      positive = positive && input[i + 2] > 0 && output[i] > 0;
    }
    if (!positive)
      fail("Input and output sizes should be greater than 0, but got input (%s) output (%s)",
           text(in).c_str(), text(out).c_str());
  }
  Dims outputDims(const Tensor &self) const {
    Dims sizes{self.size(0), self.size(1)};
    for (size_t i = 0; i < spatial; ++i)
      sizes.push_back(out[3 - spatial + i]);
    return sizes;
  }

private:
  // "H: 2, W: 4"
  std::string text(const int64_t *sizes) const {
    static constexpr const char *kAxes[] = {"D", "H", "W"};
    std::string out;
    for (size_t d = 3 - spatial; d < 3; ++d)
      out += (out.empty() ? "" : ", ") + std::string(kAxes[d]) + ": " + std::to_string(sizes[d]);
    return out;
  }
};

// How far in the input one step of the output goes; scale 0: not given.
template <class C>
C resamplingStep(int64_t in, int64_t out, bool alignCorners, double scale) {
  if (alignCorners)
    return out > 1 ? static_cast<C>(in - 1) / static_cast<C>(out - 1) : C(0);
  return scale > 0 ? static_cast<C>(1.0 / scale) : static_cast<C>(in) / static_cast<C>(out);
}

// Weights of the four neighbours of a place `t` behind the second, and their derivatives by t.
template <class C>
struct CubicWeights {
  C weight[4], slope[4];
  explicit CubicWeights(C t) {
    constexpr C a = C(-0.75);
    auto near = [&](C x) { return ((a + C(2)) * x - (a + C(3))) * x * x + C(1); };
    auto far = [&](C x) { return ((a * x - C(5) * a) * x + C(8) * a) * x - C(4) * a; };
    auto nearSlope = [&](C x) { return (C(3) * (a + C(2)) * x - C(2) * (a + C(3))) * x; };
    auto farSlope = [&](C x) { return (C(3) * a * x - C(10) * a) * x + C(8) * a; };
    weight[0] = far(t + C(1));
    weight[1] = near(t);
    weight[2] = near(C(1) - t);
    weight[3] = far(C(2) - t);
    slope[0] = farSlope(t + C(1));
    slope[1] = nearSlope(t);
    slope[2] = -nearSlope(C(1) - t);
    slope[3] = -farSlope(C(2) - t);
  }
};

}  // namespace janus
