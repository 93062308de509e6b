// Formulas of elementwise operations with two and three operands (see ScalarMath.h). Operands have
// been promoted to one type T.
#pragma once

#include "janus/contract/ScalarMath.h"

namespace janus::scalar {

// What a formula could not compute; the loop collects them.
enum Problem : uint32_t { kNoProblem = 0, kDivisionByZero = 1, kNegativePower = 2 };

#define JN_BINARY(id, base, expression)                                                            \
  struct id : base {                                                                               \
    template <class T>                                                                             \
    JN_FORMULA static T apply(T a, T b, const Param *) {                                           \
      return expression;                                                                           \
    }                                                                                              \
  };
JN_BINARY(Add, AnyNumber, wrappedSum(a, b))
JN_BINARY(Sub, AnyNumber, wrappedDifference(a, b))
JN_BINARY(Mul, AnyNumber, wrappedProduct(a, b))
JN_BINARY(Div, FloatOnly, a / b)
struct AddScaled : AnyNumber {  // p[0]: alpha
  template <class T>
  JN_FORMULA static T apply(T a, T b, const Param *p) {
    return sumWithProduct(a, p[0].as<T>(), b);
  }
};

// Rounding down and up to the sign, as Python's // and %.
template <class T>
JN_FORMULA T floorQuotient(T a, T b) {
  if constexpr (kIsFloat<T>) {
    if (b == T(0))
      return a / b;
    T m = std::fmod(a, b);
    T q = (a - m) / b;
    if (m != T(0) && (b < T(0)) != (m < T(0)))
      q -= T(1);
    if (q == T(0))
      return std::copysign(T(0), a / b);
    T f = std::floor(q);
    return q - f > T(0.5) ? f + T(1) : f;
  } else {
    if (b == -1)
      return wrappedNegative(a);
    T q = a / b;
    return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
  }
}
template <class T>
JN_FORMULA T floorRemainder(T a, T b) {
  if constexpr (kIsFloat<T>) {
    T m = std::fmod(a, b);
    return m != T(0) && (b < T(0)) != (m < T(0)) ? m + b : m;
  } else {
    if (b == -1)
      return 0;
    T m = a % b;
    return m != 0 && (m < 0) != (b < 0) ? m + b : m;
  }
}
// Division of integers by zero is an error; 1 stands in for the divisor.
#define JN_DIVIDING(id, expression)                                                                \
  struct id : AnyNumber {                                                                          \
    static constexpr bool kFails = true;                                                           \
    template <class T>                                                                             \
    JN_FORMULA static T apply(T a, T b, const Param *, uint32_t *problem) {                        \
      if constexpr (!kIsFloat<T>) {                                                                \
        if (b == 0) {                                                                              \
          *problem |= kDivisionByZero;                                                             \
          b = 1;                                                                                   \
        }                                                                                          \
      }                                                                                            \
      return expression;                                                                           \
    }                                                                                              \
  };
template <class T>
JN_FORMULA T truncatedQuotient(T a, T b) {
  if constexpr (kIsFloat<T>)
    return std::trunc(a / b);
  else
    return b == -1 ? wrappedNegative(a) : a / b;
}
template <class T>
JN_FORMULA T truncatedRemainder(T a, T b) {
  if constexpr (kIsFloat<T>)
    return std::fmod(a, b);
  else
    return b == -1 ? 0 : a % b;
}
JN_DIVIDING(FloorDivide, floorQuotient(a, b))
JN_DIVIDING(TruncDivide, truncatedQuotient(a, b))
JN_DIVIDING(Remainder, floorRemainder(a, b))
JN_DIVIDING(Fmod, truncatedRemainder(a, b))
#undef JN_DIVIDING

JN_FORMULA int64_t integerPower(int64_t base, int64_t exponent) {
  if (exponent < 0)
    return base == 1 ? 1 : (base == -1 ? (exponent & 1 ? -1 : 1) : 0);
  uint64_t result = 1, factor = static_cast<uint64_t>(base);
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      result *= factor;
    factor *= factor;
  }
  return static_cast<int64_t>(result);
}
struct Pow : AnyNumber {
  // Without short circuits, which would keep loops from looking at several elements at once.
  JN_FORMULA static bool inDomain(float a, float b) {
    return (a >= 1.17549435e-38f) & (a < HUGE_VALF) & (std::fabs(b) < HUGE_VALF);
  }
  JN_FORMULA static float outside(float a, float b, const Param *) { return std::pow(a, b); }
  JN_FORMULA static float apply(float a, float b, const Param *) {
    return floatmath::powPositive(a, b);
  }
  JN_FORMULA static double apply(double a, double b, const Param *) { return std::pow(a, b); }
  JN_FORMULA static int64_t apply(int64_t a, int64_t b, const Param *) {
    return integerPower(a, b);
  }
};
JN_BINARY(Maximum, AnyNumber, a > b || a != a ? a : b)
JN_BINARY(Minimum, AnyNumber, a < b || a != a ? a : b)
JN_BINARY(Fmax, AnyNumber, a >= b || b != b ? a : b)
JN_BINARY(Fmin, AnyNumber, a <= b || b != b ? a : b)

