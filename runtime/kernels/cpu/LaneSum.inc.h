// Sums and maxima over an index, in lanes of 256 bytes that are vector registers. Compiled once per
// instruction set.
#pragma once

#include "kernels/cpu/Vectors.inc.h"

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace janus::JANUS_LEVEL {
namespace {

template <class C>
constexpr int64_t kFoldedLanes = 256 / sizeof(C);
template <class C>
constexpr int64_t kFoldedVectors = kFoldedLanes<C> / kLanes<C>;

// 2 * width values combined, into the first one; Of::type: an element or a vector, whose attributes
// a template argument would lose.
template <int64_t width, class Of, class Combine>
[[gnu::always_inline]] inline void foldValues(typename Of::type *value, Combine &combine) {
  for (int64_t k = 0; k < width; ++k)
    value[k] = combine(value[k], value[k + width]);
  if constexpr (width > 1)
    foldValues<width / 2, Of>(value, combine);
}
// All lanes of kFoldedVectors vectors combined. As an array of elements they would go through
// memory, in pieces of other sizes than they are read in.
template <class C, class Combine>
[[gnu::always_inline]] inline C foldedVectors(Vector<C> *vectors, Combine &combine) {
  foldValues<kFoldedVectors<C> / 2, VectorOf<C>>(vectors, combine);
  C lane[kLanes<C>];
  memcpy(lane, vectors, sizeof lane);
  foldValues<kLanes<C> / 2, std::type_identity<C>>(lane, combine);
  return lane[0];
}

// term(0), ..., term(n - 1) combined, in an order that depends on n alone; combine(a, b): of
// elements or of vectors.
template <class C, class Term, class Combine>
[[gnu::always_inline]] inline C laneFold(int64_t n, C neutral, Term &&term, Combine &&combine) {
  constexpr int64_t kStep = kFoldedLanes<C>;
  alignas(kBytes) C block[kStep];
  auto *parts = reinterpret_cast<const Vector<C> *>(block);
  C result = neutral;
  int64_t i = 0;
  if (n >= kStep) {
    Vector<C> lanes[kFoldedVectors<C>];
    for (int64_t k = 0; k < kStep; ++k)
      block[k] = term(k);
    for (int64_t v = 0; v < kFoldedVectors<C>; ++v)
      lanes[v] = parts[v];
    for (i = kStep; i + kStep <= n; i += kStep) {
      for (int64_t k = 0; k < kStep; ++k)
        block[k] = term(i + k);
      for (int64_t v = 0; v < kFoldedVectors<C>; ++v)
        lanes[v] = combine(lanes[v], parts[v]);
    }
    result = foldedVectors<C>(lanes, combine);
  }
  for (int64_t k = 0; k < n - i; ++k)
    block[k] = term(i + k);
  for (int64_t k = 0; k < n - i; ++k)
    result = combine(result, block[k]);
  return result;
}

template <class C, class Term>
[[gnu::always_inline]] inline C laneSum(int64_t n, Term &&term) {
  return laneFold<C>(n, C(0), term, [](auto a, auto b) [[gnu::always_inline]] { return a + b; });
}

}  // namespace
}  // namespace janus::JANUS_LEVEL
