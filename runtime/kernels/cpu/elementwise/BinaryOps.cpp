// Kernels of ops/Binary.def and ops/Comparison.def.
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/elementwise/Elementwise.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/memory/ScalarStore.h"

#include <array>

namespace janus {
namespace {

// A binary operation before its types are known.
struct Binary {
  Formula formula;
  std::array<Operand, 2> operands;
  FormulaParam params[4] = {};
  const char *name = "";
  bool toFloat = false;  // integers become the default floating type
  bool boolResult = false;
};

bool refusesBool(Formula f) {
  switch (f) {
#define JANUS_NO_BOOLS(formula) case Formula::formula:
#include "janus/contract/FormulaFacts.def"
    return true;
  default: return false;
  }
}

DType computeType(const Binary &b) {
  DType t = b.operands[0].isTensor() && b.operands[1].isTensor()
                ? resultType(b.operands[0].tensor(), b.operands[1].tensor())
                : resultType(std::span<const Operand>(b.operands));
  if (JN_UNLIKELY(t == DType::Bool && refusesBool(b.formula)))
    failDType(b.name, t);
  return b.toFloat && !isInexact(t) ? defaultDType() : t;
}

// Numbers meet elements of 16 bits as such elements, but for factors and divisors: of those a
// tensor of one element in front is rounded, too.
bool roundsNumbers(const Binary &b) {
  return b.formula != Formula::Mul && b.formula != Formula::Div;
}
bool dividesRounded(Formula f) {
  return f == Formula::FloorDivide || f == Formula::TruncDivide;
}
Operand rounded(const Operand &o, DType t) {
  bool isNumber = !o.isTensor() || (o.tensor().dim() == 0 && o.tensor().dtype() != t);
  if (!isNumber)
    return o;
  Scalar number = o.isTensor() ? loadScalar(o.tensor().dtype(), o.tensor().raw()) : o.number();
  return Scalar(roundedTo(t, number.toDouble()));
}

template <bool inPlace = false>
Tensor run(const Binary &b) {
  DType t = computeType(b);
  ElementwiseCall call = {b.formula, b.operands, t, b.boolResult ? DType::Bool : t,
                          b.params,  b.name};
  if (JN_LIKELY(!isHalf(t)))
    return janus::run<inPlace>(call);
  bool isSecond = roundsNumbers(b) && !dividesRounded(b.formula);
  bool isFirst = !inPlace && (roundsNumbers(b) || b.operands[0].isTensor());
  Operand operands[] = {isFirst ? rounded(b.operands[0], t) : b.operands[0],
                        isSecond ? rounded(b.operands[1], t) : b.operands[1]};
  call.operands = operands;
  return janus::run<inPlace>(call);
}

// ---------------------------------------------------------------- + - * /

void checkAlpha(const Binary &b, const Scalar &alpha) {
  DType t = computeType(b);
  if (alpha.isBool() && t != DType::Bool)
    fail("Boolean alpha only supported for Boolean results.");
  if (alpha.isComplex() && !isComplex(t))
    fail("For non-complex input tensors, argument alpha must not be a complex number.");
  if (alpha.isFloat() && !isInexact(t))
    fail("For integral input tensors, argument alpha must not be a floating point number.");
  requireFits(alpha, t);
}
// The default: an int.
bool isDefault(const Scalar &alpha) {
  return alpha.isInteger() && alpha.toInt() == 1;
}

// A sum (`sign` 1) or difference (-1) whose second operand has a factor.
Binary withFactor(Binary r, const Scalar &alpha, int sign) {
  if (JN_LIKELY(isDefault(alpha)))
    return r;
  checkAlpha(r, alpha);
  if (alpha.toComplex() == 1.0)
    return r;
  r.formula = Formula::AddScaled;
  if (isComplex(computeType(r)))
    setComplexParam(r.params, alpha.toComplex() * static_cast<double>(sign));
  else
    r.params[0] = {roundedTo(computeType(r), alpha.toDouble()) * sign, alpha.toInt() * sign};
  return r;
}
Binary added(const Operand &a, const Operand &b, const Scalar &alpha) {
  return withFactor(Binary{.formula = Formula::Add, .operands = {{a, b}}, .name = "add"}, alpha, 1);
}
DType typeOf(const Operand &o) {
  return o.isTensor() ? o.tensor().dtype() : numberType(o.number());
}
Binary subtracted(const Operand &a, const Operand &b, const Scalar &alpha) {
  DType x = typeOf(a), y = typeOf(b);
  if (JN_UNLIKELY(x == DType::Bool && y == DType::Bool))
    failWith(jn_exc_NotImplementedError,
             "Subtraction, the `-` operator, with two bool tensors is not supported. Use the "
             "`^` or `logical_xor()` operator instead.");
  if (JN_UNLIKELY(x == DType::Bool || y == DType::Bool))
    failWith(jn_exc_NotImplementedError,
             "Subtraction, the `-` operator, with a bool tensor is not supported. If you are "
             "trying to invert a mask, use the `~` or `logical_not()` operator instead.");
  return withFactor(Binary{.formula = Formula::Sub, .operands = {{a, b}}, .name = "sub"}, alpha,
                    -1);
}
Binary reversed(const Operand &a, const Operand &b, const Scalar &alpha) {
  return subtracted(b, a, alpha);
}

template <auto make, class B, bool inPlace>
Tensor scaled(const Tensor &a, B b, const Scalar &alpha) {
  return run<inPlace>(make(a, b, alpha));
}

Binary divided(const Operand &a, const Operand &b) {
  return Binary{
      .formula = Formula::Div, .operands = {{a, b}}, .name = "div_true_cpu", .toFloat = true};
}
Binary dividedMode(const Operand &a, const Operand &b, std::optional<std::string_view> mode) {
  if (!mode)
    return divided(a, b);
  if (*mode == "trunc")
    return Binary{.formula = Formula::TruncDivide, .operands = {{a, b}}, .name = "div_trunc_cpu"};
  if (*mode == "floor")
    return Binary{.formula = Formula::FloorDivide, .operands = {{a, b}}, .name = "div_floor_cpu"};
  fail("div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '%.*s'",
       static_cast<int>(mode->size()), mode->data());
}
// Torch rounds the quotient of two tensors of 16 bits to their type before it is truncated.
template <class B>
bool roundsFirst(const Binary &r, const B &b) {
  if constexpr (std::is_same_v<B, const Scalar &>)
    return false;
  else
    return r.formula == Formula::TruncDivide && b.dim() != 0 && isHalf(computeType(r));
}
template <class B, bool inPlace>
Tensor divideMode(const Tensor &a, B b, std::optional<std::string_view> mode) {
  Binary r = dividedMode(a, b, mode);
  if (!roundsFirst<B>(r, b) || (inPlace && sizeOf(a.dtype()) != 2))
    return run<inPlace>(r);
  Tensor quotient = run<inPlace>(divided(a, b));
  Operand operand(quotient);
  runElementwiseInto({Formula::Trunc, {&operand, 1}, quotient.dtype(), quotient.dtype()}, quotient);
  return quotient;
}

// ---------------------------------------------------------------- power

// Exponents with a cheaper formula, as torch takes them.
Binary powered(const Operand &a, const Operand &b) {
  Binary r{.formula = Formula::Pow, .operands = {{a, b}}, .name = "pow"};
  DType t = computeType(r);
  if (b.isTensor() && t == DType::Bool)
    failDType("pow", t);
  if (b.isTensor() || isComplex(t))
    return r;
  double e = b.number().toDouble();
  if (!isFloating(t) && e < 0)
    fail("Integers to negative integer powers are not allowed.");
  if (t != DType::F32)
    requireFits(b.number(), t);
  return r;
}
template <bool inPlace>
Tensor powScalar(const Tensor &a, const Scalar &exponent) {
  Binary r = powered(a, exponent);
  DType t = computeType(r);
  if (exponent.isComplex() || (inPlace && t != a.dtype()))
    return run<inPlace>(r);
  double e = isHalf(t) ? roundedTo(t, exponent.toDouble()) : exponent.toDouble();
  auto result = [&](Formula f, std::span<const Operand> operands) {
    return janus::run<inPlace>({f, operands, t, t, nullptr, "pow"});
  };
  Operand base(a);
  auto one = [&](Formula f) { return result(f, {&base, 1}); };
  auto product = [&](const Operand &x, const Operand &y) {
    Operand factors[] = {x, y};
    return result(Formula::Mul, factors);
  };
  if (e == 2.0)
    return one(Formula::Square);
  if (e == 1.0 && isFloating(t))
    return product(a, Scalar(1));
  if (isInexact(t)) {
    if (e == 0.5 && t != DType::F16)
      return one(Formula::Sqrt);
    if (e == -0.5 && t != DType::F16)
      return one(Formula::Rsqrt);
    if (e == -1.0)
      return one(Formula::Reciprocal);
    if (e == 3.0) {
      Tensor square = runElementwise({Formula::Square, {&base, 1}, t, t, nullptr, "pow"});
      return product(a, square);
    }
  }
  return run<inPlace>(r);
}
template <bool inPlace>
Tensor powTensor(const Tensor &a, const Tensor &b) {
  return run<inPlace>(powered(a, b));
}
// Contiguous, however the exponents lie.
Tensor powBase(const Scalar &a, const Tensor &b) {
  Binary r = powered(a, b);
  DType t = computeType(r);
  Tensor out = makeTensor(b.sizes(), t, b.device());
  Operand operands[] = {isHalf(t) ? rounded(r.operands[0], t) : r.operands[0], b};
  runElementwiseInto({r.formula, operands, t, t, r.params, r.name}, out);
  return out;
}

// ---------------------------------------------------------------- plain families

enum class Kind : uint8_t { Plain, Float, Bool };
template <Formula formula, Kind kind>
Binary plain(const Operand &a, const Operand &b) {
  static const std::string name = kernelName(formula);
  return Binary{.formula = formula,
                .operands = {{a, b}},
                .name = name.c_str(),
                .toFloat = kind == Kind::Float,
                .boolResult = kind == Kind::Bool};
}
template <bool inPlace>
Tensor heaviside(const Tensor &a, const Tensor &b) {
  if (a.dtype() != b.dtype())
    fail("heaviside is not yet implemented for tensors with different dtypes.");
  return run<inPlace>(plain<Formula::Heaviside, Kind::Plain>(a, b));
}
template <Formula formula, class B, Kind kind, bool inPlace>
Tensor binary(const Tensor &a, B b) {
  return run<inPlace>(plain<formula, kind>(a, b));
}

template <TensorOp op, Formula formula, class A, class B>
Tensor ofNumbers(A a, B b) {
  Binary r = plain<formula, Kind::Float>(a, b);
  DType t = computeType(r);
  if (hasTrait(op, Trait::NoHalves) && isHalf(t))
    failDType(r.name, t);
  return run(r);
}

// The neighbour of a number of 16 bits is that of its bits, which are ordered as numbers of a sign.
uint16_t nextBits(uint16_t from, uint16_t to, float a, float b) {
  if (a != a || b != b)
    return a != a ? from : to;
  if (a == b)
    return to;
  if (a == 0)
    return static_cast<uint16_t>((to & 0x8000) | 1);
  return static_cast<uint16_t>((a < b) == (a > 0) ? from + 1 : from - 1);
}
template <class T>
void nextBitsOf(const Tensor &out, const Tensor &a, const Tensor &b) {
  const T *from = a.data<T>(), *to = b.data<T>();
  T *result = out.data<T>();
  for (int64_t i = 0, n = out.numel(); i < n; ++i)
    result[i].bits = nextBits(from[i].bits, to[i].bits, toFloat(from[i]), toFloat(to[i]));
}
Tensor nextAfter(const Tensor &a, const Tensor &b) {
  Binary r = plain<Formula::NextAfter, Kind::Plain>(a, b);
  DType t = computeType(r);
  if (!isHalf(t))
    return run(r);
  Dims shape = broadcastShape(r.operands);
  Tensor dense[3];
  for (int i = 0; i < 3; ++i)
    dense[i] = makeTensor(shape, t, a.device());
  Tensor out = makeLikeOperands(shape, r.operands, t);
  if (out.numel() == 0)
    return out;
  copyInto(dense[0], a);
  copyInto(dense[1], b);
  if (t == DType::F16)
    nextBitsOf<Half>(dense[2], dense[0], dense[1]);
  else
    nextBitsOf<BFloat16>(dense[2], dense[0], dense[1]);
  copyInto(out, dense[2]);
  return out;
}
Tensor nextAfterInPlace(const Tensor &a, const Tensor &b) {
  Binary r = plain<Formula::NextAfter, Kind::Plain>(a, b);
  if (a.dtype() != computeType(r) || sizeOf(a.dtype()) != 2 ||
      !sameDims(broadcastShape(r.operands), a.sizes()))
    return run<true>(r);
  copyInto(a, nextAfter(a, b));
  return a;
}

Tensor isClose(const Tensor &a, const Tensor &b, double rtol, double atol, bool equalNan) {
  if (a.dtype() != b.dtype())
    fail("%s did not match %s", scalarTypeName(a.dtype()), scalarTypeName(b.dtype()));
  if (rtol < 0)
    fail("rtol must be greater than or equal to zero, but got %g", rtol);
  if (atol < 0)
    fail("atol must be greater than or equal to zero, but got %g", atol);
  Binary r{
      .formula = Formula::IsClose, .operands = {{a, b}}, .name = "isclose", .boolResult = true};
  r.params[0].f = rtol;
  r.params[1].f = atol;
  r.params[2].i = equalNan;
  return run(r);
}
bool allTrue(const Tensor &t) {
  for (int64_t i = 0; i < t.numel(); ++i)
    if (!t.data<uint8_t>()[i])
      return false;
  return true;
}
bool allClose(const Tensor &a, const Tensor &b, double rtol, double atol, bool equalNan) {
  return allTrue(isClose(a, b, rtol, atol, equalNan));
}
bool sameElements(const Tensor &a, const Tensor &b) {
  if (!sameDims(a.sizes(), b.sizes()))
    return false;
  return allTrue(run(plain<Formula::Eq, Kind::Bool>(a, b)));
}

}  // namespace

#define JANUS_SUM(id, make, B)                                                                     \
  JANUS_KERNEL(id, (scaled<make, const B &, false>))                                               \
  JANUS_KERNEL(id##_, (scaled<make, const B &, true>))
JANUS_SUM(AddTensor, added, Tensor)
JANUS_SUM(AddScalar, added, Scalar)
JANUS_SUM(SubTensor, subtracted, Tensor)
JANUS_SUM(SubScalar, subtracted, Scalar)
JANUS_KERNEL(RsubTensor, (scaled<reversed, const Tensor &, false>))
JANUS_KERNEL(RsubScalar, (scaled<reversed, const Scalar &, false>))
JANUS_KERNEL(DivTensorMode, (divideMode<const Tensor &, false>))
JANUS_KERNEL(DivTensorMode_, (divideMode<const Tensor &, true>))
JANUS_KERNEL(DivScalarMode, (divideMode<const Scalar &, false>))
JANUS_KERNEL(DivScalarMode_, (divideMode<const Scalar &, true>))
JANUS_KERNEL(PowTensor, powTensor<false>)
JANUS_KERNEL(PowTensor_, powTensor<true>)
JANUS_KERNEL(PowScalar, powScalar<false>)
JANUS_KERNEL(PowScalar_, powScalar<true>)
JANUS_KERNEL(PowBaseScalar, powBase)

#define JANUS_BINARY(id, formula, B, kind)                                                         \
  JANUS_KERNEL(id, (binary<Formula::formula, const B &, Kind::kind, false>))
// The row and its twin.
#define JANUS_BOTH(id, formula, B, kind)                                                           \
  JANUS_BINARY(id, formula, B, kind)                                                               \
  JANUS_KERNEL(id##_, (binary<Formula::formula, const B &, Kind::kind, true>))
#define JANUS_PAIR(id, kind)                                                                       \
  JANUS_BOTH(id##Tensor, id, Tensor, kind) JANUS_BOTH(id##Scalar, id, Scalar, kind)
JANUS_PAIR(Mul, Plain)
JANUS_PAIR(Div, Float)
JANUS_PAIR(FloorDivide, Plain)
JANUS_PAIR(Remainder, Plain)
JANUS_PAIR(Fmod, Plain)
JANUS_PAIR(BitwiseAnd, Plain)
JANUS_PAIR(BitwiseOr, Plain)
JANUS_PAIR(BitwiseXor, Plain)
JANUS_PAIR(LeftShift, Plain)
JANUS_PAIR(RightShift, Plain)
JANUS_PAIR(Eq, Bool)
JANUS_PAIR(Ne, Bool)
JANUS_PAIR(Lt, Bool)
JANUS_PAIR(Le, Bool)
JANUS_PAIR(Gt, Bool)
JANUS_PAIR(Ge, Bool)

#define JANUS_TWO(id, kind) JANUS_BINARY(id, id, Tensor, kind)
#define JANUS_TWO_IN_PLACE(id, kind) JANUS_BOTH(id, id, Tensor, kind)
JANUS_TWO(Maximum, Plain)
JANUS_TWO(Minimum, Plain)
JANUS_TWO(Fmax, Plain)
JANUS_TWO(Fmin, Plain)
JANUS_TWO(LogAddExp, Plain)
JANUS_TWO(LogAddExp2, Plain)
JANUS_TWO_IN_PLACE(Atan2, Float)
JANUS_TWO_IN_PLACE(Hypot, Plain)
JANUS_TWO_IN_PLACE(Copysign, Float)
JANUS_TWO_IN_PLACE(XLogY, Float)
JANUS_TWO_IN_PLACE(Igamma, Plain)
JANUS_TWO_IN_PLACE(Igammac, Plain)

#define JANUS_OF(row, formula, a, b)                                                               \
  JANUS_KERNEL(row, (ofNumbers<TensorOp::row, Formula::formula, const a &, const b &>))
#define JANUS_OF_NUMBERS(id)                                                                       \
  JANUS_OF(id, id, Tensor, Tensor)                                                                 \
  JANUS_OF(id##OfNumber, id, Scalar, Tensor)                                                       \
  JANUS_OF(id##WithNumber, id, Tensor, Scalar)
JANUS_OF_NUMBERS(ChebyshevPolynomialT)
JANUS_OF_NUMBERS(ChebyshevPolynomialU)
JANUS_OF_NUMBERS(ChebyshevPolynomialV)
JANUS_OF_NUMBERS(ChebyshevPolynomialW)
JANUS_OF_NUMBERS(ShiftedChebyshevPolynomialT)
JANUS_OF_NUMBERS(ShiftedChebyshevPolynomialU)
JANUS_OF_NUMBERS(ShiftedChebyshevPolynomialV)
JANUS_OF_NUMBERS(ShiftedChebyshevPolynomialW)
JANUS_OF_NUMBERS(HermitePolynomialH)
JANUS_OF_NUMBERS(HermitePolynomialHe)
JANUS_OF_NUMBERS(LaguerrePolynomialL)
JANUS_OF_NUMBERS(LegendrePolynomialP)
JANUS_OF_NUMBERS(Zeta)
JANUS_OF_NUMBERS(XLog1PY)
JANUS_OF(XLogYOfNumber, XLogY, Scalar, Tensor)
JANUS_KERNEL(NextAfter, nextAfter)
JANUS_KERNEL(NextAfter_, nextAfterInPlace)
JANUS_BOTH(CopysignScalar, Copysign, Scalar, Float)
JANUS_BOTH(XLogYScalar, XLogY, Scalar, Float)
JANUS_TWO_IN_PLACE(Gcd, Plain)
JANUS_TWO_IN_PLACE(Lcm, Plain)
JANUS_TWO_IN_PLACE(LogicalAnd, Bool)
JANUS_TWO_IN_PLACE(LogicalOr, Bool)
JANUS_TWO_IN_PLACE(LogicalXor, Bool)
JANUS_KERNEL(Heaviside, heaviside<false>)
JANUS_KERNEL(Heaviside_, heaviside<true>)
JANUS_KERNEL(IsClose, isClose)
JANUS_KERNEL(AllClose, allClose)
JANUS_KERNEL(Equal, sameElements)

}  // namespace janus
