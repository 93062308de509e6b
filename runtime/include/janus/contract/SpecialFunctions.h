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

// exp(x * x) * erfc(x): as it stands where both factors keep their digits, by erfc's continued
// fraction beyond.
JN_FORMULA double scaledErfc(double x) {
  constexpr double kPi = 3.14159265358979323846;
  double a = std::fabs(x), value;
  if (a < 2) {
    value = std::exp(a * a) * std::erfc(a);
  } else {
    double fraction = a;
    for (int k = 60; k > 0; --k)
      fraction = a + 0.5 * k / fraction;
    value = 1 / (std::sqrt(kPi) * fraction);
  }
  return x < 0 ? 2 * std::exp(a * a) - value : value;
}

// sin(x) / x, by its powers near 0.
JN_FORMULA double sphericalBesselJ0(double x) {
  if (std::isinf(x))
    return 0;
  if (!(std::fabs(x) < 0.5))
    return std::sin(x) / x;
  double sum = 1;
  for (int k = 12; k > 0; k -= 2)
    sum = 1 - sum * x * x / (k * (k + 1));
  return sum;
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

// Modified Bessel functions of the first kind, of order 0 or 1, times exp(-|x|): the power series
// up to 30, from where on the asymptotic one has all digits.
template <int order>
JN_FORMULA double scaledBesselI(double signedX) {
  double x = std::fabs(signedX), term = 1, sum = 1;
  if (x <= 30) {
    term = sum = order ? x / 2 : 1;
    for (int k = 1; k < 200 && term > sum * 1e-17; ++k) {
      term *= x * x / (4.0 * k * (k + order));
      sum += term;
    }
    sum *= std::exp(-x);
  } else {
    for (int k = 1; k < 40 && std::fabs(term) > 1e-17; ++k) {
      term *= ((2.0 * k - 1) * (2.0 * k - 1) - 4.0 * order) / (8.0 * k * x);
      sum += term;
    }
    sum /= std::sqrt(2 * 3.14159265358979323846 * x);
  }
  return order ? std::copysign(sum, signedX) : sum;
}

// The regularised incomplete gamma function below x, or above it: a power series below a + 1, a
// continued fraction from there on.
JN_FORMULA double incompleteGamma(double a, double x, bool above) {
  if (!(a >= 0) || !(x >= 0) || (a == 0 && x == 0) || (a == HUGE_VAL && x == HUGE_VAL))
    return NAN;
  if (x == 0 || a == HUGE_VAL)
    return above;
  if (a == 0 || x == HUGE_VAL)
    return !above;
  if (x < a + 1) {
    double term = 1, sum = 1;
    for (int k = 1; k < 20000 && term > sum * 1e-17; ++k) {
      term *= x / (a + k);
      sum += term;
    }
    double below = sum * std::exp(a * std::log(x) - x - std::lgamma(a + 1));
    return above ? 1 - below : below;
  }
  // Denominators and numerators of the fraction as quotients of neighbours (modified Lentz).
  constexpr double kTiny = 1e-300;
  double b = x + 1 - a, c = 1 / kTiny, d = 1 / b, value = d;
  for (int k = 1; k < 20000; ++k) {
    double n = -static_cast<double>(k) * (k - a);
    b += 2;
    d = n * d + b;
    c = b + n / c;
    d = 1 / (d == 0 ? kTiny : d);
    c = c == 0 ? kTiny : c;
    value *= c * d;
    if (std::fabs(c * d - 1) < 1e-16)
      break;
  }
  double beyond = value * std::exp(a * std::log(x) - x - std::lgamma(a));
  return above ? beyond : 1 - beyond;
}

}  // namespace janus::scalar
