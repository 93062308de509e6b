// One scalar formula per elementwise operation, on host and device: eager, fused and CUDA kernels
// come from here. A formula is a struct named after its row of the op table with
//
//   static T apply(T x, ...operands, const FormulaParam *p)
//
// for T in float, double and, where kIntegers says so, int64_t. Other element types are converted:
// half types compute in float, smaller integers and bool in int64 (wrapping as they must). A
// formula with `inDomain(float)` is fast there and takes `outside` elsewhere. Numbers of the schema
// are in `p`, in its order. All is inlined always, for several instruction sets.
#pragma once

#include "janus/contract/FloatMath.h"
#include "janus/contract/GammaFunctions.h"
#include "janus/contract/SpecialFunctions.h"

#include <limits>
#include <type_traits>

namespace janus {

struct FormulaParam {
  double f = 0;
  int64_t i = 0;
  bool isMissing = false;  // None was given
  template <class T>
  JN_FORMULA T as() const {
    if constexpr (std::is_floating_point_v<T>)
      return static_cast<T>(f);
    else
      return static_cast<T>(i);
  }
};

namespace scalar {

using Param = FormulaParam;
template <class T>
inline constexpr bool kIsFloat = std::is_floating_point_v<T>;
struct FloatOnly {
  static constexpr bool kIntegers = false;
};
struct AnyNumber {
  static constexpr bool kIntegers = true;
};

// The library's function, or ours where there is a fast one for float.
#define JN_FAST(id, ours, libs)                                                                    \
  struct id : FloatOnly {                                                                          \
    JN_FORMULA static float apply(float x, const Param *) { return ours(x); }                      \
    JN_FORMULA static double apply(double x, const Param *) { return libs(x); }                    \
  };
#define JN_LIBRARY(id, libs)                                                                       \
  struct id : FloatOnly {                                                                          \
    JN_FORMULA static float apply(float x, const Param *) {                                        \
      return static_cast<float>(libs(static_cast<double>(x)));                                     \
    }                                                                                              \
    JN_FORMULA static double apply(double x, const Param *) { return libs(x); }                    \
  };
JN_FAST(Exp, floatmath::exp, std::exp)
JN_FAST(Expm1, floatmath::expm1, std::expm1)
JN_FAST(Log, floatmath::log, std::log)
JN_FAST(Log1p, floatmath::log1p, std::log1p)
JN_FAST(Tanh, floatmath::tanh, std::tanh)
JN_FAST(Erf, floatmath::erf, std::erf)
JN_FAST(Sqrt, std::sqrt, std::sqrt)
JN_LIBRARY(Exp2, std::exp2)
JN_LIBRARY(Log2, std::log2)
JN_LIBRARY(Log10, std::log10)
JN_LIBRARY(Tan, std::tan)
JN_LIBRARY(Asin, std::asin)
JN_LIBRARY(Acos, std::acos)
JN_LIBRARY(Atan, std::atan)
JN_LIBRARY(Sinh, std::sinh)
JN_LIBRARY(Cosh, std::cosh)
JN_LIBRARY(Asinh, std::asinh)
JN_LIBRARY(Acosh, std::acosh)
JN_LIBRARY(Atanh, std::atanh)
JN_LIBRARY(Erfc, std::erfc)
JN_LIBRARY(Lgamma, std::lgamma)
JN_LIBRARY(Erfcx, scaledErfc)
JN_LIBRARY(Erfinv, inverseErf)
JN_LIBRARY(Digamma, digamma)
JN_LIBRARY(SphericalBesselJ0, sphericalBesselJ0)
#undef JN_FAST
#undef JN_LIBRARY

struct Sin : FloatOnly {
  JN_FORMULA static bool inDomain(float x) { return std::fabs(x) < floatmath::kLargestReduced; }
  JN_FORMULA static float outside(float x, const Param *) {
    return static_cast<float>(std::sin(static_cast<double>(x)));
  }
  JN_FORMULA static float apply(float x, const Param *) { return floatmath::sinReduced(x); }
  JN_FORMULA static double apply(double x, const Param *) { return std::sin(x); }
};
struct Cos : FloatOnly {
  JN_FORMULA static bool inDomain(float x) { return std::fabs(x) < floatmath::kLargestReduced; }
  JN_FORMULA static float outside(float x, const Param *) {
    return static_cast<float>(std::cos(static_cast<double>(x)));
  }
  JN_FORMULA static float apply(float x, const Param *) { return floatmath::cosReduced(x); }
  JN_FORMULA static double apply(double x, const Param *) { return std::cos(x); }
};

JN_FORMULA float exponential(float x) {
  return floatmath::exp(x);
}
JN_FORMULA double exponential(double x) {
  return std::exp(x);
}
JN_FORMULA float logarithm(float x) {
  return floatmath::log(x);
}
JN_FORMULA double logarithm(double x) {
  return std::log(x);
}
JN_FORMULA float logarithm1p(float x) {
  return floatmath::log1p(x);
}
JN_FORMULA double logarithm1p(double x) {
  return std::log1p(x);
}
JN_FORMULA float exponentialMinus1(float x) {
  return floatmath::expm1(x);
}
JN_FORMULA double exponentialMinus1(double x) {
  return std::expm1(x);
}
JN_FORMULA float hyperbolicTangent(float x) {
  return floatmath::tanh(x);
}
JN_FORMULA double hyperbolicTangent(double x) {
  return std::tanh(x);
}
template <class T>
JN_FORMULA T logistic(T x) {
  return T(1) / (T(1) + exponential(-x));
}

struct Rsqrt : FloatOnly {
  template <class T>
  JN_FORMULA static T apply(T x, const Param *) {
    return T(1) / std::sqrt(x);
  }
};
struct Reciprocal : FloatOnly {
  template <class T>
  JN_FORMULA static T apply(T x, const Param *) {
    return T(1) / x;
  }
};
struct Sigmoid : FloatOnly {
  template <class T>
  JN_FORMULA static T apply(T x, const Param *) {
    return logistic(x);
  }
};

#define JN_BESSEL(id, order, factor)                                                               \
  struct id : FloatOnly {                                                                          \
    template <class T>                                                                             \
    JN_FORMULA static T apply(T x, const Param *) {                                                \
      return static_cast<T>(scaledBesselI<order>(x)) * factor;                                     \
    }                                                                                              \
  };
JN_BESSEL(I0, 0, std::exp(std::fabs(x)))
JN_BESSEL(I0e, 0, T(1))
JN_BESSEL(I1, 1, std::exp(std::fabs(x)))
JN_BESSEL(I1e, 1, T(1))
#undef JN_BESSEL

// ---- same type
#define JN_UNARY(id, expression)                                                                   \
  struct id : AnyNumber {                                                                          \
    template <class T>                                                                             \
    JN_FORMULA static T apply(T x, const Param *) {                                                \
      return expression;                                                                           \
    }                                                                                              \
  };
template <class T>
JN_FORMULA T wrappedNegative(T x) {
  if constexpr (kIsFloat<T>)
    return -x;
  else
    return static_cast<T>(0 - static_cast<uint64_t>(x));
}
template <class T>
JN_FORMULA T wrappedProduct(T a, T b) {
  if constexpr (kIsFloat<T>)
    return a * b;
  else
    return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
template <class T>
JN_FORMULA T wrappedSum(T a, T b) {
  if constexpr (kIsFloat<T>)
    return a + b;
  else
    return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
// a + b * c, rounded once, also by a loop that could have the product before it.
template <class T>
JN_FORMULA T sumWithProduct(T a, T b, T c) {
  if constexpr (kIsFloat<T>)
    return std::fma(b, c, a);
  else
    return wrappedSum(a, wrappedProduct(b, c));
}
template <class T>
JN_FORMULA T wrappedDifference(T a, T b) {
  if constexpr (kIsFloat<T>)
    return a - b;
  else
    return static_cast<T>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}
template <class T>
JN_FORMULA T magnitude(T x) {
  if constexpr (kIsFloat<T>)
    return std::fabs(x);
  else
    return x < 0 ? wrappedNegative(x) : x;
}
JN_UNARY(Neg, wrappedNegative(x))
JN_UNARY(Abs, magnitude(x))
JN_UNARY(Sign, static_cast<T>((x > T(0)) - (x < T(0))))
// Of a real number: itself, and 0 or pi.
JN_UNARY(ConjPhysical, x)
struct Angle : FloatOnly {
  template <class T>
  JN_FORMULA static T apply(T x, const Param *) {
    return x < T(0) ? T(3.14159265358979323846) : (x == x ? T(0) : x);
  }
};
JN_UNARY(Sgn, static_cast<T>((x > T(0)) - (x < T(0))))
JN_UNARY(Square, wrappedProduct(x, x))
JN_UNARY(Relu, x < T(0) ? T(0) : x)
#undef JN_UNARY
#define JN_ROUNDING(id, expression)                                                                \
  struct id : AnyNumber {                                                                          \
    template <class T>                                                                             \
    JN_FORMULA static T apply(T x, const Param *) {                                                \
      if constexpr (kIsFloat<T>)                                                                   \
        return expression;                                                                         \
      else                                                                                         \
        return x;                                                                                  \
    }                                                                                              \
  };
JN_ROUNDING(Floor, std::floor(x))
JN_ROUNDING(Ceil, std::ceil(x))
JN_ROUNDING(Trunc, std::trunc(x))
#undef JN_ROUNDING
struct Frac : FloatOnly {
  template <class T>
  JN_FORMULA static T apply(T x, const Param *) {
    return x - std::trunc(x);
  }
};
struct BitwiseNot : AnyNumber {
  JN_FORMULA static int64_t apply(int64_t x, const Param *) { return ~x; }
};
struct RoundDecimals : AnyNumber {  // p[0]: decimals
  template <class T>
  JN_FORMULA static T apply(T x, const Param *p) {
    if constexpr (!kIsFloat<T>) {
      return x;
    } else {
      if (p[0].i == 0)
        return std::nearbyint(x);
      T ten = static_cast<T>(std::pow(10.0, static_cast<double>(p[0].i < 0 ? -p[0].i : p[0].i)));
      return p[0].i > 0 ? std::nearbyint(x * ten) / ten : std::nearbyint(x / ten) * ten;
    }
  }
};

// ---- predicates
#define JN_PREDICATE(id, onFloat, onInteger)                                                       \
  struct id : AnyNumber {                                                                          \
    template <class T>                                                                             \
    JN_FORMULA static bool apply(T x, const Param *) {                                             \
      if constexpr (kIsFloat<T>)                                                                   \
        return onFloat;                                                                            \
      else                                                                                         \
        return onInteger;                                                                          \
    }                                                                                              \
  };
JN_PREDICATE(LogicalNot, x == T(0), x == 0)
JN_PREDICATE(IsNan, x != x, x != x)
JN_PREDICATE(IsInf, std::fabs(x) == std::numeric_limits<T>::infinity(), x != x)
JN_PREDICATE(IsFinite, std::fabs(x) < std::numeric_limits<T>::infinity(), x == x)
JN_PREDICATE(IsPosInf, x == std::numeric_limits<T>::infinity(), x != x)
JN_PREDICATE(IsNegInf, x == -std::numeric_limits<T>::infinity(), x != x)
JN_PREDICATE(SignBit, std::signbit(x), x < 0)
#undef JN_PREDICATE

}  // namespace scalar
}  // namespace janus
