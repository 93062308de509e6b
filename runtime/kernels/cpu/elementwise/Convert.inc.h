// Conversions between element types and compute types, compiled once per instruction set (Cpu.h).
#include "janus/contract/HalfTypes.h"
#include "kernels/cpu/ComplexElement.h"
#include "kernels/cpu/Cpu.h"
#include "kernels/cpu/elementwise/Loops.h"

#if defined(__F16C__)
#include <immintrin.h>
#endif

namespace janus::JANUS_LEVEL {
namespace {

struct BoolByte {
  uint8_t bits;
};

// Of a complex number, a real type takes the real part.
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
#if defined(__F16C__)
[[gnu::always_inline]] inline int64_t convertBlocks(float *o, const Half *a, int64_t n) {
  int64_t i = 0;
  for (; i + 8 <= n; i += 8)
    _mm256_storeu_ps(o + i,
                     _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(a + i))));
  return i;
}
// NaN loses its payload, as in toHalf().
[[gnu::always_inline]] inline int64_t convertBlocks(Half *o, const float *a, int64_t n) {
  const __m128i kSign = _mm_set1_epi16(0x7fff), kInfinity = _mm_set1_epi16(0x7c00),
                kPayload = _mm_set1_epi16(0x01ff);
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    __m128i h = _mm256_cvtps_ph(_mm256_loadu_ps(a + i), _MM_FROUND_TO_NEAREST_INT);
    __m128i isNan = _mm_cmpgt_epi16(_mm_and_si128(h, kSign), kInfinity);
    _mm_storeu_si128(reinterpret_cast<__m128i *>(o + i),
                     _mm_andnot_si128(_mm_and_si128(isNan, kPayload), h));
  }
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

template <DType t>
struct ElementOf;
template <>
struct ElementOf<DType::Bool> {
  using type = BoolByte;
};
template <>
struct ElementOf<DType::U8> {
  using type = uint8_t;
};
template <>
struct ElementOf<DType::I8> {
  using type = int8_t;
};
template <>
struct ElementOf<DType::I16> {
  using type = int16_t;
};
template <>
struct ElementOf<DType::I32> {
  using type = int32_t;
};
template <>
struct ElementOf<DType::I64> {
  using type = int64_t;
};
template <>
struct ElementOf<DType::F16> {
  using type = Half;
};
template <>
struct ElementOf<DType::BF16> {
  using type = BFloat16;
};
template <>
struct ElementOf<DType::F32> {
  using type = float;
};
template <>
struct ElementOf<DType::F64> {
  using type = double;
};
template <>
struct ElementOf<DType::C64> {
  using type = std::complex<float>;
};
template <>
struct ElementOf<DType::C128> {
  using type = std::complex<double>;
};

template <DType t>
constexpr void fill(ConversionTable &table) {
  using E = typename ElementOf<t>::type;
  constexpr size_t k = static_cast<size_t>(t);
  table.load[k][0] = load<E, float>;
  table.load[k][1] = load<E, double>;
  table.load[k][2] = load<E, int64_t>;
  table.store[0][k] = store<float, E>;
  table.store[1][k] = store<double, E>;
  table.store[2][k] = store<int64_t, E>;
  table.load[k][3] = load<E, std::complex<float>>;
  table.load[k][4] = load<E, std::complex<double>>;
  table.store[3][k] = store<std::complex<float>, E>;
  table.store[4][k] = store<std::complex<double>, E>;
}
constexpr ConversionTable makeTable() {
  ConversionTable table = {};
#define JANUS_DTYPE(id, ...) fill<DType::id>(table);
#include "janus/contract/DType.def"
  return table;
}

}  // namespace

extern const ConversionTable conversions;
const ConversionTable conversions = makeTable();

}  // namespace janus::JANUS_LEVEL
