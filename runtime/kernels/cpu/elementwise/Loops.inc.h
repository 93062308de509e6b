// Loop templates, compiled once per instruction set (Cpu.h).
#include "janus/contract/ScalarMathActivation.h"
#include "janus/contract/ScalarMathBinary.h"
#include "janus/contract/ScalarMathLoss.h"
#include "janus/contract/ScalarMathSpecial.h"
#include "kernels/cpu/Cpu.h"
#include "kernels/cpu/elementwise/Loops.h"
#include "kernels/cpu/elementwise/ShortElements.inc.h"

namespace janus::JANUS_LEVEL {
namespace {

using Params = FormulaParam[4];

template <class R>
using StoredAs = std::conditional_t<std::is_same_v<R, bool>, uint8_t, R>;

// Elements of the operands, each given as a function of their place.
template <class F, class T, class O, class... A>
[[gnu::always_inline]] inline uint32_t row(O *o, int64_t n, const FormulaParam *p, A... a) {
  uint32_t problem = 0;
  if constexpr (requires { F::kFails; }) {
    for (int64_t i = 0; i < n; ++i)
      o[i] = F::apply(a(i)..., p, &problem);
  } else if constexpr (std::is_same_v<T, float> && requires { F::inDomain(a(0)...); }) {
    constexpr int64_t kBlock = 256;
    for (int64_t at = 0; at < n; at += kBlock) {
      int64_t end = at + kBlock < n ? at + kBlock : n;
      uint32_t inside = 1;
      for (int64_t i = at; i < end; ++i)
        inside &= F::inDomain(a(i)...);
      if (inside) {
#pragma GCC ivdep
        for (int64_t i = at; i < end; ++i)
          o[i] = F::apply(a(i)..., p);
      } else {
        for (int64_t i = at; i < end; ++i)
          o[i] = F::inDomain(a(i)...) ? F::apply(a(i)..., p) : F::outside(a(i)..., p);
      }
    }
  } else {
#pragma GCC ivdep
    for (int64_t i = 0; i < n; ++i)
      o[i] = F::apply(a(i)..., p);
  }
  return problem;
}
template <class T>
[[gnu::always_inline]] inline auto each(const void *x) {
  return [x = static_cast<const T *>(x)](int64_t i) [[gnu::always_inline]] { return x[i]; };
}
template <class T>
[[gnu::always_inline]] inline auto same(const void *x) {
  return [x = *static_cast<const T *>(x)](int64_t) [[gnu::always_inline]] { return x; };
}

// ---- one operand
template <class F, class T>
uint32_t unaryLoop(void *out, const void *const *in, uint32_t, int64_t n,
                   const FormulaParam *params) {
  Params p = {params[0], params[1], params[2], params[3]};
  using R = decltype(F::apply(T{}, p));
  return row<F, T>(static_cast<StoredAs<R> *>(out), n, p, each<T>(in[0]));
}

// ---- two operands: both dense, or one of them a single element
template <class F, class T>
auto binaryResult() {
  if constexpr (requires { F::kFails; })
    return T{};
  else
    return decltype(F::apply(T{}, T{}, nullptr)){};
}

template <class F, class T>
uint32_t binaryLoop(void *out, const void *const *in, uint32_t scalars, int64_t n,
                    const FormulaParam *params) {
  Params p = {params[0], params[1], params[2], params[3]};
  auto *o = static_cast<StoredAs<decltype(binaryResult<F, T>())> *>(out);
  const void *a = in[0], *b = in[1];
  if (scalars == 0)
    return row<F, T>(o, n, p, each<T>(a), each<T>(b));
  if (scalars == 2)
    return row<F, T>(o, n, p, each<T>(a), same<T>(b));
  if (scalars == 1)
    return row<F, T>(o, n, p, same<T>(a), each<T>(b));
  return row<F, T>(o, n, p, same<T>(a), same<T>(b));
}

// ---- two operands of 16 bits, converted in registers
#if defined(__F16C__)
template <class F, class... Others>
constexpr bool kIsOneOf = (std::is_same_v<F, Others> || ...);
// Formulas so short that converting a chunk of the operands first would take most of the time.
template <class F>
constexpr bool kHasShortLoops = kIsOneOf<F, scalar::Add, scalar::Sub, scalar::Mul, scalar::Div>;

[[gnu::always_inline]] inline Half asShort(float v, Half) {
  return toHalf(v);
}
[[gnu::always_inline]] inline BFloat16 asShort(float v, BFloat16) {
  return toBFloat16(v);
}
// Elements or sixteen of them, as each() gives elements.
template <class Short>
struct ShortElements {
  const Short *x;
  SixteenFloats sixteen(int64_t i) const { return sixteenAt(x + i); }
  float one(int64_t i) const { return toFloat(x[i]); }
};
struct SameElement {
  float x;
  SixteenFloats sixteen(int64_t) const { return sixteenOf(x); }
  float one(int64_t) const { return x; }
};
template <class F, class Short, class A, class B>
[[gnu::always_inline]] inline void shortRow(Short *o, int64_t n, const FormulaParam *p, A a, B b) {
  constexpr int64_t kStep = SixteenFloats::kCount;
  int64_t i = 0;
  for (; i + kStep <= n; i += kStep)
    put(o + i, F::apply(a.sixteen(i), b.sixteen(i), p));
  for (; i < n; ++i)
    o[i] = asShort(F::apply(a.one(i), b.one(i), p), Short{});
}
template <class F, class Short>
uint32_t shortLoop(void *out, const void *const *in, uint32_t scalars, int64_t n,
                   const FormulaParam *params) {
  auto *o = static_cast<Short *>(out);
  auto elements = [&](int k) { return ShortElements<Short>{static_cast<const Short *>(in[k])}; };
  auto number = [&](int k) { return SameElement{*static_cast<const float *>(in[k])}; };
  if (scalars == 0)
    shortRow<F>(o, n, params, elements(0), elements(1));
  else if (scalars == 2)
    shortRow<F>(o, n, params, elements(0), number(1));
  else if (scalars == 1)
    shortRow<F>(o, n, params, number(0), elements(1));
  else
    shortRow<F>(o, n, params, number(0), number(1));
  return scalar::kNoProblem;
}
#endif

// ---- three operands, all dense (single elements were spread before)
template <class F, class T>
uint32_t ternaryLoop(void *out, const void *const *in, uint32_t, int64_t n,
                     const FormulaParam *params) {
  Params p = {params[0], params[1], params[2], params[3]};
  return row<F, T>(static_cast<T *>(out), n, p, each<T>(in[0]), each<T>(in[1]), each<T>(in[2]));
}

// ---- sets: null where the formula has no overload for the type
// A formula of int64_t alone must not take a float by conversion.
template <class F>
constexpr bool integerOnly() {
  if constexpr (
      requires { static_cast<int64_t (*)(int64_t, int64_t, const FormulaParam *)>(&F::apply); } &&
      !requires { static_cast<float (*)(float, float, const FormulaParam *)>(&F::apply); } &&
      !requires { static_cast<bool (*)(float, float, const FormulaParam *)>(&F::apply); })
    return true;
  if constexpr (
      requires { static_cast<int64_t (*)(int64_t, const FormulaParam *)>(&F::apply); } &&
      !requires { static_cast<float (*)(float, const FormulaParam *)>(&F::apply); } &&
      !requires { static_cast<bool (*)(float, const FormulaParam *)>(&F::apply); })
    return true;
  return false;
}

template <class F>
constexpr LoopSet unarySet() {
  LoopSet s = {};
  if constexpr (!integerOnly<F>()) {
    s.f32 = unaryLoop<F, float>;
    s.f64 = unaryLoop<F, double>;
    s.boolResult = std::is_same_v<decltype(F::apply(1.0f, nullptr)), bool>;
  }
  if constexpr (F::kIntegers)
    s.i64 = unaryLoop<F, int64_t>;
  return s;
}
template <class F>
constexpr LoopSet binarySet() {
  LoopSet s = {};
  if constexpr (!integerOnly<F>()) {
    s.f32 = binaryLoop<F, float>;
    s.f64 = binaryLoop<F, double>;
    s.boolResult = std::is_same_v<decltype(binaryResult<F, float>()), bool>;
  }
  if constexpr (F::kIntegers)
    s.i64 = binaryLoop<F, int64_t>;
#if defined(__F16C__)
  if constexpr (kHasShortLoops<F>) {
    s.f16 = shortLoop<F, Half>;
    s.bf16 = shortLoop<F, BFloat16>;
  }
#endif
  return s;
}
template <class F>
constexpr LoopSet ternarySet() {
  LoopSet s = {};
  s.f32 = ternaryLoop<F, float>;
  s.f64 = ternaryLoop<F, double>;
  if constexpr (F::kIntegers)
    s.i64 = ternaryLoop<F, int64_t>;
  return s;
}

}  // namespace
}  // namespace janus::JANUS_LEVEL
