// From a dtype to the C++ type of its elements: `visitFloating(t.dtype(), "name", [&](auto tag) {
// using T = typename decltype(tag)::Type; ... })`.
#pragma once

#include "janus/contract/HalfTypes.h"
#include "kernels/cpu/ComplexElement.h"
#include "tensor/core/Error.h"
#include "tensor/core/Names.h"

#include <limits>
#include <type_traits>

namespace janus {

template <class T>
struct ElementTag {
  using Type = T;
};

template <class T>
inline constexpr bool isHalfElement = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;
// Arithmetic on elements is done in this type.
template <class T>
using Compute = std::conditional_t<isHalfElement<T>, float, T>;

template <class T>
[[gnu::always_inline]] inline Compute<T> loaded(T v) {
  if constexpr (isHalfElement<T>)
    return toFloat(v);
  else
    return v;
}
template <class T, class V>
[[gnu::always_inline]] inline T stored(V v) {
  if constexpr (std::is_same_v<T, Half>)
    return toHalf(static_cast<float>(v));
  else if constexpr (std::is_same_v<T, BFloat16>)
    return toBFloat16(static_cast<float>(v));
  else if constexpr (std::is_same_v<T, bool>)
    return v != V(0);
  else
    return static_cast<T>(v);
}

template <class T>
inline constexpr bool isFloatElement = std::is_floating_point_v<Compute<T>>;

// Bits of the significand, as std::numeric_limits<T>::digits.
template <class T>
constexpr int digitsOf() {
  if constexpr (std::is_same_v<T, Half>)
    return 11;
  else if constexpr (std::is_same_v<T, BFloat16>)
    return 8;
  else
    return std::numeric_limits<T>::digits;
}

[[noreturn, gnu::cold]] inline void failDType(const char *kernel, DType t) {
  failWith(jn_exc_NotImplementedError, "\"%s\" not implemented for '%s'", kernel,
           scalarTypeName(t));
}

// Types of 16 bits, whose arithmetic is done in float.
constexpr bool isHalf(DType t) {
  return t == DType::F16 || t == DType::BF16;
}

// "expected scalar type Float but found Long", where that is so.
inline void requireType(DType wanted, DType found) {
  if (found != wanted)
    fail("expected scalar type %s but found %s", scalarTypeName(wanted), scalarTypeName(found));
}

template <class F>
decltype(auto) visitWide(DType t, const char *kernel, F &&f) {
  switch (t) {
  case DType::F32: return f(ElementTag<float>());
  case DType::F64: return f(ElementTag<double>());
  default: failDType(kernel, t);
  }
}
template <class F>
decltype(auto) visitFloating(DType t, const char *kernel, F &&f) {
  switch (t) {
  case DType::F16: return f(ElementTag<Half>());
  case DType::BF16: return f(ElementTag<BFloat16>());
  default: return visitWide(t, kernel, f);
  }
}
template <class F>
decltype(auto) visitIntegral(DType t, const char *kernel, F &&f) {
  switch (t) {
  case DType::U8: return f(ElementTag<uint8_t>());
  case DType::I8: return f(ElementTag<int8_t>());
  case DType::I16: return f(ElementTag<int16_t>());
  case DType::I32: return f(ElementTag<int32_t>());
  case DType::I64: return f(ElementTag<int64_t>());
  default: failDType(kernel, t);
  }
}
// Every type but bool.
template <class F>
decltype(auto) visitNumbers(DType t, const char *kernel, F &&f) {
  if (isFloating(t))
    return visitFloating(t, kernel, f);
  return visitIntegral(t, kernel, f);
}
template <class F>
decltype(auto) visitComplex(DType t, const char *kernel, F &&f) {
  switch (t) {
  case DType::C64: return f(ElementTag<std::complex<float>>());
  case DType::C128: return f(ElementTag<std::complex<double>>());
  default: failDType(kernel, t);
  }
}
// Types of numbers, for operations that need no order of elements.
template <class F>
decltype(auto) visitUnordered(DType t, const char *kernel, F &&f) {
  if (isComplex(t))
    return visitComplex(t, kernel, f);
  return visitNumbers(t, kernel, f);
}
// All types, for what neither orders nor divides elements.
template <class F>
decltype(auto) visitElements(DType t, F &&f) {
  if (t == DType::Bool)
    return f(ElementTag<bool>());
  return visitUnordered(t, "", f);
}
template <class F>
decltype(auto) visitAll(DType t, F &&f) {
  if (t == DType::Bool)
    return f(ElementTag<bool>());
  return visitNumbers(t, "", f);
}

}  // namespace janus
