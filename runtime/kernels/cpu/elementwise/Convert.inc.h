// Conversions between element types and compute types, compiled once per instruction set (Cpu.h).
#include "janus/contract/HalfTypes.h"
#include "kernels/cpu/ComplexElement.h"
#include "kernels/cpu/Cpu.h"
#include "kernels/cpu/elementwise/Loops.h"

#include <tuple>
#include <utility>

#if defined(__F16C__)
#include <immintrin.h>
#endif

namespace janus::JANUS_LEVEL {
namespace {

struct BoolByte {
  uint8_t bits;
};

// A real type takes the real part of a complex number.
template <class To, class From>
[[gnu::always_inline]] inline To converted(From v) {
  if constexpr (isComplexElement<To> && isComplexElement<From>)
    return To(static_cast<typename To::value_type>(v.real()),
              static_cast<typename To::value_type>(v.imag()));
  else if constexpr (isComplexElement<From>)
    return std::is_same_v<To, BoolByte> && v.imag() != 0 ? converted<To>(v.imag())
                                                         : converted<To>(v.real());
  else if constexpr (isComplexElement<To>)
    return To(converted<typename To::value_type>(v));
  else if constexpr (std::is_same_v<From, Half> || std::is_same_v<From, BFloat16>)
    return converted<To>(toFloat(v));
  else if constexpr (std::is_same_v<From, BoolByte>)
    return static_cast<To>(v.bits != 0);
  else if constexpr (std::is_same_v<To, Half>)
    return toHalf(static_cast<float>(v));
  else if constexpr (std::is_same_v<To, BFloat16>)
    return toBFloat16(static_cast<float>(v));
  else if constexpr (std::is_same_v<To, BoolByte>)
    return BoolByte{v != From(0)};
  else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From> && sizeof(To) < 4)
    return static_cast<To>(static_cast<int64_t>(v));
  else  // what does not fit in a wider int is the least one, by the processor
    return static_cast<To>(v);
}

// Converts elements from the first on by the processor's own instructions; how many.
template <class To, class From>
[[gnu::always_inline]] inline int64_t convertBlocks(To *, const From *, int64_t) {
  return 0;
}
#if defined(__AVX512BW__)
constexpr int64_t kLanes = 16;
inline __m512 widened(const Half *a) {
  return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(a)));
}
inline __m512 widened(const BFloat16 *a) {
  __m256i bits = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(a));
  return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16));
}
inline void put(float *o, __m512 v) {
  _mm512_storeu_ps(o, v);
}
inline __m256i halves(const float *a) {
  return _mm512_cvtps_ph(_mm512_loadu_ps(a), _MM_FROUND_TO_NEAREST_INT);
}
inline __m256i narrowed(const float *a, BFloat16) {
  __m512 v = _mm512_loadu_ps(a);
  __m512i bits = _mm512_castps_si512(v), odd = _mm512_slli_epi32(bits, 15);
  __m512i rounded = _mm512_add_epi32(_mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff)),
                                     _mm512_srli_epi32(odd, 31));
  rounded = _mm512_mask_mov_epi32(rounded, _mm512_cmp_ps_mask(v, v, _CMP_UNORD_Q),
                                  _mm512_set1_epi32(0x7fc00000));
  return _mm512_cvtepi32_epi16(_mm512_srli_epi32(rounded, 16));
}
#elif defined(__F16C__)
constexpr int64_t kLanes = 8;
inline __m256 widened(const Half *a) {
  return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(a)));
}
inline __m256 widened(const BFloat16 *a) {
  __m128i bits = _mm_loadu_si128(reinterpret_cast<const __m128i *>(a));
  return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(bits), 16));
}
inline void put(float *o, __m256 v) {
  _mm256_storeu_ps(o, v);
}
inline __m256i halves(const float *a) {
  return _mm256_set_m128i(_mm256_cvtps_ph(_mm256_loadu_ps(a + 8), _MM_FROUND_TO_NEAREST_INT),
                          _mm256_cvtps_ph(_mm256_loadu_ps(a), _MM_FROUND_TO_NEAREST_INT));
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
inline __m256i narrowed(const float *a, BFloat16) {
  // Packing goes by halves of the registers.
  __m256i packed = _mm256_packus_epi32(shortenedLanes(_mm256_loadu_ps(a)),
                                       shortenedLanes(_mm256_loadu_ps(a + 8)));
  return _mm256_permute4x64_epi64(packed, _MM_SHUFFLE(3, 1, 2, 0));
}
#endif
#if defined(__F16C__)
// Elements of 16 bits in a line of the cache.
constexpr int64_t kOfLine = 32;

template <class Short>
requires std::is_same_v<Short, Half> || std::is_same_v<Short, BFloat16>
[[gnu::always_inline]] inline int64_t convertBlocks(float *o, const Short *a, int64_t n) {
  // Operands are converted a chunk at a time: the next chunks come while this one is computed with.
  constexpr int64_t kAhead = 1024;
  int64_t i = 0;
  for (; i + kOfLine <= n; i += kOfLine) {
    __builtin_prefetch(a + i + kAhead);
    for (int64_t k = 0; k < kOfLine; k += kLanes)
      put(o + i + k, widened(a + i + k));
  }
  for (; i + kLanes <= n; i += kLanes)
    put(o + i, widened(a + i));
  return i;
}
// Sixteen elements. NaN loses its payload, as in toHalf().
inline __m256i narrowed(const float *a, Half) {
  const __m256i kSign = _mm256_set1_epi16(0x7fff), kInfinity = _mm256_set1_epi16(0x7c00),
                kPayload = _mm256_set1_epi16(0x01ff);
  __m256i h = halves(a);
  __m256i isNan = _mm256_cmpgt_epi16(_mm256_and_si256(h, kSign), kInfinity);
  return _mm256_andnot_si256(_mm256_and_si256(isNan, kPayload), h);
}
template <class Short>
requires std::is_same_v<Short, Half> || std::is_same_v<Short, BFloat16>
[[gnu::always_inline]] inline int64_t convertBlocks(Short *o, const float *a, int64_t n) {
  constexpr int64_t kAhead = 512;
  int64_t i = 0;
  for (; i + kOfLine <= n; i += kOfLine) {
    __builtin_prefetch(o + i + kAhead, 1);
    for (int64_t k = 0; k < kOfLine; k += 16)
      _mm256_storeu_si256(reinterpret_cast<__m256i *>(o + i + k), narrowed(a + i + k, Short{}));
  }
  for (; i + 16 <= n; i += 16)
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(o + i), narrowed(a + i, Short{}));
  return i;
}
#endif

