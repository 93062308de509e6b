// The gamma function's derivatives, its incomplete forms and the zeta function.
#pragma once

#include "janus/contract/FloatMath.h"

namespace janus::scalar {

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

// log Gamma(1 + a) for 0 <= a <= 1, with all digits near 0, too: its power series, of which 1 / (1
// + a) is taken out (DLMF 5.7.3).
JN_FORMULA double logGammaOfOneAnd(double a) {
  // zeta(k) - 1 from k = 2 on
  constexpr double kZeta[] = {
      0.644934066848226436,   0.202056903159594285,   0.0823232337111381915,
      0.0369277551433699263,  0.0173430619844491397,  0.00834927738192282684,
      0.00407735619794433938, 0.00200839282608221442, 9.94575127818085337e-4,
      4.94188604119464559e-4, 2.46086553308048299e-4, 1.22713347578489147e-4,
      6.12481350587048293e-5, 3.05882363070204936e-5, 1.52822594086518717e-5,
      7.63719763789976227e-6, 3.81729326499983986e-6, 1.90821271655393893e-6,
      9.53962033872796113e-7, 4.76932986787806463e-7, 2.3845050272773299e-7,
      1.19219925965311073e-7, 5.96081890512594796e-8, 2.98035035146522802e-8,
      1.49015548283650412e-8, 7.45071178983542949e-9};
  constexpr double kEuler = 0.57721566490153286;
  double sum = 0, power = -a;
  for (int k = 0; k < 26; ++k) {
    power *= -a;
    sum += kZeta[k] * power / (k + 2);
  }
  return a * (1 - kEuler) - std::log1p(a) + sum;
}

// 12 a (log Gamma(a) - (a - 1/2) log a + a - log(2 pi) / 2), Stirling's correction, for large a.
JN_FORMULA double stirlingCorrection(double a) {
  double z = 1 / (a * a);
  return 1 - z * (1.0 / 30 - z * (1.0 / 105 - z * (1.0 / 140 - z / 99)));
}

// x ^ a exp(-x) / Gamma(a + 1). For large a from the distance of x from a, so that large logarithms
// do not cancel.
JN_FORMULA double gammaTerm(double a, double x) {
  constexpr double kPi = 3.14159265358979323846;
  if (a < 10)
    return std::exp(a * std::log(x) - x - std::lgamma(a + 1));
  double distance = (x - a) / a;
  return std::exp(-a * (distance - std::log1p(distance)) - stirlingCorrection(a) / (12 * a)) /
         std::sqrt(2 * kPi * a);
}

// The incomplete gamma function above x for large a: a normal tail and a correction, of which the
// first two terms in 1 / a have all digits from 1e5 on (DLMF 8.12.3 to 8.12.9).
JN_FORMULA double gammaOfLargeOrder(double a, double x, bool above) {
  constexpr double kPi = 3.14159265358979323846;
  double mu = (x - a) / a, half = mu - std::log1p(mu);
  double eta = std::copysign(std::sqrt(2 * half), mu), first, second;
  if (std::fabs(eta) < 0.05) {
    first = -1.0 / 3 + eta * (1.0 / 12 - eta * (2.0 / 135 - eta * (1.0 / 864 + eta / 2835)));
    second = -1.0 / 540 - eta * (1.0 / 288 - eta / 378);
  } else {
    first = 1 / mu - 1 / eta;
    second = 1 / (eta * eta * eta) - 1 / (mu * mu * mu) - 1 / (mu * mu) - 1 / (12 * mu);
  }
  double correction = std::exp(-a * half) / std::sqrt(2 * kPi * a) * (first + second / a);
  return above ? 0.5 * std::erfc(eta * std::sqrt(a / 2)) + correction
               : 0.5 * std::erfc(-eta * std::sqrt(a / 2)) - correction;
}

// The regularised incomplete gamma function below x, or above it: power series below a + 1, a
// continued fraction from there on.
JN_FORMULA double incompleteGamma(double a, double x, bool above) {
  if (x < 0 || a < 0 || (a == 0 && !(x > 0)))
    return NAN;
  if (a == 0)
    return !above;
  if (x == 0)
    return above;
  if (std::isinf(a))
    return std::isinf(x) ? NAN : above;
  if (std::isinf(x))
    return !above;
  if (a != a || x != x)
    return NAN;
  if (a > 1e5)
    return gammaOfLargeOrder(a, x, above);
  if (above && a < 0.5 && x <= 1.1) {
    // 1 minus the series below, whose first term is 1 but for a difference that expm1 has with all
    // digits.
    double logarithm = a * std::log(x) - logGammaOfOneAnd(a), power = 1, sum = 0;
    for (int k = 1; k < 40; ++k) {
      power *= -x / k;
      sum += power / (a + k);
    }
    return -std::expm1(logarithm) - std::exp(logarithm) * a * sum;
  }
  if (x < a + 1) {
    double term = 1, sum = 1;
    for (int k = 1; k < 20000 && term > sum * 1e-17; ++k) {
      term *= x / (a + k);
      sum += term;
    }
    double below = sum * gammaTerm(a, x);
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
  double beyond = value * a * gammaTerm(a, x);
  return above ? beyond : 1 - beyond;
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

// The n-th derivative of digamma (DLMF 5.15.2).
JN_FORMULA double polygamma(int64_t n, double x) {
  if (n == 0)
    return digamma(x);
  double order = static_cast<double>(n);
  return (n % 2 ? 1 : -1) * std::tgamma(order + 1) * hurwitzZeta(order + 1, x);
}

}  // namespace janus::scalar
