// Numbers from the words of a generator, each by torch's formula; and filling tensors one draw an
// element.
#pragma once

#include "kernels/cpu/Cpu.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/Rows.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/Generator.h"
#include "tensor/dispatch/Boxing.h"

#include <cmath>

namespace janus::draw {

// In [0, 1): the low 24 bits of a word for float and shorter types, 53 of two words for double.
template <class C>
C unit(GeneratorObject *g) {
  if constexpr (std::is_same_v<C, double>)
    return static_cast<double>(static_cast<int64_t>(g->random64() & ((uint64_t{1} << 53) - 1))) *
           0x1p-53;
  else
    return static_cast<float>(static_cast<int32_t>(g->random() & 0xffffffu)) * 0x1p-24f;
}

// a * b + c, rounded once where torch's kernels are compiled so: on every machine with AVX2.
template <class C>
C scaled(C a, C b, C c) {
  if (JN_LIKELY(cpuLevel() != CpuLevel::Base))
    return std::fma(a, b, c);
  C product = a * b;
  return product + c;
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
  return scaled(z, std, mean);
}

inline double exponential(GeneratorObject *g, double lambda) {
  return -1.0 / lambda * std::log1p(-unit<double>(g));
}

// draw() for each element, in torch's order.
template <class T, class F>
void fill(const Tensor &out, F &&draw) {
  forEachElement<T>(out, [&](T *at) { *at = stored<T>(draw()); });
}

// The same of numbers of any type but bool.
template <class F>
Tensor fill(const Tensor &out, const char *kernel, F &&draw) {
  visitNumbers(out.dtype(), kernel,
               [&](auto tag) { fill<typename decltype(tag)::Type>(out, draw); });
  return out;
}

inline void checkSameType(const Tensor &first, const Tensor &other) {
  if (other.dtype() != first.dtype())
    fail("Found dtype %s but expected %s", scalarTypeName(other.dtype()),
         scalarTypeName(first.dtype()));
}

// The result of a kernel that writes its first argument, as a tensor of its own.
template <auto kernel>
struct Like;
template <class... Args, Tensor (*kernel)(const Tensor &, Args...)>
struct Like<kernel> {
  static Tensor draw(const Tensor &self, Args... args) {
    return kernel(emptyLike(self, self.dtype(), MemoryFormat::Preserve), args...);
  }
};

}  // namespace janus::draw
