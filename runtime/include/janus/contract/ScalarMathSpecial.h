// Formulas of torch.special that the C library lacks (see ScalarMath.h).
#pragma once

#include "janus/contract/ScalarMath.h"

namespace janus::scalar {

#define JN_SPECIAL(id, expression)                                                                 \
  struct id : FloatOnly {                                                                          \
    template <class T>                                                                             \
    JN_FORMULA static T apply(T x, const Param *) {                                                \
      return static_cast<T>(expression);                                                           \
    }                                                                                              \
  };
JN_SPECIAL(AiryAi, airyAi(x))
JN_SPECIAL(BesselJ0, besselJ0(x))
JN_SPECIAL(BesselJ1, besselJ1(x))
JN_SPECIAL(BesselY0, besselY0(x))
JN_SPECIAL(BesselY1, besselY1(x))
JN_SPECIAL(ModifiedBesselI0, std::isinf(x) ? T(NAN) : I0::apply(x, nullptr))
JN_SPECIAL(ModifiedBesselI1, std::isinf(x) ? T(NAN) : I1::apply(x, nullptr))
JN_SPECIAL(ModifiedBesselK0, scaledBesselK(0, x) * std::exp(-static_cast<double>(x)))
JN_SPECIAL(ModifiedBesselK1, scaledBesselK(1, x) * std::exp(-static_cast<double>(x)))
JN_SPECIAL(ScaledModifiedBesselK0, scaledBesselK(0, x))
JN_SPECIAL(ScaledModifiedBesselK1, scaledBesselK(1, x))
JN_SPECIAL(LogNdtr, logNormal(x))
JN_SPECIAL(Ndtri, inverseNormal(x))
#undef JN_SPECIAL

struct Entr : FloatOnly {
  template <class T>
  JN_FORMULA static T apply(T x, const Param *) {
    return x > T(0) ? -x * logarithm(x) : x == T(0) ? T(0) : x < T(0) ? -T(HUGE_VAL) : x;
  }
};

struct Polygamma : FloatOnly {  // p[0]: the order
  template <class T>
  JN_FORMULA static T apply(T x, const Param *p) {
    return p[0].i == 1 ? trigamma(x) : static_cast<T>(polygamma(p[0].i, x));
  }
};

// ---- polynomials of a degree that is an operand, too: 0 for one below 0

// The degree as a whole number; none for NaN and what is far too large.
template <class T>
JN_FORMULA int64_t degreeOf(T n) {
  return n > T(-1) && n < T(9e18) ? static_cast<int64_t>(n) : -1;
}

// Degree n from those of degree 0, which is 1, and degree 1.
template <class T, class Next>
JN_FORMULA T byRecurrence(int64_t n, T first, Next next) {
  if (n <= 0)
    return T(n == 0);
  T below = 1, value = first;
  for (int64_t k = 1; k < n && value == value; ++k) {
    T above = next(static_cast<T>(k), value, below);
    below = value;
    value = above;
  }
  return value;
}

// Chebyshev's polynomials of four kinds, which differ in degree 1; within (-1, 1) those of higher
// degrees are quotients of waves.
enum class Chebyshev : uint8_t { First, Second, Third, Fourth };
template <Chebyshev kind, class T>
JN_FORMULA T chebyshev(T x, T degree) {
  int64_t n = degreeOf(degree);
  T count = static_cast<T>(n), end = static_cast<T>(2 * n + 1);
  bool even = n % 2 == 0;
  if (n >= 0 && std::fabs(x) == T(1)) {
    if (kind == Chebyshev::First)
      return x > T(0) || even ? T(1) : T(-1);
    if (kind == Chebyshev::Second)
      return x > T(0) || even ? count + T(1) : -(count + T(1));
    if (kind == Chebyshev::Third)
      return x > T(0) ? T(1) : even ? end : -end;
    return x > T(0) ? end : even ? T(1) : T(-1);
  }
  if (n > (kind == Chebyshev::First ? 6 : 8) && std::fabs(x) < T(1)) {
    T angle = std::acos(x), half = angle / T(2);
    if (kind == Chebyshev::First)
      return std::cos(count * angle);
    if (kind == Chebyshev::Second)
      return std::sin((count + T(1)) * angle) / std::sin(angle);
    if (kind == Chebyshev::Fourth)
      return std::sin((count + T(0.5)) * angle) / std::sin(half);
    if (std::sin(half) == T(1))  // x is next to -1
      return even ? end : -end;
    return std::cos((count + T(0.5)) * angle) / std::cos(half);
  }
  constexpr int kShift[] = {0, 0, -1, 1};
  T first = kind == Chebyshev::First ? x : x + x + T(kShift[static_cast<int>(kind)]);
  return byRecurrence(n, first, [x](T, T value, T below) { return (x + x) * value - below; });
}

#define JN_POLYNOMIAL(id, expression)                                                              \
  struct id : FloatOnly {                                                                          \
    template <class T>                                                                             \
    JN_FORMULA static T apply(T x, T n, const Param *) {                                           \
      return expression;                                                                           \
    }                                                                                              \
  };
JN_POLYNOMIAL(ChebyshevPolynomialT, chebyshev<Chebyshev::First>(x, n))
JN_POLYNOMIAL(ChebyshevPolynomialU, chebyshev<Chebyshev::Second>(x, n))
JN_POLYNOMIAL(ChebyshevPolynomialV, chebyshev<Chebyshev::Third>(x, n))
JN_POLYNOMIAL(ChebyshevPolynomialW, chebyshev<Chebyshev::Fourth>(x, n))
JN_POLYNOMIAL(ShiftedChebyshevPolynomialT, chebyshev<Chebyshev::First>(x + x - T(1), n))
JN_POLYNOMIAL(ShiftedChebyshevPolynomialU, chebyshev<Chebyshev::Second>(x + x - T(1), n))
JN_POLYNOMIAL(ShiftedChebyshevPolynomialV, chebyshev<Chebyshev::Third>(x + x - T(1), n))
JN_POLYNOMIAL(ShiftedChebyshevPolynomialW, chebyshev<Chebyshev::Fourth>(x + x - T(1), n))
#undef JN_POLYNOMIAL

#define JN_POLYNOMIAL(id, limit, first, next)                                                      \
  struct id : FloatOnly {                                                                          \
    template <class T>                                                                             \
    JN_FORMULA static T apply(T x, T n, const Param *) {                                           \
      int64_t degree = degreeOf(n);                                                                \
      if (degree > (limit))                                                                        \
        return T(NAN);                                                                             \
      return byRecurrence(degree, first, [x](T k, T value, T below) { return next; });             \
    }                                                                                              \
  };
// Beyond their limit Hermite's polynomials are no numbers of the type.
template <class T>
inline constexpr int64_t kHermiteLimit = sizeof(T) == 4 ? 128 : 512;
JN_POLYNOMIAL(HermitePolynomialH, kHermiteLimit<T>, x + x, (x + x) * value - (k + k) * below)
JN_POLYNOMIAL(HermitePolynomialHe, kHermiteLimit<T>, x, (x * value) - (k * below))
JN_POLYNOMIAL(LaguerrePolynomialL, INT64_MAX, T(1) - x,
              ((k + k + (T(1) - x)) * value - k * below) / (k + T(1)))
JN_POLYNOMIAL(LegendrePolynomialP, INT64_MAX, x,
              ((k + k + T(1)) * x * value - k * below) / (k + T(1)))
#undef JN_POLYNOMIAL

struct Zeta : FloatOnly {
  template <class T>
  JN_FORMULA static T apply(T x, T q, const Param *) {
    return static_cast<T>(hurwitzZeta(x, q));
  }
};

struct XLog1PY : FloatOnly {
  template <class T>
  JN_FORMULA static T apply(T a, T b, const Param *) {
    return b != b ? b : (a == T(0) ? T(0) : a * std::log1p(b));
  }
};

}  // namespace janus::scalar
