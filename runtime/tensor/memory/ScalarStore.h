// Single elements of any type: reading them as numbers, writing numbers.
#pragma once

#include "tensor/core/Scalar.h"
#include "tensor/core/Tensor.h"

namespace janus {

// The element at `at`.
Scalar loadScalar(DType t, const void *at);
// Converts as torch does; no check.
void storeScalar(const Scalar &s, DType t, void *at);
// A number as an element of a type of 16 bits, infinite beyond its range; wider types take it as it
// is.
double roundedTo(DType t, double v);
// RuntimeError where an integral type does not hold the number, as torch's checked conversion.
void requireFits(const Scalar &s, DType t);
// The same where elements of 16 bits are computed as float.
void requireFitsComputed(const Scalar &s, DType t);
// A Python number (or one-element tensor) into an element; RuntimeError where it overflows.
void storeNumber(Value v, DType t, void *at);
// The only element of a one-element tensor.
inline Scalar itemOf(const Tensor &t) {
  return loadScalar(t.dtype(), t.raw());
}

}  // namespace janus
