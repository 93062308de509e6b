// Group normalisation: groups of channels of each sample.
#include "janus/contract/inference/Normalize.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/normalization/Norm.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/views/ChannelsLast.h"

#include <cinttypes>
#include <cmath>

namespace janus {
namespace {

// Images keep their order of dimensions.
Tensor inFormatOf(const Tensor &result, const Tensor &input) {
  Tensor converted = convertedTo(result, input.dtype());
  return input.dim() == 4 && suggestsChannelsLast(input)
             ? cloneOf(converted, MemoryFormat::ChannelsLast)
             : converted;
}

Three groupNorm(const Tensor &input, const Tensor &weight, const Tensor &bias, int64_t samples,
                int64_t channels, int64_t area, int64_t groups, double eps) {
  RunTimeContext cx;
  Dims sizes = infer::groupNorm(cx, input.sizes(), sizesIfDefined(weight), sizesIfDefined(bias),
                                samples, channels, groups);
  int64_t rows, elements;
  if (samples < 0 || area < 0 || __builtin_mul_overflow(samples, channels, &rows) ||
      __builtin_mul_overflow(rows, area, &elements) || elements != input.numel())
    fail("native_group_norm(): expected an input of %" PRId64 " x %" PRId64 " x %" PRId64
         " elements, but got one of shape %s",
         samples, channels, area, dimsText(input.sizes()).c_str());
  DType t = statisticsType(input, {&weight, &bias});
  return withNormType(input, "GroupNormKernelImpl", [&](auto zero) -> Three {
    using C = decltype(zero);
    Tensor x = contiguousOf(convertedTo(input, normType(input.dtype()))),
           out = makeTensor(input.sizes(), x.dtype());
    std::vector<double> w = valuesOf<double>(weight, channels, 1),
                        b = valuesOf<double>(bias, channels, 0);
    std::vector<double> means(static_cast<size_t>(samples * groups)), rstds(means.size());
    int64_t each = channels / groups, width = each * area;
    const NormKernels<C> &k = normKernels();
    for (int64_t i = 0; i < samples * groups && width; ++i) {
      double mean, squares;
      k.moments(x.template data<C>() + i * width, width, &mean, &squares);
      double rstd = 1 / std::sqrt(squares / static_cast<double>(width) + eps);
      means[static_cast<size_t>(i)] = mean;
      rstds[static_cast<size_t>(i)] = rstd;
      for (int64_t c = 0; c < each; ++c) {
        auto channel = static_cast<size_t>(i % groups * each + c);
        int64_t at = i * width + c * area;
        k.affine(out.template data<C>() + at, x.template data<C>() + at, area, static_cast<C>(mean),
                 static_cast<C>(rstd * w[channel]), static_cast<C>(b[channel]));
      }
    }
    return {inFormatOf(out, input), tensorOf(means, sizes, t), tensorOf(rstds, sizes, t)};
  });
}

Three groupNormBackward(const Tensor &gradOut, const Tensor &input, const Tensor &mean,
                        const Tensor &rstd, const Tensor &weight, int64_t samples, int64_t channels,
                        int64_t area, int64_t groups, Value mask) {
  RunTimeContext cx;
  infer::groupNorm(cx, input.sizes(), sizesIfDefined(weight), std::nullopt, samples, channels,
                   groups);
  OutputMask wanted(mask);
  DType t = statisticsType(input, {&weight});
  return withNormType(input, "GroupNormBackwardKernelImpl", [&](auto zero) -> Three {
    using C = decltype(zero);
    DType type = normType(input.dtype());
    Tensor x = contiguousOf(convertedTo(input, type)), g = contiguousOf(convertedTo(gradOut, type));
    Tensor out = wanted.input ? makeTensor(input.sizes(), type) : Tensor();
    std::vector<double> w = valuesOf<double>(weight, channels, 1);
    std::vector<double> means = valuesOf<double>(mean, samples * groups, 0);
    std::vector<double> rstds = valuesOf<double>(rstd, samples * groups, 1);
    std::vector<double> toWeight(static_cast<size_t>(channels)), toBias(toWeight.size());
    int64_t each = channels / groups, width = each * area;
    std::vector<double> sums(static_cast<size_t>(each)), products(sums.size());
    const NormKernels<C> &k = normKernels();
    for (int64_t i = 0; i < samples * groups && width; ++i) {
      double m = means[static_cast<size_t>(i)], s = rstds[static_cast<size_t>(i)], sum = 0,
             product = 0;
      int64_t first = i % groups * each;
      for (int64_t c = 0; c < each; ++c) {
        auto ch = static_cast<size_t>(first + c), local = static_cast<size_t>(c);
        int64_t at = i * width + c * area;
        k.dots(g.template data<C>() + at, x.template data<C>() + at, area, static_cast<C>(m),
               &sums[local], &products[local]);
        sum += w[ch] * sums[local];
        product += w[ch] * products[local];
        toWeight[ch] += products[local] * s;
        toBias[ch] += sums[local];
      }
      if (!wanted.input)
        continue;
      auto n = static_cast<double>(width);
      for (int64_t c = 0; c < each; ++c) {
        int64_t at = i * width + c * area;
        k.combine(out.template data<C>() + at, g.template data<C>() + at, x.template data<C>() + at,
                  area, static_cast<C>(m), static_cast<C>(s * w[static_cast<size_t>(first + c)]),
                  static_cast<C>(-s * s * s * product / n), static_cast<C>(-s * sum / n));
      }
    }
    int64_t sizes[] = {channels};
    return {wanted.input ? inFormatOf(out, input) : Tensor(),
            wanted.weight ? tensorOf(toWeight, sizes, t) : Tensor(),
            wanted.bias ? tensorOf(toBias, sizes, t) : Tensor()};
  });
}

}  // namespace

JANUS_KERNEL(NativeGroupNorm, groupNorm)
JANUS_KERNEL(NativeGroupNormBackward, groupNormBackward)

}  // namespace janus
