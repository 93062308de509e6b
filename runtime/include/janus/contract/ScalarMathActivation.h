// Formulas of activations and of their gradients (see ScalarMath.h). Gradients take the output
// gradient first, then the input or output.
#pragma once

#include "janus/contract/ScalarMathBinary.h"

namespace janus::scalar {

#define JN_ACTIVATION(id, expression)                                                              \
  struct id : FloatOnly {                                                                          \
    template <class T>                                                                             \
    JN_FORMULA static T apply(T x, const Param *p) {                                               \
      (void)p;                                                                                     \
      return expression;                                                                           \
    }                                                                                              \
  };
#define JN_GRADIENT(id, expression)                                                                \
  struct id : FloatOnly {                                                                          \
    template <class T>                                                                             \
    JN_FORMULA static T apply(T g, T x, const Param *p) {                                          \
      (void)p;                                                                                     \
      return expression;                                                                           \
    }                                                                                              \
  };

template <class T>
inline constexpr T kSqrt2OverPi = T(0.79788456080286535588);
template <class T>
inline constexpr T kCubic = T(0.044715);

// The share of the standard normal distribution below x.
JN_FORMULA float normalBelow(float x) {
  return floatmath::normalBelow(x);
}
JN_FORMULA double normalBelow(double x) {
  return 0.5 * (1.0 + std::erf(x * 0.70710678118654752440));
}
JN_ACTIVATION(GeluErf, x *normalBelow(x))
template <class T>
JN_FORMULA T geluTangent(T x) {
  return hyperbolicTangent(kSqrt2OverPi<T> * (x + kCubic<T> * x * x * x));
}
JN_ACTIVATION(GeluTanh, T(0.5) * x * (T(1) + geluTangent(x)))
template <class T>
JN_FORMULA T geluErfSlope(T x) {
  T density = exponential(T(-0.5) * x * x) * (kSqrt2OverPi<T> * T(0.5));
  return normalBelow(x) + x * density;
}
JN_GRADIENT(GeluErfBackward, g *geluErfSlope(x))
template <class T>
JN_FORMULA T geluTanhSlope(T x) {
  T t = geluTangent(x);
  T inner = kSqrt2OverPi<T> * (T(1) + T(3) * kCubic<T> * x * x);
  return T(0.5) * (T(1) + t) + T(0.5) * x * (T(1) - t * t) * inner;
}
JN_GRADIENT(GeluTanhBackward, g *geluTanhSlope(x))

JN_ACTIVATION(Silu, x / (T(1) + exponential(-x)))
template <class T>
JN_FORMULA T siluSlope(T x) {
  T s = logistic(x);
  return s * (T(1) + x * (T(1) - s));
}
JN_GRADIENT(SiluBackward, g *siluSlope(x))

template <class T>
JN_FORMULA T softplus(T x) {
  return (x > T(0) ? x : T(0)) + logarithm1p(exponential(x > T(0) ? -x : x));
}
JN_ACTIVATION(Mish, x *hyperbolicTangent(softplus(x)))
template <class T>
JN_FORMULA T mishSlope(T x) {
  T t = hyperbolicTangent(softplus(x)), s = logistic(x);
  return t + x * s * (T(1) - t * t);
}
JN_GRADIENT(MishBackward, g *mishSlope(x))

// p: alpha, scale, input_scale
JN_ACTIVATION(Elu, x > T(0) ? x * p[1].as<T>()
                            : exponentialMinus1(x * p[2].as<T>()) * (p[0].as<T>() * p[1].as<T>()))
// p: alpha
JN_ACTIVATION(Celu, x > T(0) ? x : exponentialMinus1(x * T(1.0 / p[0].as<double>())) * p[0].as<T>())
// p: alpha, scale, input_scale, is_result
template <class T>
JN_FORMULA T eluGradient(T g, T x, const Param *p) {
  T negative = p[0].as<T>() * p[1].as<T>(), positive = p[1].as<T>(), slope = p[2].as<T>();
  T low = p[3].i ? g * slope * (x + negative) : g * slope * negative * exponential(x * slope);
  return x > T(0) ? g * positive : low;
}
JN_GRADIENT(EluBackward, eluGradient(g, x, p))

JN_ACTIVATION(LeakyRelu, x > T(0) ? x : x * p[0].as<T>())
JN_GRADIENT(LeakyReluBackward, x > T(0) ? g : g * p[0].as<T>())
struct Prelu : FloatOnly {  // x, and the slope of its channel
  template <class T>
  JN_FORMULA static T apply(T x, T slope, const Param *) {
    return x > T(0) ? x : slope * x;
  }
};
struct Hardtanh : Clamp {};
JN_GRADIENT(HardtanhBackward, x > p[0].as<T>() && x < p[1].as<T>() ? g : T(0))
// p: lambd
JN_ACTIVATION(Hardshrink, x >= -p[0].as<T>() && x <= p[0].as<T>() ? T(0) : x)
JN_GRADIENT(HardshrinkBackward, x<-p[0].as<T>() || x> p[0].as<T>() ? g : T(0))
template <class T>
JN_FORMULA T shrunk(T x, T by) {
  return x > by ? x - by : (x < -by ? x + by : x * T(0));
}
JN_ACTIVATION(Softshrink, shrunk(x, p[0].as<T>()))
template <class T>
JN_FORMULA T relu6(T x) {
  T y = x < T(0) ? T(0) : x;
  return y > T(6) ? T(6) : y;
}
JN_ACTIVATION(Hardswish, x *relu6(x + T(3)) / T(6))
JN_GRADIENT(HardswishBackward, x >= T(3) ? g : (x <= T(-3) ? T(0) : g * (x / T(3) + T(0.5))))
JN_ACTIVATION(Hardsigmoid, relu6(x + T(3)) / T(6))
JN_GRADIENT(HardsigmoidBackward, x > T(-3) && x < T(3) ? g * (T(1) / T(6)) : T(0))

// p: beta, threshold
JN_ACTIVATION(Softplus, x *p[0].as<T>() > p[1].as<T>()
                            ? x
                            : logarithm1p(exponential(x * p[0].as<T>())) / p[0].as<T>())
template <class T>
JN_FORMULA T softplusGradient(T g, T x, const Param *p) {
  T z = exponential(x * p[0].as<T>());
  return x * p[0].as<T>() > p[1].as<T>() ? g : g * z / (z + T(1));
}
JN_GRADIENT(SoftplusBackward, softplusGradient(g, x, p))
JN_ACTIVATION(LogSigmoid, (x < T(0) ? x : T(0)) - logarithm1p(exponential(x < T(0) ? x : -x)))
JN_GRADIENT(LogSigmoidBackward, g *logistic(-x))

struct Threshold : AnyNumber {  // p: threshold, value
  template <class T>
  JN_FORMULA static T apply(T x, const Param *p) {
    return x <= p[0].as<T>() ? p[1].as<T>() : x;
  }
};
struct ThresholdBackward : AnyNumber {  // p: threshold
  template <class T>
  JN_FORMULA static T apply(T g, T x, const Param *p) {
    return x <= p[0].as<T>() ? T(0) : g;
  }
};
JN_GRADIENT(SigmoidBackward, g *(T(1) - x) * x)
JN_GRADIENT(TanhBackward, g *(T(1) - x * x))

// p: eps, or -1
template <class T>
JN_FORMULA T logOdds(T x, const Param *p) {
  T eps = p[0].as<T>();
  T y = eps < T(0) ? x : (x < eps ? eps : (x > T(1) - eps ? T(1) - eps : x));
  return logarithm(y / (T(1) - y));
}
JN_ACTIVATION(Logit, logOdds(x, p))
// Outside of the range nothing moves, without a range the logarithm is undefined.
template <class T>
JN_FORMULA T logOddsGradient(T g, T x, const Param *p) {
  T eps = p[0].as<T>(), low = eps < T(0) ? T(0) : eps;
  T outside = eps < T(0) ? std::numeric_limits<T>::quiet_NaN() : T(0);
  return x < low || x > T(1) - low ? outside : g / (x * (T(1) - x));
}
JN_GRADIENT(LogitBackward, logOddsGradient(g, x, p))
struct NanToNum : AnyNumber {  // p: nan, posinf, neginf, which default to 0 and the largest numbers
  template <class T>
  JN_FORMULA static T apply(T x, const Param *p) {
    if constexpr (!kIsFloat<T>) {
      return x;
    } else {
      constexpr T kLargest = std::numeric_limits<T>::max();
      T high = p[1].isMissing ? kLargest : p[1].as<T>();
      T low = p[2].isMissing ? -kLargest : p[2].as<T>();
      return x != x ? p[0].as<T>()
                    : (x == std::numeric_limits<T>::infinity()
                           ? high
                           : (x == -std::numeric_limits<T>::infinity() ? low : x));
    }
  }
};
#undef JN_ACTIVATION
#undef JN_GRADIENT

}  // namespace janus::scalar
