// Sums and maxima over an index, in lanes that become vector registers. Compiled once per
// instruction set.
#pragma once

#include "kernels/cpu/Cpu.h"

#include <cstdint>

namespace janus::JANUS_LEVEL {
namespace {

// start(term(0)) combined with the other terms, in an order that depends on n alone.
template <class C, class Term, class Combine>
[[gnu::always_inline]] inline C laneFold(int64_t n, C neutral, Term &&term, Combine &&combine) {
  constexpr int64_t kLanes = 256 / sizeof(C);
  C result = neutral;
  int64_t i = 0;
  if (n >= kLanes) {
    C lane[kLanes];
    for (int64_t k = 0; k < kLanes; ++k)
      lane[k] = term(k);
    for (i = kLanes; i + kLanes <= n; i += kLanes)
      for (int64_t k = 0; k < kLanes; ++k)
        lane[k] = combine(lane[k], term(i + k));
    for (int64_t width = kLanes / 2; width; width /= 2)
      for (int64_t k = 0; k < width; ++k)
        lane[k] = combine(lane[k], lane[k + width]);
    result = lane[0];
  }
  for (; i < n; ++i)
    result = combine(result, term(i));
  return result;
}

template <class C, class Term>
[[gnu::always_inline]] inline C laneSum(int64_t n, Term &&term) {
  return laneFold<C>(n, C(0), term, [](C a, C b) [[gnu::always_inline]] { return a + b; });
}

}  // namespace
}  // namespace janus::JANUS_LEVEL