#define JN_LIBRARY2(id, libs)                                                                      \
  struct id : FloatOnly {                                                                          \
    template <class T>                                                                             \
    JN_FORMULA static T apply(T a, T b, const Param *) {                                           \
      return libs(a, b);                                                                           \
    }                                                                                              \
  };
JN_LIBRARY2(Atan2, std::atan2)
JN_LIBRARY2(Hypot, std::hypot)
JN_LIBRARY2(Copysign, std::copysign)
JN_LIBRARY2(NextAfter, std::nextafter)
#undef JN_LIBRARY2
JN_BINARY(Igamma, FloatOnly, static_cast<T>(incompleteGamma(a, b, false)))
JN_BINARY(Igammac, FloatOnly, static_cast<T>(incompleteGamma(a, b, true)))
struct LogAddExp : FloatOnly {
  template <class T>
  JN_FORMULA static T apply(T a, T b, const Param *) {
    T high = a > b ? a : b, low = a > b ? b : a;
    if (std::isinf(high) && high == low)
      return high;
    if (a != a || b != b)
      return a + b;
    return high + logarithm1p(exponential(low - high));
  }
};
struct LogAddExp2 : FloatOnly {
  template <class T>
  JN_FORMULA static T apply(T a, T b, const Param *) {
    T high = a > b ? a : b, low = a > b ? b : a;
    if (std::isinf(high) && high == low)
      return high;
    if (a != a || b != b)
      return a + b;
    return high + logarithm1p(std::exp2(low - high)) * T(1.44269504088896340736);
  }
};
struct XLogY : FloatOnly {
  template <class T>
  JN_FORMULA static T apply(T a, T b, const Param *) {
    return b != b ? b : (a == T(0) ? T(0) : a * std::log(b));
  }
};
JN_BINARY(Heaviside, AnyNumber, a == T(0) ? b : static_cast<T>(a > T(0)))

#define JN_BITS(id, expression)                                                                    \
  struct id : AnyNumber {                                                                          \
    JN_FORMULA static int64_t apply(int64_t a, int64_t b, const Param *) { return expression; }    \
  };
JN_BITS(BitwiseAnd, a &b)
JN_BITS(BitwiseOr, a | b)
JN_BITS(BitwiseXor, a ^ b)
JN_BITS(LeftShift, b<0 || b> 63 ? 0 : static_cast<int64_t>(static_cast<uint64_t>(a) << b))
JN_BITS(RightShift, a >> (b < 0 || b > 63 ? 63 : b))
JN_FORMULA int64_t greatestCommonDivisor(int64_t a, int64_t b) {
  a = magnitude(a);
  b = magnitude(b);
  while (b) {
    int64_t t = a % b;
    a = b;
    b = t;
  }
  return a;
}
JN_BITS(Gcd, greatestCommonDivisor(a, b))
JN_BITS(Lcm, a &&b ? magnitude(wrappedProduct(a / greatestCommonDivisor(a, b), b)) : 0)
#undef JN_BITS

