// The common parts of interpolations: sizes and scales, and the coefficients of cubic convolution.
#pragma once

#include "janus/contract/inference/Pool.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/core/Tensor.h"
#include "tensor/dispatch/Boxing.h"

#include <optional>
#include <vector>

namespace janus {

// The three spatial dimensions, missing ones of size 1.
struct ResampledSizes {
  int64_t in[3] = {1, 1, 1}, out[3] = {1, 1, 1};
  double scale[3] = {0, 0, 0};
  int64_t planes = 1;
  Dims result;

  int64_t inPlane() const { return in[0] * in[1] * in[2]; }

  ResampledSizes(IntView input, IntView output, std::optional<FloatView> scales) {
    RunTimeContext cx;
    result = infer::interpolate(cx, input, output);
    planes = input[0] * input[1];
    for (size_t i = 0, d = 3 - output.size(); d < 3; ++i, ++d) {
      in[d] = input[i + 2];
      out[d] = output[i];
      if (scales && i < scales->size())
        scale[d] = (*scales)[i];
    }
  }
};

// How far in the input one step of the output goes; scale 0: not given.
template <class C>
C resamplingStep(int64_t in, int64_t out, bool alignCorners, double scale) {
  if (alignCorners)
    return out > 1 ? static_cast<C>(in - 1) / static_cast<C>(out - 1) : C(0);
  return scale > 0 ? static_cast<C>(1.0 / scale) : static_cast<C>(in) / static_cast<C>(out);
}

// The gradient of the input: collect(gradients, sums) adds what each output gives.
template <class Collect>
Tensor resampledGradient(const char *name, const Tensor &gradOutput, IntView inputSize,
                         Collect &&collect) {
  Tensor grad = contiguousOf(gradOutput),
         out = makeTensor(inputSize, gradOutput.dtype(), gradOutput.device());
  visitFloating(gradOutput.dtype(), name, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    std::vector<Compute<T>> sums(static_cast<size_t>(out.numel()));
    collect(static_cast<const T *>(grad.data<T>()), sums.data());
    for (size_t i = 0; i < sums.size(); ++i)
      out.data<T>()[i] = stored<T>(sums[i]);
  });
  return out;
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