template <class From, class C>
void load(void *dense, const void *from, int64_t stride, int64_t n) {
  auto *o = static_cast<C *__restrict>(dense);
  if (stride == sizeof(From)) {
    auto *a = static_cast<const From *__restrict>(from);
    for (int64_t i = convertBlocks(o, a, n); i < n; ++i)
      o[i] = converted<C>(a[i]);
  } else {
    auto *a = static_cast<const char *>(from);
    for (int64_t i = 0; i < n; ++i)
      o[i] = converted<C>(*reinterpret_cast<const From *>(a + i * stride));
  }
}
template <class C, class To>
void store(void *to, int64_t stride, const void *dense, int64_t n) {
  auto *a = static_cast<const C *__restrict>(dense);
  if (stride == sizeof(To)) {
    auto *o = static_cast<To *__restrict>(to);
    for (int64_t i = convertBlocks(o, a, n); i < n; ++i)
      o[i] = converted<To>(a[i]);
  } else {
    auto *o = static_cast<char *>(to);
    for (int64_t i = 0; i < n; ++i)
      *reinterpret_cast<To *>(o + i * stride) = converted<To>(a[i]);
  }
}

// In the orders of contract/DType.def and of ComputeType.
using Elements = std::tuple<BoolByte, uint8_t, int8_t, int16_t, int32_t, int64_t, Half, BFloat16,
                            float, double, std::complex<float>, std::complex<double>>;
using Computed = std::tuple<float, double, int64_t, std::complex<float>, std::complex<double>>;

template <DType t, size_t... c>
constexpr void fill(ConversionTable &table, std::index_sequence<c...>) {
  constexpr size_t k = static_cast<size_t>(t);
  using E = std::tuple_element_t<k, Elements>;
  static_assert(sizeof(E) == sizeOf(t));
  ((table.load[k][c] = load<E, std::tuple_element_t<c, Computed>>), ...);
  ((table.store[c][k] = store<std::tuple_element_t<c, Computed>, E>), ...);
}
constexpr ConversionTable makeTable() {
  ConversionTable table = {};
#define JANUS_DTYPE(id, ...) fill<DType::id>(table, std::make_index_sequence<kComputeTypes>());
#include "janus/contract/DType.def"
  return table;
}

}  // namespace

extern const ConversionTable conversions;
const ConversionTable conversions = makeTable();

}  // namespace janus::JANUS_LEVEL