// ---- comparisons
#define JN_COMPARISON(id, expression)                                                              \
  struct id : AnyNumber {                                                                          \
    template <class T>                                                                             \
    JN_FORMULA static bool apply(T a, T b, const Param *) {                                        \
      return expression;                                                                           \
    }                                                                                              \
  };
JN_COMPARISON(Eq, a == b)
JN_COMPARISON(Ne, a != b)
JN_COMPARISON(Lt, a < b)
JN_COMPARISON(Le, a <= b)
JN_COMPARISON(Gt, a > b)
JN_COMPARISON(Ge, a >= b)
JN_COMPARISON(LogicalAnd, (a != T(0)) & (b != T(0)))
JN_COMPARISON(LogicalOr, (a != T(0)) | (b != T(0)))
JN_COMPARISON(LogicalXor, (a != T(0)) != (b != T(0)))
#undef JN_COMPARISON

struct IsClose : AnyNumber {  // p: rtol, atol, equal_nan
  template <class T>
  JN_FORMULA static bool apply(T a, T b, const Param *p) {
    if constexpr (kIsFloat<T>) {
      T bound = sumWithProduct(p[1].as<T>(), p[0].as<T>(), std::fabs(b));
      T distance = std::fabs(a - b);
      bool bothNan = p[2].i && a != a && b != b;
      return (a == b) | bothNan |
             ((distance <= bound) & (distance < std::numeric_limits<T>::infinity()));
    } else {
      return a == b || std::fabs(static_cast<double>(a) - static_cast<double>(b)) <=
                           p[1].f + p[0].f * std::fabs(static_cast<double>(b));
    }
  }
};

// ---- three operands
struct Where : AnyNumber {
  template <class T>
  JN_FORMULA static T apply(T condition, T a, T b, const Param *) {
    return condition != T(0) ? a : b;
  }
};
struct AddCMul : AnyNumber {  // p[0]: value
  template <class T>
  JN_FORMULA static T apply(T a, T b, T c, const Param *p) {
    return sumWithProduct(a, wrappedProduct(p[0].as<T>(), b), c);
  }
};
struct AddCDiv : FloatOnly {
  template <class T>
  JN_FORMULA static T apply(T a, T b, T c, const Param *p) {
    return a + p[0].as<T>() * b / c;
  }
};
template <class T>
JN_FORMULA T interpolate(T a, T b, T weight) {
  return std::fabs(weight) < T(0.5) ? sumWithProduct(a, weight, b - a)
                                    : sumWithProduct(b, -(b - a), T(1) - weight);
}
struct Lerp : FloatOnly {
  template <class T>
  JN_FORMULA static T apply(T a, T b, T c, const Param *) {
    return interpolate(a, b, c);
  }
};
struct LerpScalar : FloatOnly {  // p[0]: weight
  template <class T>
  JN_FORMULA static T apply(T a, T b, const Param *p) {
    return interpolate(a, b, p[0].as<T>());
  }
};
template <class T>
JN_FORMULA T limited(T x, T low, T high) {
  T y = x < low || low != low ? low : x;
  return y > high || high != high ? high : y;
}
struct ClampTensor : AnyNumber {
  template <class T>
  JN_FORMULA static T apply(T x, T low, T high, const Param *) {
    return x != x ? x : limited(x, low, high);
  }
};
struct Clamp : AnyNumber {  // p[0]: min, p[1]: max
  template <class T>
  JN_FORMULA static T apply(T x, const Param *p) {
    return x != x ? x : limited(x, p[0].as<T>(), p[1].as<T>());
  }
};
struct ClampMin : AnyNumber {
  template <class T>
  JN_FORMULA static T apply(T x, const Param *p) {
    return x < p[0].as<T>() || p[0].as<T>() != p[0].as<T>() ? p[0].as<T>() : x;
  }
};
struct ClampMax : AnyNumber {
  template <class T>
  JN_FORMULA static T apply(T x, const Param *p) {
    return x > p[0].as<T>() || p[0].as<T>() != p[0].as<T>() ? p[0].as<T>() : x;
  }
};
#undef JN_BINARY

}  // namespace janus::scalar
