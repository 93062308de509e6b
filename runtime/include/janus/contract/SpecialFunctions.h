// Functions of double that the C library lacks.
#pragma once

#include "janus/contract/FloatMath.h"

namespace janus::scalar {

// Inverse error function: a start from a fit of the logarithm, then Newton steps in double.
JN_FORMULA double inverseErf(double y) {
  if (y != y || y < -1.0 || y > 1.0)
    return NAN;
  if (y == 1.0 || y == -1.0)
    return y * HUGE_VAL;
  constexpr double kPi = 3.14159265358979323846, kA = 0.147;
  double l = std::log1p(-y * y), t = 2.0 / (kPi * kA) + 0.5 * l;
  double x = std::copysign(std::sqrt(std::sqrt(t * t - l / kA) - t), y);
  for (int i = 0; i < 3; ++i) {
    // Halley's step on erf(x) - y; erfc keeps the digits near 1.
    double error = x > 0.5 ? (1.0 - y) - std::erfc(x)
                           : (x < -0.5 ? std::erfc(-x) - (1.0 + y) : std::erf(x) - y);
    double slope = 2.0 / std::sqrt(kPi) * std::exp(-x * x);
    double step = error / slope;
    x -= step / (1.0 + x * step);
  }
  return x;
}

// digamma by reflection, recurrence to 10 and the asymptotic series.
JN_FORMULA double digamma(double x) {
  if (x == 0)
    return std::copysign(HUGE_VAL, -x);
  constexpr double kPi = 3.14159265358979323846;
  double result = 0;
  if (x < 0) {
    if (x == std::floor(x))
      return NAN;
    result = -kPi / std::tan(kPi * (x - std::nearbyint(x)));
    x = 1 - x;
  }
  for (; x < 10; x += 1)
    result -= 1 / x;
  double z = 1 / (x * x);
  double series =
      z * (1.0 / 12 - z * (1.0 / 120 -
                           z * (1.0 / 252 -
                                z * (1.0 / 240 - z * (1.0 / 132 - z * (691.0 / 32760 - z / 12))))));
  return result + std::log(x) - 0.5 / x - series;
}

}  // namespace janus::scalar
