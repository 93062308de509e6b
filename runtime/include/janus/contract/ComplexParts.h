// Arithmetic of Python's complex numbers, which the compiler folds as the runtime computes it.
#pragma once

#include <cmath>

namespace janus {

struct ComplexParts {
  double real, imag;
};

inline ComplexParts times(ComplexParts a, ComplexParts b) {
  return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}
// Scaled by the larger part of the divisor, which is not 0, so that squares do not overflow.
inline ComplexParts dividedBy(ComplexParts a, ComplexParts b) {
  if (std::fabs(b.real) >= std::fabs(b.imag)) {
    double ratio = b.imag / b.real, denominator = b.real + b.imag * ratio;
    return {(a.real + a.imag * ratio) / denominator, (a.imag - a.real * ratio) / denominator};
  }
  double ratio = b.real / b.imag, denominator = b.real * ratio + b.imag;
  return {(a.real * ratio + a.imag) / denominator, (a.imag * ratio - a.real) / denominator};
}

}  // namespace janus
