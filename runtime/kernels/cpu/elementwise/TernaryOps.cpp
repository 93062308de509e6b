// Kernels of ops/Ternary.def.
#include "janus/contract/inference/Broadcast.h"
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

void checkCast(DType from, const Tensor &self) {
  if (!canCast(from, self.dtype()))
    fail("result type %s can't be cast to the desired output type %s", scalarTypeName(from),
         scalarTypeName(self.dtype()));
}

// ---------------------------------------------------------------- where, masked_fill

Tensor select(const Tensor &condition, const Operand &a, const Operand &b) {
  if (condition.dtype() != DType::Bool && condition.dtype() != DType::U8)
    fail("where expected condition to be a boolean tensor, but got a tensor with dtype %s",
         scalarTypeName(condition.dtype()));
  Operand values[] = {a, b};
  DType t = resultType(values);
  for (const Operand &value : values)
    if (!value.isTensor())
      requireFits(value.number(), t);
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
Tensor whereSelf(const Tensor &c, const Tensor &a, const Tensor &b) {
  return select(c, a, b);
}
Tensor whereScalarSelf(const Tensor &c, const Scalar &a, const Tensor &b) {
  return select(c, a, b);
}
Tensor whereScalarOther(const Tensor &c, const Tensor &a, const Scalar &b) {
  return select(c, a, b);
}
Tensor whereScalar(const Tensor &c, const Scalar &a, const Scalar &b) {
  return select(c, a, b);
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
Tensor maskedFillScalar(const Tensor &self, const Tensor &mask, const Scalar &value) {
  checkMask(mask);
  requireFits(value, self.dtype());
  return filled(self, mask, value);
}
Tensor maskedFillScalar_(const Tensor &self, const Tensor &mask, const Scalar &value) {
  checkMask(mask);
  requireFits(value, self.dtype());
  return filledInPlace(self, mask, value);
}
void checkFillTensor(const Tensor &self, const Tensor &value) {
  if (isComplex(value.dtype()) && !isComplex(self.dtype()) && value.numel() == 1)
    requireFits(itemOf(value), self.dtype());
  if (value.dim() != 0)
    fail("masked_fill_ only supports a 0-dimensional value tensor, but got tensor with %d "
         "dimension(s).",
         value.dim());
}
Tensor maskedFillTensor(const Tensor &self, const Tensor &mask, const Tensor &value) {
  checkMask(mask);
  checkFillTensor(self, value);
  return filled(self, mask, value);
}
Tensor maskedFillTensor_(const Tensor &self, const Tensor &mask, const Tensor &value) {
  checkMask(mask);
  checkFillTensor(self, value);
  return filledInPlace(self, mask, value);
}

// ---------------------------------------------------------------- lerp, addcmul, addcdiv

void checkLerp(const Tensor &self, const Tensor &other, const char *name) {
  if (self.dtype() != other.dtype())
    fail("expected dtype %s for `%s` but got dtype %s", elementTypeText(self.dtype()), name,
         elementTypeText(other.dtype()));
}
ElementwiseCall lerpCall(std::span<const Operand> operands, const Tensor &self,
                         const FormulaParam *params) {
  return {operands.size() == 2 ? Formula::LerpScalar : Formula::Lerp,
          operands,
          self.dtype(),
          self.dtype(),
          params,
          operands.size() == 2 ? "lerp_kernel_scalar" : "lerp_kernel_tensor"};
}
Tensor lerpScalar(const Tensor &self, const Tensor &end, const Scalar &weight) {
  checkLerp(self, end, "end");
  auto params = paramsFor(self.dtype(), weight);
  Operand operands[] = {self, end};
  return runElementwise(lerpCall(operands, self, params.data()));
}
Tensor lerpScalar_(const Tensor &self, const Tensor &end, const Scalar &weight) {
  checkLerp(self, end, "end");
  auto params = paramsFor(self.dtype(), weight);
  Operand operands[] = {self, end};
  runElementwiseInto(lerpCall(operands, self, params.data()), self);
  return self;
}
Tensor lerpTensor(const Tensor &self, const Tensor &end, const Tensor &weight) {
  checkLerp(self, end, "end");
  checkLerp(self, weight, "weight");
  Operand operands[] = {self, end, weight};
  return runElementwise(lerpCall(operands, self, nullptr));
}
Tensor lerpTensor_(const Tensor &self, const Tensor &end, const Tensor &weight) {
  checkLerp(self, end, "end");
  checkLerp(self, weight, "weight");
  Operand operands[] = {self, end, weight};
  runElementwiseInto(lerpCall(operands, self, nullptr), self);
  return self;
}

void checkNoBool(Formula formula, DType t) {
  if (formula == Formula::AddCMul && t == DType::Bool)
    failWith(jn_exc_NotImplementedError, "\"addcmul_cpu_out\" not implemented for 'Bool'");
}
template <Formula formula>
Tensor combine(const Tensor &self, const Tensor &a, const Tensor &b, const Scalar &value) {
  Operand operands[] = {self, a, b};
  DType t = resultType(operands);
  auto params = paramsFor(t, value);
  checkNoBool(formula, t);
  requireFits(value, t);
  if (formula == Formula::AddCDiv && !isInexact(resultType(a, b)))
    fail("Integer division with addcdiv is no longer supported, and in a future  release addcdiv "
         "will perform a true "
         "division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as "
         "(input + value * "
         "torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value "
         "* tensor1 / tensor2) "
         "for float inputs. The future addcdiv behavior is just the latter implementation: (input "
         "+ value * tensor1 / "
         "tensor2), for all dtypes.");
  return runElementwise({formula, operands, t, t, params.data(), "addcmul"});
}
template <Formula formula>
Tensor combineInPlace(const Tensor &self, const Tensor &a, const Tensor &b, const Scalar &value) {
  Operand operands[] = {self, a, b};
  DType t = resultType(operands);
  auto params = paramsFor(t, value);
  checkNoBool(formula, t);
  requireFits(value, t);
  checkCast(t, self);
  runElementwiseInto({formula, operands, t, self.dtype(), params.data(), "addcmul"}, self);
  return self;
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
Tensor clamp(const Tensor &self, std::optional<Scalar> low, std::optional<Scalar> high) {
  Operand operand(self);
  FormulaParam params[4];
  return runElementwise(clampCall(&operand, low, high, params));
}
Tensor clamp_(const Tensor &self, std::optional<Scalar> low, std::optional<Scalar> high) {
  Operand operand(self);
  FormulaParam params[4];
  ElementwiseCall call = clampCall(&operand, low, high, params);
  checkCast(call.result, self);
  call.result = self.dtype();
  runElementwiseInto(call, self);
  return self;
}
Tensor clampMin(const Tensor &self, const Scalar &v) {
  return clamp(self, v, std::nullopt);
}
Tensor clampMin_(const Tensor &self, const Scalar &v) {
  return clamp_(self, v, std::nullopt);
}
Tensor clampMax(const Tensor &self, const Scalar &v) {
  return clamp(self, std::nullopt, v);
}
Tensor clampMax_(const Tensor &self, const Scalar &v) {
  return clamp_(self, std::nullopt, v);
}

// Of one bound, torch's clamp_min and clamp_max are its maximum and minimum, which take bools.
ElementwiseCall clampTensorCall(std::vector<Operand> &operands, const Tensor &self,
                                const Tensor &low, const Tensor &high, bool takesBool) {
  if (!low.defined() && !high.defined())
    fail("torch.clamp: At least one of 'min' or 'max' must not be None");
  operands = {self};
  if (low.defined())
    operands.emplace_back(low);
  if (high.defined())
    operands.emplace_back(high);
  DType t = resultType(operands);
  if (t == DType::Bool && !takesBool)
    failWith(jn_exc_NotImplementedError, "\"clamp_cpu\" not implemented for 'Bool'");
  Formula f = operands.size() == 3 ? Formula::ClampTensor
                                   : (low.defined() ? Formula::Maximum : Formula::Minimum);
  return {f, operands, t, t, nullptr, "clamp_cpu"};
}
Tensor limited(const Tensor &self, const Tensor &low, const Tensor &high, bool takesBool) {
  std::vector<Operand> operands;
  return runElementwise(clampTensorCall(operands, self, low, high, takesBool));
}
Tensor limitedInPlace(const Tensor &self, const Tensor &low, const Tensor &high, bool takesBool) {
  std::vector<Operand> operands;
  ElementwiseCall call = clampTensorCall(operands, self, low, high, takesBool);
  checkCast(call.result, self);
  call.result = self.dtype();
  runElementwiseInto(call, self);
  return self;
}
Tensor clampTensor(const Tensor &self, const Tensor &low, const Tensor &high) {
  return limited(self, low, high, false);
}
Tensor clampTensor_(const Tensor &self, const Tensor &low, const Tensor &high) {
  return limitedInPlace(self, low, high, false);
}
Tensor clampMinTensor(const Tensor &self, const Tensor &low) {
  return limited(self, low, {}, true);
}
Tensor clampMinTensor_(const Tensor &self, const Tensor &low) {
  return limitedInPlace(self, low, {}, true);
}
Tensor clampMaxTensor(const Tensor &self, const Tensor &high) {
  return limited(self, {}, high, true);
}
Tensor clampMaxTensor_(const Tensor &self, const Tensor &high) {
  return limitedInPlace(self, {}, high, true);
}

}  // namespace

JANUS_KERNEL(WhereSelf, whereSelf)
JANUS_KERNEL(WhereScalarSelf, whereScalarSelf)
JANUS_KERNEL(WhereScalarOther, whereScalarOther)
JANUS_KERNEL(WhereScalar, whereScalar)
#define JANUS_BOTH(id, fn) JANUS_KERNEL(id, fn) JANUS_KERNEL(id##_, fn##_)
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
JANUS_KERNEL(AddCMul, combine<Formula::AddCMul>)
JANUS_KERNEL(AddCMul_, combineInPlace<Formula::AddCMul>)
JANUS_KERNEL(AddCDiv, combine<Formula::AddCDiv>)
JANUS_KERNEL(AddCDiv_, combineInPlace<Formula::AddCDiv>)

}  // namespace janus
