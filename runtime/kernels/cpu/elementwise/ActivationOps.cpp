// Kernels of the rows of ops/Activation.def: formulas with numbers.
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/complex/Parts.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/elementwise/Elementwise.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"
#include "tensor/memory/WrittenMemory.h"

#include <algorithm>

namespace janus {
namespace {

template <bool inPlace = false>
Tensor run(Formula formula, const Tensor &self, DType compute, const FormulaParam *params,
           const char *name) {
  Operand operand(self);
  return janus::run<inPlace>({formula, {&operand, 1}, compute, compute, params, name});
}
// In a tensor that is made first, of this format.
Tensor runAs(MemoryFormat format, Formula formula, const Tensor &self, const FormulaParam *params,
             const char *name) {
  Tensor out = emptyLike(self, self.dtype(), format);
  Operand operand(self);
  runElementwiseInto({formula, {&operand, 1}, self.dtype(), self.dtype(), params, name}, out);
  return out;
}
Tensor runGradient(Formula formula, const Tensor &grad, const Tensor &x, const FormulaParam *params,
                   const char *name) {
  Operand operands[] = {grad, x};
  DType t = resultType(grad, x);
  return runElementwise({formula, operands, t, t, params, name});
}

// The same, laid out as x, where torch takes x first.
Tensor runGradientLikeSelf(Formula formula, const Tensor &grad, const Tensor &x,
                           const FormulaParam *params, const char *name) {
  Operand operands[] = {grad, x}, order[] = {x, grad};
  DType t = resultType(grad, x);
  Tensor out = makeLikeOperands(broadcastShape(order), order, t);
  runElementwiseInto({formula, operands, t, t, params, name}, out);
  return out;
}

// Kernels of an activation: out of place and in place, numbers in the order of the schema.
template <bool inPlace, Formula formula, class... S>
Tensor activation(const Tensor &self, S... numbers) {
  const DType type = self.dtype();
  if (formula == Formula::Threshold && type == DType::Bool)
    failDType("threshold_cpu", type);
  if constexpr (formula == Formula::Threshold)
    (requireFits(numbers, type), ...);
  else if constexpr (formula == Formula::Hardshrink)
    isFloating(type) ? (requireFits(numbers, type), ...) : void();
  else if (isFloating(type))
    (requireFitsComputed(numbers, type), ...);
  FormulaParam params[4] = {paramOf(numbers)...};
  if (formula == Formula::Threshold && type == DType::U8)
    for (FormulaParam &each : params)
      each.i = static_cast<uint8_t>(each.i);
  if constexpr (!inPlace && formula == Formula::LogSigmoid)
    return runAs(MemoryFormat::Contiguous, formula, self, params, "");
  return run<inPlace>(formula, self, type, params, "");
}
// Limits of integers are int64; those beyond the elements' are the elements' own.
template <bool inPlace>
Tensor hardtanh(const Tensor &self, const Scalar &low, const Scalar &high) {
  const DType type = self.dtype();
  if (type == DType::Bool)
    failWith(jn_exc_NotImplementedError, "Bool inputs not supported for hardtanh");
  for (const Scalar *limit : {&low, &high})
    requireFits(*limit, isIntegral(type) ? DType::I64 : type);
  FormulaParam params[4] = {paramOf(low), paramOf(high)};
  if (isIntegral(type) && type != DType::I64) {
    const auto most = static_cast<int64_t>(info(type).largest);
    if (params[0].i > most)
      fail("Clamp min value %g is outside the representable range of %s", params[0].f,
           scalarTypeName(type));
    for (FormulaParam &each : params)
      each.i = std::clamp(each.i, info(type).isSigned ? -most - 1 : 0, most);
  }
  return inPlace ? run<true>(Formula::Hardtanh, self, type, params, "")
                 : runAs(MemoryFormat::Preserve, Formula::Hardtanh, self, params, "");
}
template <Formula formula, class... S>
Tensor gradient(const Tensor &grad, const Tensor &self, S... numbers) {
  FormulaParam params[4] = {paramOf(numbers)...};
  if constexpr (formula == Formula::LogSigmoidBackward) {
    Operand operands[] = {grad, self};
    Tensor out = emptyLike(grad, grad.dtype(), MemoryFormat::Preserve);
    runElementwiseInto(
        {formula, operands, grad.dtype(), grad.dtype(), params, "log_sigmoid_backward_cpu"}, out);
    return out;
  }
  return runGradient(formula, grad, self, params, "activation_backward");
}

// Elements above the threshold, and the value, remain: once for each place is enough.
Tensor threshold_(const Tensor &self, const Scalar &threshold, const Scalar &value) {
  activation<true, Formula::Threshold>(hasInternalOverlap(self) ? withoutRepeats(self) : self,
                                       threshold, value);
  return self;
}

Tensor gelu(const Tensor &self, std::string_view approximate) {
  if (approximate != "none" && approximate != "tanh")
    fail("approximate argument must be either none or tanh.");
  return run(approximate == "tanh" ? Formula::GeluTanh : Formula::GeluErf, self, self.dtype(),
             nullptr, "GeluKernelImpl");
}
Tensor geluBackward(const Tensor &grad, const Tensor &self, std::string_view approximate) {
  return runGradient(approximate == "tanh" ? Formula::GeluTanhBackward : Formula::GeluErfBackward,
                     grad, self, nullptr, "GeluBackwardKernelImpl");
}
Tensor eluBackward(const Tensor &grad, const Scalar &alpha, const Scalar &scale,
                   const Scalar &inputScale, bool isResult, const Tensor &x) {
  FormulaParam params[4] = {paramOf(alpha), paramOf(scale), paramOf(inputScale), {0, isResult}};
  return runGradient(Formula::EluBackward, grad, x, params, "elu_backward_cpu");
}
Tensor preluKernel(const Tensor &self, const Tensor &weight) {
  Operand operands[] = {self, weight};
  DType t = resultType(self, weight);
  return runElementwise({Formula::Prelu, operands, t, t, nullptr, "prelu_cpu"});
}
Tensor leakyReluBackward(const Tensor &grad, const Tensor &self, const Scalar &slope, bool) {
  FormulaParam params[4] = {paramOf(slope)};
  return runGradientLikeSelf(Formula::LeakyReluBackward, grad, self, params,
                             "leaky_relu_backward_cpu");
}
Tensor thresholdBackward(const Tensor &grad, const Tensor &self, const Scalar &threshold) {
  FormulaParam params[4] = {paramOf(threshold)};
  return runGradientLikeSelf(Formula::ThresholdBackward, grad, self, params, "activation_backward");
}

template <bool inPlace>
Tensor roundDecimals(const Tensor &self, int64_t decimals) {
  if (decimals && !isFloating(self.dtype()))
    failDType("round_cpu", self.dtype());
  if (self.dtype() == DType::Bool || isComplex(self.dtype()))
    failDType("round_vml_cpu", self.dtype());
  FormulaParam params[4] = {{0, decimals}};
  return run<inPlace>(Formula::RoundDecimals, self, self.dtype(), params, "round_cpu");
}

template <bool inPlace>
Tensor logit(const Tensor &self, std::optional<double> eps) {
  if (!inPlace && !eps && isHalf(self.dtype())) {
    // torch rounds after each operation here, which shows.
    Tensor rest = ops::call<TensorOp::RsubScalar>(self, 1, 1);
    return ops::call<TensorOp::Log>(ops::call<TensorOp::DivTensor>(self, rest));
  }
  DType t = isFloating(self.dtype()) ? self.dtype() : defaultDType();
  if (inPlace && t != self.dtype())
    fail("result type %s can't be cast to the desired output type %s", scalarTypeName(t),
         scalarTypeName(self.dtype()));
  if (eps)
    requireFits(Scalar(*eps), t);
  FormulaParam params[4] = {{eps.value_or(-1.0), 0}};
  return run<inPlace>(Formula::Logit, self, t, params, "logit_cpu");
}

Tensor logitBackward(const Tensor &grad, const Tensor &self, std::optional<double> eps) {
  FormulaParam params[4] = {{eps.value_or(-1.0), 0}};
  return runGradient(Formula::LogitBackward, grad, self, params, "logit_backward_cpu");
}

// Loops over types of 16 bits compute in float, whose largest number is another.
void nanParams(DType t, std::optional<double> nan, std::optional<double> pos,
               std::optional<double> neg, FormulaParam *p) {
  double limit = t == DType::F16 ? 65504.0 : 3.3895313892515355e38;
  p[0].f = nan.value_or(0.0);
  p[1] = {pos.value_or(limit), 0, !pos && !isHalf(t)};
  p[2] = {neg.value_or(-limit), 0, !neg && !isHalf(t)};
}
Tensor nanToNum(const Tensor &self, std::optional<double> nan, std::optional<double> pos,
                std::optional<double> neg) {
  if (isComplex(self.dtype()))
    return ofParts(nanToNum(partOf(self, 0), nan, pos, neg),
                   nanToNum(partOf(self, 1), nan, pos, neg));
  FormulaParam params[4];
  nanParams(self.dtype(), nan, pos, neg, params);
  return runAs(MemoryFormat::Preserve, Formula::NanToNum, self, params, "nan_to_num");
}
Tensor nanToNum_(const Tensor &self, std::optional<double> nan, std::optional<double> pos,
                 std::optional<double> neg) {
  if (!isInexact(self.dtype()))
    return self;
  checkWritten(self);
  if (isComplex(self.dtype())) {
    nanToNum_(pairsOf(self), nan, pos, neg);
    return self;
  }
  FormulaParam params[4];
  nanParams(self.dtype(), nan, pos, neg, params);
  return run<true>(Formula::NanToNum, self, self.dtype(), params, "nan_to_num");
}

Tensor polygamma(int64_t n, const Tensor &self) {
  if (n < 0)
    fail("polygamma(n, x) does not support negative n.");
  DType t = isInexact(self.dtype()) ? self.dtype() : defaultDType();
  FormulaParam params[4] = {{0, n}};
  return run(Formula::Polygamma, self, t, params, n == 0 ? "digamma" : "polygamma");
}

}  // namespace

JANUS_KERNEL(RoundDecimals, roundDecimals<false>)
JANUS_KERNEL(RoundDecimals_, roundDecimals<true>)
JANUS_KERNEL(Logit, logit<false>)
JANUS_KERNEL(Logit_, logit<true>)
JANUS_KERNEL(NanToNum, nanToNum)
JANUS_KERNEL(NanToNum_, nanToNum_)
JANUS_KERNEL(Polygamma, polygamma)
JANUS_KERNEL(Gelu, gelu)
JANUS_KERNEL(GeluBackward, geluBackward)

#define JANUS_ACTIVATION(id, ...)                                                                  \
  JANUS_KERNEL(id, (activation<false, Formula::id __VA_OPT__(, ) __VA_ARGS__>))                    \
  JANUS_KERNEL(id##_, (activation<true, Formula::id __VA_OPT__(, ) __VA_ARGS__>))
JANUS_ACTIVATION(Silu)
JANUS_ACTIVATION(Mish)
JANUS_ACTIVATION(Elu, Scalar, Scalar, Scalar)
JANUS_ACTIVATION(Celu, Scalar)
JANUS_KERNEL(PreluKernel, preluKernel)
JANUS_ACTIVATION(LeakyRelu, Scalar)
JANUS_KERNEL(Hardtanh, hardtanh<false>)
JANUS_KERNEL(Hardtanh_, hardtanh<true>)
JANUS_ACTIVATION(Hardswish)
JANUS_ACTIVATION(Hardsigmoid)
JANUS_KERNEL(Threshold, (activation<false, Formula::Threshold, Scalar, Scalar>))
JANUS_KERNEL(Threshold_, threshold_)
JANUS_KERNEL(Hardshrink, (activation<false, Formula::Hardshrink, Scalar>))
JANUS_KERNEL(Softshrink, (activation<false, Formula::Softshrink, Scalar>))
JANUS_KERNEL(Softplus, (activation<false, Formula::Softplus, Scalar, Scalar>))
JANUS_KERNEL(LogSigmoid, (activation<false, Formula::LogSigmoid>))

JANUS_KERNEL(SigmoidBackward, (gradient<Formula::SigmoidBackward>))
JANUS_KERNEL(TanhBackward, (gradient<Formula::TanhBackward>))
JANUS_KERNEL(ThresholdBackward, thresholdBackward)
JANUS_KERNEL(SiluBackward, (gradient<Formula::SiluBackward>))
JANUS_KERNEL(MishBackward, (gradient<Formula::MishBackward>))
JANUS_KERNEL(EluBackward, eluBackward)
JANUS_KERNEL(LeakyReluBackward, leakyReluBackward)
JANUS_KERNEL(HardtanhBackward, (gradient<Formula::HardtanhBackward, Scalar, Scalar>))
JANUS_KERNEL(HardshrinkBackward, (gradient<Formula::HardshrinkBackward, Scalar>))
JANUS_KERNEL(HardswishBackward, (gradient<Formula::HardswishBackward>))
JANUS_KERNEL(HardsigmoidBackward, (gradient<Formula::HardsigmoidBackward>))
JANUS_KERNEL(SoftplusBackward, (gradient<Formula::SoftplusBackward, Scalar, Scalar>))
JANUS_KERNEL(LogSigmoidBackward, (gradient<Formula::LogSigmoidBackward>))
JANUS_KERNEL(LogitBackward, logitBackward)

}  // namespace janus
