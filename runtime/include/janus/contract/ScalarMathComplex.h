// Formulas of complex numbers, by the names that those of real numbers have in ScalarMath*.h: what
// is not here does not exist for complex operands. `T` is float or double. A formula that answers
// `T` gives a real result, one that answers bool a mask.
#pragma once

#include "janus/contract/ScalarMath.h"

#include <cmath>
#include <complex>
#include <limits>

namespace janus::complexmath {

template <class T>
using C = std::complex<T>;
using Param = FormulaParam;

// Products without the search for infinities that Annex G of C99 asks for, as torch's.
template <class T>
C<T> product(C<T> a, C<T> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
// By the larger part of the divisor, so that squares neither overflow nor vanish (Smith, 1962).
template <class T>
C<T> quotient(C<T> a, C<T> b) {
  T x = std::fabs(b.real()), y = std::fabs(b.imag());
  if (x >= y) {
    if (x == 0 && y == 0)
      return {a.real() / x, a.imag() / y};
    T ratio = b.imag() / b.real(), scale = T(1) / (b.real() + b.imag() * ratio);
    return {(a.real() + a.imag() * ratio) * scale, (a.imag() - a.real() * ratio) * scale};
  }
  T ratio = b.real() / b.imag(), scale = T(1) / (b.real() * ratio + b.imag());
  return {(a.real() * ratio + a.imag()) * scale, (a.imag() * ratio - a.real()) * scale};
}
// The first parameter of a formula, whose imaginary part is in the last.
template <class T>
C<T> firstOf(const Param *p) {
  return {static_cast<T>(p[0].f), static_cast<T>(p[3].f)};
}
template <class T>
bool isNan(C<T> x) {
  return x.real() != x.real() || x.imag() != x.imag();
}
template <class T>
bool isFinite(C<T> x) {
  return std::isfinite(x.real()) && std::isfinite(x.imag());
}

// ---- one operand
#define JANUS_OF_COMPLEX(id, ...)                                                                  \
  struct id {                                                                                      \
    template <class T>                                                                             \
    static auto apply(C<T> x, const Param *) {                                                     \
      return __VA_ARGS__;                                                                          \
    }                                                                                              \
  };
JANUS_OF_COMPLEX(Exp, std::exp(x))
JANUS_OF_COMPLEX(Exp2, std::exp(x *static_cast<T>(0.69314718055994530942)))
JANUS_OF_COMPLEX(Log, std::log(x))
JANUS_OF_COMPLEX(Log2, std::log(x) * static_cast<T>(1.44269504088896340736))
JANUS_OF_COMPLEX(Log10, std::log10(x))
JANUS_OF_COMPLEX(Sqrt, std::sqrt(x))
JANUS_OF_COMPLEX(Rsqrt, quotient(C<T>(1), std::sqrt(x)))
JANUS_OF_COMPLEX(Sin, std::sin(x))
JANUS_OF_COMPLEX(Cos, std::cos(x))
JANUS_OF_COMPLEX(Tan, std::tan(x))
JANUS_OF_COMPLEX(Asin, std::asin(x))
JANUS_OF_COMPLEX(Acos, std::acos(x))
JANUS_OF_COMPLEX(Atan, std::atan(x))
JANUS_OF_COMPLEX(Sinh, std::sinh(x))
JANUS_OF_COMPLEX(Cosh, std::cosh(x))
JANUS_OF_COMPLEX(Tanh, std::tanh(x))
JANUS_OF_COMPLEX(Asinh, std::asinh(x))
JANUS_OF_COMPLEX(Acosh, std::acosh(x))
JANUS_OF_COMPLEX(Atanh, std::atanh(x))
JANUS_OF_COMPLEX(Sigmoid, quotient(C<T>(1), C<T>(1) + std::exp(-x)))
JANUS_OF_COMPLEX(Silu, quotient(x, C<T>(1) + std::exp(-x)))
JANUS_OF_COMPLEX(Reciprocal, quotient(C<T>(1), x))
JANUS_OF_COMPLEX(Neg, -x)
JANUS_OF_COMPLEX(Square, product(x, x))
JANUS_OF_COMPLEX(Abs, std::abs(x))
JANUS_OF_COMPLEX(Angle, isNan(x) ? std::numeric_limits<T>::quiet_NaN() : std::arg(x))
JANUS_OF_COMPLEX(ConjPhysical, std::conj(x))
JANUS_OF_COMPLEX(LogicalNot, x == C<T>(0))
JANUS_OF_COMPLEX(IsNan, isNan(x))
JANUS_OF_COMPLEX(IsInf, std::isinf(x.real()) || std::isinf(x.imag()))
JANUS_OF_COMPLEX(IsFinite, isFinite(x))
// x / |x|
struct Sgn {
  template <class T>
  static C<T> apply(C<T> x, const Param *) {
    T size = std::abs(x);
    return size == 0 ? C<T>(0) : x / size;
  }
};
// exp(x) - 1 as expm1(a) cos(b) - 2 sin(b / 2)^2 + i exp(a) sin(b)
struct Expm1 {
  template <class T>
  static C<T> apply(C<T> x, const Param *) {
    T half = std::sin(x.imag() / 2);
    return {std::expm1(x.real()) * std::cos(x.imag()) - 2 * half * half,
            std::exp(x.real()) * std::sin(x.imag())};
  }
};
// The real part is log1p(2 a + a^2 + b^2) / 2.
struct Log1p {
  template <class T>
  static C<T> apply(C<T> x, const Param *) {
    T a = x.real(), b = x.imag();
    if (std::fabs(a) > T(0.5) || std::fabs(b) > T(0.5))
      return std::log(C<T>(1) + x);
    return {std::log1p(a * (2 + a) + b * b) / 2, std::atan2(b, 1 + a)};
  }
};

// ---- two operands
#define JANUS_OF_TWO(id, ...)                                                                      \
  struct id {                                                                                      \
    template <class T>                                                                             \
    static auto apply(C<T> a, C<T> b, const Param *) {                                             \
      return __VA_ARGS__;                                                                          \
    }                                                                                              \
  };
// With the products by 1 and -1 that torch computes, which show in signs of zeros.
JANUS_OF_TWO(Add, a + product(C<T>(1), b))
JANUS_OF_TWO(Sub, a + product(C<T>(-1), b))
JANUS_OF_TWO(Mul, product(a, b))
JANUS_OF_TWO(Div, quotient(a, b))
JANUS_OF_TWO(Eq, a == b)
JANUS_OF_TWO(Ne, a != b)
JANUS_OF_TWO(LogicalAnd, a != C<T>(0) && b != C<T>(0))
JANUS_OF_TWO(LogicalOr, a != C<T>(0) || b != C<T>(0))
JANUS_OF_TWO(LogicalXor, (a != C<T>(0)) != (b != C<T>(0)))
JANUS_OF_TWO(SigmoidBackward, product(a, product(C<T>(1) - b, b)))
JANUS_OF_TWO(TanhBackward, product(a, C<T>(1) - product(b, b)))
struct Pow {
  template <class T>
  static C<T> apply(C<T> a, C<T> b, const Param *) {
    if (b == C<T>(0))
      return C<T>(1);
    return b == C<T>(1) ? a : std::pow(a, b);
  }
};
// log(exp(a) + exp(b)), ordered by real parts.
struct LogAddExp {
  template <class T>
  static C<T> apply(C<T> a, C<T> b, const Param *) {
    if (isNan(a) || isNan(b))
      return {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::quiet_NaN()};
    C<T> low = a.real() < b.real() ? a : b, high = a.real() < b.real() ? b : a;
    if (std::isinf(low.real()) && low.real() < 0)
      return high;
    return std::log(C<T>(1) + std::exp(low - high)) + high;
  }
};
struct AddScaled {
  template <class T>
  static C<T> apply(C<T> a, C<T> b, const Param *p) {
    return a + product(firstOf<T>(p), b);
  }
};
struct LerpScalar {
  template <class T>
  static C<T> apply(C<T> a, C<T> b, const Param *p) {
    C<T> w = firstOf<T>(p);
    return std::abs(w) < T(0.5) ? a + product(w, b - a) : b - product(b - a, C<T>(1) - w);
  }
};
struct IsClose {  // p: rtol, atol, equal_nan
  template <class T>
  static bool apply(C<T> a, C<T> b, const Param *p) {
    if (a == b || (p[2].i && isNan(a) && isNan(b)))
      return true;
    T bound = static_cast<T>(p[1].f) + static_cast<T>(p[0].f) * std::abs(b);
    return isFinite(a) && isFinite(b) && std::abs(a - b) <= bound;
  }
};

// ---- three operands
struct Where {
  template <class T>
  static C<T> apply(C<T> condition, C<T> a, C<T> b, const Param *) {
    return condition != C<T>(0) ? a : b;
  }
};
struct AddCMul {
  template <class T>
  static C<T> apply(C<T> x, C<T> a, C<T> b, const Param *p) {
    return x + product(product(firstOf<T>(p), a), b);
  }
};
struct AddCDiv {
  template <class T>
  static C<T> apply(C<T> x, C<T> a, C<T> b, const Param *p) {
    return x + quotient(product(firstOf<T>(p), a), b);
  }
};
struct Lerp {
  template <class T>
  static C<T> apply(C<T> a, C<T> b, C<T> w, const Param *) {
    return std::abs(w) < T(0.5) ? a + product(w, b - a) : b - product(b - a, C<T>(1) - w);
  }
};

#undef JANUS_OF_COMPLEX
#undef JANUS_OF_TWO

}  // namespace janus::complexmath
