// Conversions between element types and compute types, compiled once per instruction set (Cpu.h).
#include "kernels/cpu/ComplexElement.h"
#include "kernels/cpu/Cpu.h"
#include "kernels/cpu/elementwise/Loops.h"
#include "kernels/cpu/elementwise/ShortElements.inc.h"

#include <tuple>
#include <utility>

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
#if defined(__F16C__)
// Elements of 16 bits: in a line of the cache, and how far ahead the next chunks lie.
constexpr int64_t kOfLine = 32, kAheadToLoad = 1024, kAheadToStore = 512;

// Operands are converted a chunk at a time: the next chunks come while this one is computed with.
template <class To, class From>
requires(ShortElement<From> &&std::same_as<To, float>) ||
    (ShortElement<To> && std::same_as<From, float>) [[gnu::always_inline]] inline int64_t
    convertBlocks(To *o, const From *a, int64_t n) {
  constexpr int64_t kStep = SixteenFloats::kCount;
  int64_t i = 0;
  for (; i + kOfLine <= n; i += kOfLine) {
    if constexpr (ShortElement<From>)
      __builtin_prefetch(a + i + kAheadToLoad);
    else
      __builtin_prefetch(o + i + kAheadToStore, 1);
    for (int64_t k = 0; k < kOfLine; k += kStep)
      put(o + i + k, sixteenAt(a + i + k));
  }
  for (; i + kStep <= n; i += kStep)
    put(o + i, sixteenAt(a + i));
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
