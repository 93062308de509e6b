// Functions of double that the C library lacks; those about the gamma function are in
// GammaFunctions.h.
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
  return order && signedX < 0 ? -sum : sum;  // PyTorch answers 0 for -0
}

// The inverse of the standard normal distribution function: quotients of polynomials in the middle
// and in the two tails (Wichura, Algorithm AS 241, 1988), which have 16 digits.
JN_FORMULA double inverseNormal(double p) {
  constexpr double kMiddle[2][8] = {
      {3.3871328727963666080, 1.3314166789178437745e2, 1.9715909503065514427e3,
       1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
       3.3430575583588128105e4, 2.5090809287301226727e3},
      {1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
       2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4,
       5.2264952788528545610e3}};
  constexpr double kTail[2][8] = {
      {1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550,
       3.64784832476320460504, 1.27045825245236838258, 2.41780725177450611770e-1,
       2.27238449892691845833e-2, 7.74545014278341407640e-4},
      {1, 2.05319162663775882187, 1.67638483018380384940, 6.89767334985100004550e-1,
       1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
       1.05075007164441684324e-9}};
  constexpr double kFar[2][8] = {
      {6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580,
       2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
       2.71155556874348757815e-5, 2.01033439929228813265e-7},
      {1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
       7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
       2.04426310338993978564e-15}};
  if (!(p >= 0 && p <= 1))
    return NAN;
  if (p == 0 || p == 1)
    return p == 0 ? -HUGE_VAL : HUGE_VAL;
  auto quotient = [](const double(&of)[2][8], double at) {
    double above = of[0][7], below = of[1][7];
    for (int k = 6; k >= 0; --k) {
      above = above * at + of[0][k];
      below = below * at + of[1][k];
    }
    return above / below;
  };
  double centered = p - 0.5;
  if (std::fabs(centered) <= 0.425)
    return centered * quotient(kMiddle, 0.180625 - centered * centered);
  double root = std::sqrt(-std::log(centered < 0 ? p : 1 - p));
  double size = root <= 5 ? quotient(kTail, root - 1.6) : quotient(kFar, root - 5);
  return centered < 0 ? -size : size;
}

// The logarithm of the standard normal distribution function, with all its digits far below 0, too.
JN_FORMULA double logNormal(double x) {
  constexpr double kRoot = 0.70710678118654752440;
  return x < -1 ? std::log(scaledErfc(-x * kRoot) / 2) - x * x / 2
                : std::log1p(-std::erfc(x * kRoot) / 2);
}

// Bessel functions of the C library, which torch leaves undefined at infinities.
JN_FORMULA double besselJ0(double x) {
  return std::isinf(x) ? NAN : ::j0(x);
}
JN_FORMULA double besselJ1(double x) {
  return std::isinf(x) ? NAN : ::j1(x);
}
JN_FORMULA double besselY0(double x) {
  return x == 0 ? -HUGE_VAL : !(x > 0) || std::isinf(x) ? NAN : ::y0(x);
}
JN_FORMULA double besselY1(double x) {
  return x == 0 ? -HUGE_VAL : !(x > 0) || std::isinf(x) ? NAN : ::y1(x);
}

// The modified Bessel function of the second kind times exp(x), from
//   K(order, x) = integral from 0 of exp(-x cosh t) cosh(order t) dt
// by the trapezoidal rule, which has all digits of an integrand that falls so fast; from 30 on by
// the asymptotic series (DLMF 10.32.9, 10.40.2).
JN_FORMULA double scaledBesselK(double order, double x) {
  if (!(x > 0))
    return x == 0 ? HUGE_VAL : NAN;
  constexpr double kStep = 0.125, kPi = 3.14159265358979323846;
  double sum = x > 30 ? 1 : 0.5, term = 1;
  if (x > 30) {
    for (int k = 1; k < 40 && std::fabs(term) > 1e-17; ++k) {
      term *= (4 * order * order - (2.0 * k - 1) * (2.0 * k - 1)) / (8.0 * k * x);
      sum += term;
    }
    return sum * std::sqrt(kPi / (2 * x));
  }
  for (double t = kStep; term > sum * 1e-18; t += kStep) {
    double half = std::sinh(t / 2);
    term = std::exp(-2 * x * half * half) * std::cosh(order * t);
    sum += term;
  }
  return sum * kStep;
}

// The Airy function Ai: beyond 1 a function K, below -9 the asymptotic series (DLMF 9.6.2, 9.7.9),
// else the solution of y'' = x y from 0 on, by its Taylor series at places 1 apart.
JN_FORMULA double airyAi(double x) {
  constexpr double kPi = 3.14159265358979323846;
  if (!std::isfinite(x))
    return NAN;
  double angle = 2.0 / 3 * std::fabs(x) * std::sqrt(std::fabs(x));
  if (x > 1)
    return x > 104 ? 0 : std::sqrt(x / 3) / kPi * scaledBesselK(1.0 / 3, angle) * std::exp(-angle);
  if (x < -9) {
    double even = 1, odd = 0, term = 1;
    for (int k = 1; k < 20; ++k) {
      term *= (6.0 * k - 5) * (6.0 * k - 3) * (6.0 * k - 1) / (216.0 * k * (2 * k - 1) * angle);
      (k % 2 ? odd : even) += k % 4 > 1 ? -term : term;
    }
    return (std::cos(angle - kPi / 4) * even + std::sin(angle - kPi / 4) * odd) /
           std::sqrt(kPi * std::sqrt(-x));
  }
  double y = 0.355028053887817239, slope = -0.258819403792806798, at = 0;
  do {
    double step = x - at < -1 ? -1 : x - at;
    // Terms of y: c[n + 2] h^2 (n + 1) (n + 2) = at c[n] h^2 + c[n - 1] h^3.
    double before = 0, now = y, next = slope * step, value = now + next, rise = next;
    for (int n = 0; n < 30; ++n) {
      double after = step * step * (at * now + step * before) / ((n + 1) * (n + 2));
      before = now;
      now = next;
      next = after;
      value += after;
      rise += (n + 2) * after;
    }
    if (step != 0)
      slope = rise / step;
    y = value;
    at += step;
  } while (at > x);
  return y;
}

}  // namespace janus::scalar
