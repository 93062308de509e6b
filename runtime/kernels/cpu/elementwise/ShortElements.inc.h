// Elements of 16 bits as floats in registers, by the processor's own conversions (F16C); below AVX2
// there are none.
#pragma once

#include "janus/contract/HalfTypes.h"
#include "janus/contract/ScalarMath.h"
#include "kernels/cpu/Vectors.inc.h"

#include <concepts>

#if defined(__F16C__)
#include <immintrin.h>
#endif

namespace janus::JANUS_LEVEL {
namespace {

template <class T>
concept ShortElement = std::same_as<T, Half> || std::same_as<T, BFloat16>;

#if defined(__F16C__)
// The elements of one register of short ones; a formula of floats takes them, too.
struct SixteenFloats {
  static constexpr int64_t kCount = 16;
  static constexpr int kParts = kCount / kLanes<float>;
  Vector<float> part[kParts];

#define JN_BY_PARTS(op)                                                                            \
  [[gnu::always_inline]] friend inline SixteenFloats operator op(SixteenFloats a,                  \
                                                                 SixteenFloats b) {                \
    for (int k = 0; k < kParts; ++k)                                                               \
      a.part[k] = a.part[k] op b.part[k];                                                          \
    return a;                                                                                      \
  }
  JN_BY_PARTS(+)
  JN_BY_PARTS(-)
  JN_BY_PARTS(*)
  JN_BY_PARTS(/)
#undef JN_BY_PARTS
};

#if defined(__AVX512BW__)
inline Vector<float> widened(const Half *a) {
  return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(a)));
}
inline Vector<float> widened(const BFloat16 *a) {
  __m256i bits = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(a));
  return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16));
}
inline __m256i halves(SixteenFloats v) {
  return _mm512_cvtps_ph(v.part[0], _MM_FROUND_TO_NEAREST_INT);
}
inline __m256i narrowed(SixteenFloats floats, BFloat16) {
  __m512 v = floats.part[0];
  __m512i bits = _mm512_castps_si512(v), odd = _mm512_slli_epi32(bits, 15);
  __m512i rounded = _mm512_add_epi32(_mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff)),
                                     _mm512_srli_epi32(odd, 31));
  rounded = _mm512_mask_mov_epi32(rounded, _mm512_cmp_ps_mask(v, v, _CMP_UNORD_Q),
                                  _mm512_set1_epi32(0x7fc00000));
  return _mm512_cvtepi32_epi16(_mm512_srli_epi32(rounded, 16));
}
#else
inline Vector<float> widened(const Half *a) {
  return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(a)));
}
inline Vector<float> widened(const BFloat16 *a) {
  __m128i bits = _mm_loadu_si128(reinterpret_cast<const __m128i *>(a));
  return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(bits), 16));
}
inline __m256i halves(SixteenFloats v) {
  return _mm256_set_m128i(_mm256_cvtps_ph(v.part[1], _MM_FROUND_TO_NEAREST_INT),
                          _mm256_cvtps_ph(v.part[0], _MM_FROUND_TO_NEAREST_INT));
}
inline __m256i shortenedLanes(__m256 v) {
  __m256i bits = _mm256_castps_si256(v), odd = _mm256_slli_epi32(bits, 15);
  __m256i rounded = _mm256_add_epi32(_mm256_add_epi32(bits, _mm256_set1_epi32(0x7fff)),
                                     _mm256_srli_epi32(odd, 31));
  __m256 result = _mm256_blendv_ps(_mm256_castsi256_ps(rounded),
                                   _mm256_castsi256_ps(_mm256_set1_epi32(0x7fc00000)),
                                   _mm256_cmp_ps(v, v, _CMP_UNORD_Q));
  return _mm256_srli_epi32(_mm256_castps_si256(result), 16);
}
inline __m256i narrowed(SixteenFloats v, BFloat16) {
  // Packing goes by halves of the registers.
  __m256i packed = _mm256_packus_epi32(shortenedLanes(v.part[0]), shortenedLanes(v.part[1]));
  return _mm256_permute4x64_epi64(packed, _MM_SHUFFLE(3, 1, 2, 0));
}
#endif
// NaN loses its payload, as in toHalf().
inline __m256i narrowed(SixteenFloats v, Half) {
  const __m256i kSign = _mm256_set1_epi16(0x7fff), kInfinity = _mm256_set1_epi16(0x7c00),
                kPayload = _mm256_set1_epi16(0x01ff);
  __m256i h = halves(v);
  __m256i isNan = _mm256_cmpgt_epi16(_mm256_and_si256(h, kSign), kInfinity);
  return _mm256_andnot_si256(_mm256_and_si256(isNan, kPayload), h);
}

template <ShortElement Short>
[[gnu::always_inline]] inline SixteenFloats sixteenAt(const Short *a) {
  SixteenFloats v;
  for (int k = 0; k < SixteenFloats::kParts; ++k)
    v.part[k] = widened(a + k * kLanes<float>);
  return v;
}
[[gnu::always_inline]] inline SixteenFloats sixteenAt(const float *a) {
  SixteenFloats v;
  for (int k = 0; k < SixteenFloats::kParts; ++k)
    v.part[k] = *reinterpret_cast<const Vector<float> *>(a + k * kLanes<float>);
  return v;
}
[[gnu::always_inline]] inline SixteenFloats sixteenOf(float x) {
  SixteenFloats v;
  for (int k = 0; k < SixteenFloats::kParts; ++k)
    v.part[k] = x - Vector<float>{};
  return v;
}
template <ShortElement Short>
[[gnu::always_inline]] inline void put(Short *o, SixteenFloats v) {
  _mm256_storeu_si256(reinterpret_cast<__m256i *>(o), narrowed(v, Short{}));
}
[[gnu::always_inline]] inline void put(float *o, SixteenFloats v) {
  for (int k = 0; k < SixteenFloats::kParts; ++k)
    *reinterpret_cast<Vector<float> *>(o + k * kLanes<float>) = v.part[k];
}
#endif

}  // namespace
}  // namespace janus::JANUS_LEVEL

#if defined(__F16C__)
namespace janus::scalar {
template <>
inline constexpr bool kIsFloat<JANUS_LEVEL::SixteenFloats> = true;
}
#endif
