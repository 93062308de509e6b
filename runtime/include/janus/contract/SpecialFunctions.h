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

// The derivative of digamma by reflection, recurrence and the asymptotic series. As in PyTorch the
// reflection's sine is of the type T: at a pole of it the result is large, not infinite.
template <class T>
JN_FORMULA T trigamma(T x) {
  constexpr T kPi = T(3.14159265358979323846);
  T sum = 0;
  const bool reflects = x < T(0.5);
  if (reflects) {
    const T sine = std::sin(kPi * x);
    sum -= kPi * kPi / (sine * sine);
    x = 1 - x;
  }
  for (int k = 0; k < 6; ++k, x += 1)
    sum += 1 / (x * x);
  const T z = 1 / (x * x);
  sum += (1 + 1 / (2 * x) + z * (T(1) / 6 - z * (T(1) / 30 - z / 42))) / x;
  return reflects ? -sum : sum;
}

// The n-th derivative of digamma by recurrence to large x and the asymptotic series (n >= 1)
//   zeta(n + 1, x) ~ x^-n / n + x^-(n+1) / 2 + sum B_2k (n+1)...(n+2k-1) / (2k)! x^-(n+2k)
JN_FORMULA double polygamma(int64_t n, double x) {
  if (n == 0)
    return digamma(x);
  if (x <= 0 && x == std::floor(x))
    return n % 2 ? HUGE_VAL : -HUGE_VAL;
  double order = static_cast<double>(n), factorial = std::tgamma(order + 1), sum = 0;
  for (; x < 20; x += 1)
    sum += std::pow(x, -order - 1);
  constexpr double kBernoulli[] = {1.0 / 6,  -1.0 / 30,     1.0 / 42, -1.0 / 30,
                                   5.0 / 66, -691.0 / 2730, 7.0 / 6};
  double power = std::pow(x, -order);
  sum += power / order + power / x / 2;
  double rising = order + 1, fact = 2, p = power / (x * x);
  for (int k = 1; k <= 7; ++k) {
    sum += kBernoulli[k - 1] * rising / fact * p;
    rising *= (order + 2 * k) * (order + 2 * k + 1);
    fact *= (2 * k + 1) * (2 * k + 2);
    p /= x * x;
  }
  return (n % 2 ? 1 : -1) * factorial * sum;
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

// The Hurwitz zeta function, the sum of (q + k) ^ -x: terms up to q + 10, for the rest Euler's and
// Maclaurin's formula.
JN_FORMULA double hurwitzZeta(double x, double q) {
  if (x == 1)
    return HUGE_VAL;
  if (x < 1)
    return NAN;
  if (q <= 0 && q == std::floor(q))
    return HUGE_VAL;
  if (q <= 0 && x != std::floor(x))
    return NAN;
  // Bernoulli's numbers B(2k) / (2k)!
  constexpr double kFactors[] = {1.0 / 12,
                                 -1.0 / 720,
                                 1.0 / 30240,
                                 -1.0 / 1209600,
                                 1.0 / 47900160,
                                 -691.0 / 1307674368000.0,
                                 1.0 / 74724249600.0,
                                 -3617.0 / 10670622842880000.0};
  double sum = std::pow(q, -x), last = sum;
  for (int k = 1; k < 10 || q <= 9; ++k) {
    q += 1;
    last = std::pow(q, -x);
    sum += last;
    if (std::fabs(last) < std::fabs(sum) * 1e-17)
      return sum;
  }
  sum += last * q / (x - 1) - last / 2;
  double rising = x, power = last / q;
  for (int k = 0; k < 8; ++k) {
    sum += kFactors[k] * rising * power;
    rising *= (x + 2 * k + 1) * (x + 2 * k + 2);
    power /= q * q;
  }
  return sum;
}

}  // namespace janus::scalar
