// Lanes of vectors, as products of matrices use them.
#pragma once

#include "kernels/cpu/Vectors.inc.h"

#include <cstdint>
#include <type_traits>
#include <utility>

namespace janus::JANUS_LEVEL {
namespace {

#if defined(__AVX512F__)
constexpr int kRows = 12;
#elif defined(__AVX2__)
constexpr int kRows = 6;
#else
constexpr int kRows = 4;
#endif

template <class T>
constexpr int64_t kPanel = 2 * kLanes<T>;

// Integers as wide as the elements: positions and masks of lanes.
template <class T>
struct BitsOf {
  typedef std::conditional_t<sizeof(T) == 4, int32_t, int64_t> Lane;
  typedef Lane type __attribute__((vector_size(kBytes)));
};
template <class T>
using Bits = typename BitsOf<T>::type;

// Of two vectors, cut into pieces of `half` lanes: the even pieces of both by turns, and the odd
// ones.
template <class T, int half, int... lane>
[[gnu::always_inline]] inline Vector<T> evenPieces(Vector<T> a, Vector<T> b,
                                                   std::integer_sequence<int, lane...>) {
  return __builtin_shuffle(a, b, Bits<T>{(lane & half ? lane - half + kLanes<T> : lane)...});
}
template <class T, int half, int... lane>
[[gnu::always_inline]] inline Vector<T> oddPieces(Vector<T> a, Vector<T> b,
                                                  std::integer_sequence<int, lane...>) {
  return __builtin_shuffle(a, b, Bits<T>{(lane & half ? lane + kLanes<T> : lane + half)...});
}
template <class T>
constexpr std::make_integer_sequence<int, kLanes<T>> kLaneNumbers;

// A square of as many rows as there are lanes, transposed in registers.
template <class T, int half = kLanes<T> / 2>
[[gnu::always_inline]] inline void transpose(Vector<T> *v) {
#pragma GCC unroll 16
  for (int i = 0; i < kLanes<T>; ++i) {
    if (i & half)
      continue;
    Vector<T> a = v[i], b = v[i + half];
    v[i] = evenPieces<T, half>(a, b, kLaneNumbers<T>);
    v[i + half] = oddPieces<T, half>(a, b, kLaneNumbers<T>);
  }
  if constexpr (half > 1)
    transpose<T, half / 2>(v);
}

// Lane l of the result: the sum of the lanes of v[l].
template <class T, int half = kLanes<T> / 2>
[[gnu::always_inline]] inline Vector<T> sumsOfLanes(Vector<T> *v) {
#pragma GCC unroll 8
  for (int i = 0; i < half; ++i)
    v[i] = evenPieces<T, half>(v[i], v[i + half], kLaneNumbers<T>) +
           oddPieces<T, half>(v[i], v[i + half], kLaneNumbers<T>);
  if constexpr (half > 1)
    return sumsOfLanes<T, half / 2>(v);
  else
    return v[0];
}

}  // namespace
}  // namespace janus::JANUS_LEVEL
