// Kernels of ops/Ternary.def.
#include "janus/contract/inference/Broadcast.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/elementwise/Elementwise.h"
#include "tensor/core/Names.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"

#include <array>
#include <cmath>

namespace janus {
namespace {

// The parameters of a formula with one number, of complex operands when `t` is
// (ScalarMathComplex.h).
std::array<FormulaParam, 4> paramsFor(DType t, const Scalar &s) {
  std::array<FormulaParam, 4> params = {};
  if (isComplex(t))
    setComplexParam(params.data(), s.toComplex());
  else
    params[0] = paramOf(s);
  return params;
}

// ---------------------------------------------------------------- where, masked_fill

Tensor select(const Tensor &condition, const Operand &a, const Operand &b) {
  if (condition.dtype() != DType::Bool && condition.dtype() != DType::U8)
    fail("where expected condition to be a boolean tensor, but got a tensor with dtype %s",
         scalarTypeName(condition.dtype()));
  Operand values[] = {a, b};
  DType t = resultType(values);
  for (const Operand &value : values)
    if (!value.isTensor() && !isHalf(t))  // there it becomes infinite
      requireFitsComputed(value.number(), t);
  if (condition.dim() == 0) {  // one choice for all elements
    const Operand &chosen = *condition.data<uint8_t>() ? a : b,
                  &other = *condition.data<uint8_t>() ? b : a;
    if (chosen.isTensor() && !other.isTensor() && chosen.tensor().dtype() == t &&
        isNonOverlappingAndDense(chosen.tensor()))
      return cloneOf(chosen.tensor());
  }
  Operand operands[] = {condition, a, b};
  return runElementwise({Formula::Where, operands, t, t, nullptr, "where"});
}
template <class A, class B>
Tensor where(const Tensor &condition, A a, B b) {
  return select(condition, a, b);
}
void checkMask(const Tensor &mask) {
  if (mask.dtype() != DType::Bool)
    fail("masked_fill_ only supports boolean masks, but got mask with dtype %s",
         elementTypeText(mask.dtype()));
}
// A contiguous tensor, as torch's clone of self that is written to.
Tensor filled(const Tensor &self, const Tensor &mask, const Operand &value) {
  RunTimeContext cx;
  Tensor out = makeTensor(infer::broadcast(cx, Dims(mask.sizes()), Dims(self.sizes())),
                          self.dtype(), self.device());
  if (mask.numel() == 1 && !*mask.data<uint8_t>()) {  // nothing is filled
    if (out.numel())
      copyInto(out, self);
    return out;
  }
  Operand operands[] = {mask, value, self};
  runElementwiseInto({Formula::Where, operands, self.dtype(), self.dtype(), nullptr, "masked_fill"},
                     out);
  return out;
}
// A place that several elements share is filled where the mask holds for one of them.
Tensor filledInPlace(const Tensor &self, const Tensor &mask, const Operand &value) {
  if (hasInternalOverlap(self)) {
    Tensor places = withoutRepeats(self);
    Dims repeated;
    for (int d = 0; d < self.dim(); ++d)
      if (places.size(d) != self.size(d))
        repeated.push_back(d);
    ModeScope off(0);
    Tensor spread = ops::call<TensorOp::Expand>(mask, self.sizes(), false);
    filledInPlace(places, ops::call<TensorOp::AnyDims>(spread, IntView(repeated), true), value);
    return self;
  }
  Operand operands[] = {mask, value, self};
  runElementwiseInto({Formula::Where, operands, self.dtype(), self.dtype(), nullptr, "masked_fill"},
                     self);
  return self;
}
template <bool inPlace>
Tensor maskedFillScalar(const Tensor &self, const Tensor &mask, const Scalar &value) {
  checkMask(mask);
  requireFits(value, self.dtype());
  Scalar element = self.dtype() == DType::Bool ? Scalar(value.toBool()) : value;
  return inPlace ? filledInPlace(self, mask, element) : filled(self, mask, element);
}
template <bool inPlace>
Tensor maskedFillTensor(const Tensor &self, const Tensor &mask, const Tensor &value) {
  checkMask(mask);
  if (isComplex(value.dtype()) && !isComplex(self.dtype()) && value.numel() == 1)
    requireFits(itemOf(value), self.dtype());
  if (value.dim() != 0)
    fail("masked_fill_ only supports a 0-dimensional value tensor, but got tensor with %d "
         "dimension(s).",
         value.dim());
  if (self.dtype() == DType::Bool && value.dtype() != DType::Bool)  // 0.5 is true
    return maskedFillScalar<inPlace>(self, mask, itemOf(value));
  return inPlace ? filledInPlace(self, mask, value) : filled(self, mask, value);
}

// ---------------------------------------------------------------- lerp, addcmul, addcdiv

void checkLerp(const Tensor &self, const Tensor &other, const char *name) {
  if (self.dtype() != other.dtype())
    fail("expected dtype %s for `%s` but got dtype %s", elementTypeText(self.dtype()), name,
         elementTypeText(other.dtype()));
}
template <bool inPlace>
Tensor lerpScalar(const Tensor &self, const Tensor &end, const Scalar &weight) {
  checkLerp(self, end, "end");
  DType t = self.dtype();
  if (isInexact(t))
    requireFitsComputed(weight, t);
  auto params = paramsFor(t, weight);
  Operand operands[] = {self, end};
  return run<inPlace>({Formula::LerpScalar, operands, t, t, params.data(), "lerp_kernel_scalar"});
}
template <bool inPlace>
Tensor lerpTensor(const Tensor &self, const Tensor &end, const Tensor &weight) {
  checkLerp(self, end, "end");
  DType t = self.dtype();
  bool isNumber = weight.dim() == 0 && (isComplex(t) || !isComplex(weight.dtype()));
  Tensor w = isNumber ? convertedTo(weight, t) : weight;
  checkLerp(self, w, "weight");
  Operand operands[] = {self, end, w};
  return run<inPlace>({Formula::Lerp, operands, t, t, nullptr, "lerp_kernel_tensor"});
}

template <Formula formula, bool inPlace>
Tensor combine(const Tensor &self, const Tensor &a, const Tensor &b, const Scalar &value) {
  Operand operands[] = {self, a, b};
  DType t = resultType(operands);
  auto params = paramsFor(t, value);
  if (formula == Formula::AddCMul && t == DType::Bool)
    failDType("addcmul_cpu_out", t);
  requireFitsComputed(value, t);
  if (!inPlace && formula == Formula::AddCDiv && !isInexact(resultType(a, b)))
    fail("Integer division with addcdiv is no longer supported, and in a future  release addcdiv "
         "will perform a true "
         "division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as "
         "(input + value * "
         "torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value "
         "* tensor1 / tensor2) "
         "for float inputs. The future addcdiv behavior is just the latter implementation: (input "
         "+ value * tensor1 / "
         "tensor2), for all dtypes.");
  return run<inPlace>({formula, operands, t, t, params.data(), "addcmul"});
}

// ---------------------------------------------------------------- clamp

// A bound on the outer side of all numbers of an integral type limits nothing; beyond the other
// side there is no result.
void checkBound(const char *name, double bound, DType t, bool isMin) {
  double low = info(t).isSigned ? -std::ldexp(1.0, static_cast<int>(sizeOf(t) * 8) - 1) : 0.0;
  double high = low + std::ldexp(1.0, static_cast<int>(sizeOf(t) * 8));
  if (isMin ? bound >= high : bound < low)
    fail("Clamp %s value %g is outside the representable range of %s", name, bound,
         scalarTypeName(t));
}
ElementwiseCall clampCall(const Operand *self, std::optional<Scalar> low,
                          std::optional<Scalar> high, FormulaParam *params) {
  if (!low && !high)
    fail("torch.clamp: At least one of 'min' or 'max' must not be None");
  Promotion p;
  addTo(p, self->tensor());
  if (low)
    p.addNumber(numberType(*low));
  if (high)
    p.addNumber(numberType(*high));
  DType t = p.result();
  if (isFloating(t))
    for (const std::optional<Scalar> &bound : {low, high})
      if (bound)
        requireFits(*bound, t);
  if (isIntegral(t) && t != DType::Bool && t != DType::I64) {
    if (low)
      checkBound("min", low->toDouble(), t, true);
    if (high)
      checkBound("max", high->toDouble(), t, false);
  }
  Formula f = low && high ? Formula::Clamp : (low ? Formula::ClampMin : Formula::ClampMax);
  params[0] = paramOf(low ? *low : *high);
  if (low && high)
    params[1] = paramOf(*high);
  return {f, {self, 1}, t, t, params, "clamp_scalar_cpu"};
}
template <bool inPlace>
Tensor clamp(const Tensor &self, std::optional<Scalar> low, std::optional<Scalar> high) {
  Operand operand(self);
  FormulaParam params[4];
  return run<inPlace>(clampCall(&operand, low, high, params));
}
template <bool inPlace>
Tensor clampMin(const Tensor &self, const Scalar &v) {
  return clamp<inPlace>(self, v, std::nullopt);
}
template <bool inPlace>
Tensor clampMax(const Tensor &self, const Scalar &v) {
  return clamp<inPlace>(self, std::nullopt, v);
}

// Torch's clamp_min and clamp_max are, of one bound, its maximum and minimum, which take bools.
template <bool inPlace>
Tensor limited(const Tensor &self, const Tensor &low, const Tensor &high, bool takesBool) {
  if (!low.defined() && !high.defined())
    fail("torch.clamp: At least one of 'min' or 'max' must not be None");
  std::vector<Operand> operands = {self};
  for (const Tensor *bound : {&low, &high})
    if (bound->defined())
      operands.emplace_back(*bound);
  DType t = resultType(operands);
  if (t == DType::Bool && !takesBool)
    failDType("clamp_cpu", t);
  Formula f = operands.size() == 3 ? Formula::ClampTensor
                                   : (low.defined() ? Formula::Maximum : Formula::Minimum);
  return run<inPlace>({f, operands, t, t, nullptr, "clamp_cpu"});
}
template <bool inPlace>
Tensor clampTensor(const Tensor &self, const Tensor &low, const Tensor &high) {
  return limited<inPlace>(self, low, high, false);
}
template <bool inPlace>
Tensor clampMinTensor(const Tensor &self, const Tensor &low) {
  return limited<inPlace>(self, low, {}, true);
}
template <bool inPlace>
Tensor clampMaxTensor(const Tensor &self, const Tensor &high) {
  return limited<inPlace>(self, {}, high, true);
}

}  // namespace

JANUS_KERNEL(WhereSelf, (where<const Tensor &, const Tensor &>))
JANUS_KERNEL(WhereScalarSelf, (where<const Scalar &, const Tensor &>))
JANUS_KERNEL(WhereScalarOther, (where<const Tensor &, const Scalar &>))
JANUS_KERNEL(WhereScalar, (where<const Scalar &, const Scalar &>))
#define JANUS_BOTH(id, fn) JANUS_KERNEL(id, fn<false>) JANUS_KERNEL(id##_, fn<true>)
JANUS_BOTH(MaskedFillScalar, maskedFillScalar)
JANUS_BOTH(MaskedFillTensor, maskedFillTensor)
JANUS_BOTH(LerpScalar, lerpScalar)
JANUS_BOTH(LerpTensor, lerpTensor)
JANUS_BOTH(Clamp, clamp)
JANUS_BOTH(ClampMin, clampMin)
JANUS_BOTH(ClampMax, clampMax)
JANUS_BOTH(ClampTensor, clampTensor)
JANUS_BOTH(ClampMinTensor, clampMinTensor)
JANUS_BOTH(ClampMaxTensor, clampMaxTensor)
JANUS_KERNEL(AddCMul, (combine<Formula::AddCMul, false>))
JANUS_KERNEL(AddCMul_, (combine<Formula::AddCMul, true>))
JANUS_KERNEL(AddCDiv, (combine<Formula::AddCDiv, false>))
JANUS_KERNEL(AddCDiv_, (combine<Formula::AddCDiv, true>))

}  // namespace janus
