// Layer and RMS normalisation: rows of the last dimensions.
#include "janus/contract/inference/Normalize.h"
#include "kernels/cpu/normalization/Norm.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Ops.h"

#include <cmath>

namespace janus {
namespace {

struct RowShape {
  int64_t rows, width;
  Dims statistics;  // sizes of mean and 1/deviation
};

RowShape rowShapeOf(const Tensor &input, IntView normalized, const Tensor &weight,
                    const Tensor &bias) {
  RunTimeContext cx;
  RowShape r;
  r.statistics =
      infer::layerNorm(cx, input.sizes(), normalized, sizesIfDefined(weight), sizesIfDefined(bias));
  r.rows = product(r.statistics);
  r.width = product(normalized);
  return r;
}

Three layerNorm(const Tensor &input, IntView normalized, const Tensor &weight, const Tensor &bias,
                double eps) {
  RowShape r = rowShapeOf(input, normalized, weight, bias);
  DType t = statisticsType(input, {&weight, &bias});
  return withNormType(input, "LayerNormKernelImpl", [&](auto zero) -> Three {
    using C = decltype(zero);
    Tensor x = contiguousOf(convertedTo(input, normType(input.dtype()))),
           out = makeTensor(input.sizes(), x.dtype());
    std::vector<C> w = valuesOf<C>(weight, weight.defined() ? r.width : 0, 1),
                   b = valuesOf<C>(bias, bias.defined() ? r.width : 0, 0);
    std::vector<double> means(static_cast<size_t>(r.rows)), rstds(static_cast<size_t>(r.rows));
    const NormKernels<C> &k = normKernels();
    for (int64_t i = 0; i < r.rows && r.width; ++i) {
      const C *row = x.template data<C>() + i * r.width;
      double mean, squares;
      k.moments(row, r.width, &mean, &squares);
      double rstd = 1 / std::sqrt(squares / static_cast<double>(r.width) + eps);
      k.affineEach(out.template data<C>() + i * r.width, row, r.width, static_cast<C>(mean),
                   static_cast<C>(rstd), pointerOf(weight, w), pointerOf(bias, b));
      means[static_cast<size_t>(i)] = mean;
      rstds[static_cast<size_t>(i)] = rstd;
    }
    return {convertedTo(out, input.dtype()), tensorOf(means, r.statistics, t),
            tensorOf(rstds, r.statistics, t)};
  });
}

Three layerNormBackward(const Tensor &gradOut, const Tensor &input, IntView normalized,
                        const Tensor &mean, const Tensor &rstd, const Tensor &weight,
                        const Tensor &bias, Value mask) {
  RowShape r = rowShapeOf(input, normalized, weight, bias);
  OutputMask wanted(mask);
  bool wantInput = wanted.input, wantWeight = wanted.weight && weight.defined(),
       wantBias = wanted.bias && bias.defined();
  DType t = statisticsType(input, {&weight, &bias});
  return withNormType(input, "LayerNormBackwardKernelImpl", [&](auto zero) -> Three {
    using C = decltype(zero);
    DType type = normType(input.dtype());
    Tensor x = contiguousOf(convertedTo(input, type)), g = contiguousOf(convertedTo(gradOut, type));
    Tensor out = wantInput ? makeTensor(input.sizes(), type) : Tensor();
    std::vector<C> w = valuesOf<C>(weight, weight.defined() ? r.width : 0, 1);
    std::vector<double> means = valuesOf<double>(mean, r.rows, 0),
                        rstds = valuesOf<double>(rstd, r.rows, 1);
    const C *xs = x.template data<C>(), *gs = g.template data<C>();
    C *to = wantInput ? out.template data<C>() : nullptr;
    const NormKernels<C> &k = normKernels();
    auto n = static_cast<double>(r.width);
    std::vector<double> sums =
        sumsOfRows<C>(r.width ? r.rows : 0, r.width, 2, [&](C *sum, int64_t first, int64_t rows) {
          for (int64_t i = first; i < first + rows; ++i) {
            const C *row = xs + i * r.width, *grad = gs + i * r.width;
            double m = means[static_cast<size_t>(i)], s = rstds[static_cast<size_t>(i)];
            if (to) {
              double dot, product;
              k.dotsEach(grad, row, pointerOf(weight, w), r.width, static_cast<C>(m), &dot,
                         &product);
              k.combineEach(to + i * r.width, grad, row, pointerOf(weight, w), r.width,
                            static_cast<C>(m), static_cast<C>(s),
                            static_cast<C>(-s * s * s * product / n), static_cast<C>(-s * dot / n));
            }
            if (wantWeight || wantBias)
              k.accumulate(sum, sum + r.width, grad, row, r.width, static_cast<C>(m),
                           static_cast<C>(s));
          }
        });
    return {wantInput ? convertedTo(out, input.dtype()) : Tensor(),
            wantWeight ? tensorOf(sums.data(), normalized, t) : Tensor(),
            wantBias ? tensorOf(sums.data() + r.width, normalized, t) : Tensor()};
  });
}

Tensor rmsNormOfComplex(const Tensor &input, IntView normalized, const Tensor &weight, double eps) {
  Dims inner;
  for (size_t i = 0; i < normalized.size(); ++i)
    inner.push_back(input.dim() - 1 - static_cast<int64_t>(i));
  Tensor squares = ops::call<TensorOp::MulTensor>(input, input),
         mean = ops::call<TensorOp::MeanDim>(squares, inner, true, std::nullopt),
         scale = ops::call<TensorOp::Rsqrt>(ops::call<TensorOp::AddScalar>(mean, eps, 1)),
         out = ops::call<TensorOp::MulTensor>(input, scale);
  return weight.defined() ? ops::call<TensorOp::MulTensor>(out, weight) : out;
}

Tensor rmsNorm(const Tensor &input, IntView normalized, const Tensor &weight,
               std::optional<double> eps) {
  RowShape r = rowShapeOf(input, normalized, weight, Tensor());
  if (isComplex(input.dtype()))
    return rmsNormOfComplex(contiguousOf(input), normalized, weight,
                            eps.value_or(input.dtype() == DType::C128
                                             ? std::numeric_limits<double>::epsilon()
                                             : std::numeric_limits<float>::epsilon()));
  return withNormType(input, "rms_norm", [&](auto zero) -> Tensor {
    using C = decltype(zero);
    double epsilon = eps.value_or(std::numeric_limits<C>::epsilon());
    Tensor x = contiguousOf(convertedTo(input, normType(input.dtype()))),
           out = makeTensor(input.sizes(), x.dtype());
    std::vector<C> w = valuesOf<C>(weight, weight.defined() ? r.width : 0, 1);
    const NormKernels<C> &k = normKernels();
    for (int64_t i = 0; i < r.rows && r.width; ++i) {
      const C *row = x.template data<C>() + i * r.width;
      double squares;
      k.squareSum(row, r.width, &squares);
      auto scale = static_cast<C>(1 / std::sqrt(squares / static_cast<double>(r.width) + epsilon));
      k.affineEach(out.template data<C>() + i * r.width, row, r.width, C(0), scale,
                   pointerOf(weight, w), nullptr);
    }
    return convertedTo(out, input.dtype());
  });
}

}  // namespace

JANUS_KERNEL(NativeLayerNorm, layerNorm)
JANUS_KERNEL(NativeLayerNormBackward, layerNormBackward)
JANUS_KERNEL(RmsNorm, rmsNorm)

}  // namespace janus
