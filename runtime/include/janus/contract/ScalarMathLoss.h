// Formulas of losses, element by element, and of their gradients (see ScalarMath.h). Gradients take
// input and target first, then the output gradient; p[0] is the factor of the reduction, p[1] the
// threshold.
#pragma once

#include "janus/contract/ScalarMathActivation.h"

namespace janus::scalar {

#define JN_LOSS(id, expression)                                                                    \
  struct id : FloatOnly {                                                                          \
    template <class T>                                                                             \
    JN_FORMULA static T apply(T x, T t, const Param *p) {                                          \
      (void)p;                                                                                     \
      return expression;                                                                           \
    }                                                                                              \
  };
#define JN_LOSS_GRADIENT(id, expression)                                                           \
  struct id : FloatOnly {                                                                          \
    template <class T>                                                                             \
    JN_FORMULA static T apply(T x, T t, T g, const Param *p) {                                     \
      (void)p;                                                                                     \
      return expression;                                                                           \
    }                                                                                              \
  };

JN_LOSS(SquaredDifference, (x - t) * (x - t))
JN_LOSS_GRADIENT(SquaredDifferenceBackward, p[0].as<T>() * (x - t) * g)

template <class T>
JN_FORMULA T smoothDistance(T z, T beta) {
  return z < beta ? T(0.5) * z * z / beta : z - T(0.5) * beta;
}
JN_LOSS(SmoothL1, smoothDistance(std::fabs(x - t), p[0].as<T>()))
template <class T>
JN_FORMULA T smoothSlope(T difference, T g, T norm, T beta) {
  return difference <= -beta ? -norm * g
                             : (difference >= beta ? norm * g : norm * difference * g / beta);
}
JN_LOSS_GRADIENT(SmoothL1Backward, smoothSlope(x - t, g, p[0].as<T>(), p[1].as<T>()))

template <class T>
JN_FORMULA T huberDistance(T z, T delta) {
  return z <= delta ? T(0.5) * z * z : delta * (z - T(0.5) * delta);
}
JN_LOSS(Huber, huberDistance(std::fabs(x - t), p[0].as<T>()))
template <class T>
JN_FORMULA T huberSlope(T difference, T g, T norm, T delta) {
  return difference <= -delta ? -norm * g * delta
                              : (difference >= delta ? norm * g * delta : norm * difference * g);
}
JN_LOSS_GRADIENT(HuberBackward, huberSlope(x - t, g, p[0].as<T>(), p[1].as<T>()))

// Logarithms stop at -100, so that a certain and wrong answer has a finite loss.
template <class T>
JN_FORMULA T limitedLog(T log) {
  return log < T(-100) ? T(-100) : log;
}
JN_LOSS(BinaryCrossEntropy, (t - T(1)) * limitedLog(logarithm1p(-x)) - t * limitedLog(logarithm(x)))
template <class T>
JN_FORMULA T probabilitySpread(T x) {
  T spread = (T(1) - x) * x;
  return spread < T(1e-12) ? T(1e-12) : spread;
}
JN_LOSS_GRADIENT(BinaryCrossEntropyBackward, g *(x - t) / probabilitySpread(x))

template <class T>
JN_FORMULA T logSigmoid(T x) {
  return (x < T(0) ? x : T(0)) - logarithm1p(exponential(x < T(0) ? x : -x));
}
JN_LOSS(LogitsLoss, (T(1) - t) * x - logSigmoid(x))
JN_LOSS(LogitsSlope, logistic(x) - t)
// The third operand is the weight of the positive class.
JN_LOSS_GRADIENT(WeightedLogitsLoss, (T(1) - t) * x - logSigmoid(x) * ((g - T(1)) * t + T(1)))
JN_LOSS_GRADIENT(WeightedLogitsSlope, (g * t + T(1) - t) * logistic(x) - g * t)
#undef JN_LOSS
#undef JN_LOSS_GRADIENT

}  // namespace janus::scalar
