// Quotients and remainders of Python's floats, which the compiler folds as the runtime computes
// them. The divisors are not 0.
#pragma once

#include <cmath>

namespace janus {

inline double floorDivDouble(double a, double b) {
  double rest = std::fmod(a, b);
  double quotient = (a - rest) / b;
  if (rest != 0 && (b < 0) != (rest < 0))
    quotient -= 1.0;
  if (quotient == 0)
    return std::copysign(0.0, a / b);
  double whole = std::floor(quotient);
  return quotient - whole > 0.5 ? whole + 1.0 : whole;
}

// With the sign of the divisor.
inline double moduloDouble(double a, double b) {
  double rest = std::fmod(a, b);
  if (rest == 0)
    return std::copysign(0.0, b);
  return (b < 0) != (rest < 0) ? rest + b : rest;
}

}  // namespace janus
