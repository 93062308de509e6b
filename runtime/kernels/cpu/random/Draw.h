// Numbers from the words of a generator, each by torch's formula; and filling tensors one draw an element.
#pragma once

#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/Rows.h"
#include "tensor/Boxing.h"
#include "tensor/Generator.h"

#include <cmath>

namespace janus::draw {

// In [0, 1): the low 24 bits of a word for float, 11 for Half, 8 for BFloat16; 53 of two words for double.
template <class T>
Compute<T> unit(uint64_t bits) {
  constexpr uint64_t kMask = (uint64_t{1} << digitsOf<T>()) - 1;
  constexpr Compute<T> kStep = Compute<T>(1) / static_cast<Compute<T>>(uint64_t{1} << digitsOf<T>());
  return static_cast<Compute<T>>(bits & kMask) * kStep;
}
template <class T>
Compute<T> unit(GeneratorObject *g) {
  if constexpr (std::is_same_v<T, double>) return unit<T>(g->random64());
  else return unit<T>(uint64_t{g->random()});
}

// Box-Muller; the second of each pair waits in the generator.
inline double normal(GeneratorObject *g, double mean, double std) {
  double z;
  if (g->hasDoubleNormal) {
    g->hasDoubleNormal = false;
    z = g->doubleNormal;
  } else {
    double u1 = unit<double>(g), u2 = unit<double>(g);
    double r = std::sqrt(-2.0 * std::log1p(-u2)), theta = 2.0 * M_PI * u1;
    g->doubleNormal = r * std::sin(theta);
    g->hasDoubleNormal = true;
    z = r * std::cos(theta);
  }
  return z * std + mean;
}

inline double exponential(GeneratorObject *g, double lambda) { return -1.0 / lambda * std::log1p(-unit<double>(g)); }

// draw() for each element, in torch's order.
template <class T, class F>
void fill(const Tensor &out, F &&draw) {
  forEachElement<T>(out, [&](T *at) { *at = stored<T>(draw()); });
}

} // namespace janus::draw
