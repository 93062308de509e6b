// Element types and torch's promotion rules between them. Shared by compiler, runtime and kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace janus {

enum class DType : uint8_t {
#define JANUS_DTYPE(id, ...) id,
#include "janus/contract/DType.def"
};

// In the order in which a higher category decides the result.
enum class Category : uint8_t { Bool, Integral, Floating, Complex };

struct DTypeInfo {
  std::string_view name;    // as in torch.NAME
  std::string_view alias;   // second spelling, or empty
  std::string_view legacy;  // torch.FloatTensor and the like
  std::string_view cpp;     // element type in generated kernels
  uint8_t size = 0;
  Category category = Category::Bool;
  bool isSigned = false;
  // Of the numbers that it has, or of its parts; of int64, the double next to it.
  double largest = 0;
};

inline constexpr DTypeInfo kDTypes[] = {
#define JANUS_DTYPE(id, ...) DTypeInfo{__VA_ARGS__},
#include "janus/contract/DType.def"
};
inline constexpr size_t kDTypeCount = sizeof(kDTypes) / sizeof(kDTypes[0]);

constexpr const DTypeInfo &info(DType t) {
  return kDTypes[static_cast<size_t>(t)];
}
// Nothing for a name that is none of `kDTypes`.
constexpr std::optional<DType> dtypeNamed(std::string_view name) {
  for (size_t i = 0; i < kDTypeCount; ++i)
    if (kDTypes[i].name == name)
      return static_cast<DType>(i);
  return std::nullopt;
}
constexpr size_t sizeOf(DType t) {
  return info(t).size;
}
constexpr Category categoryOf(DType t) {
  return info(t).category;
}
constexpr bool isFloating(DType t) {
  return categoryOf(t) == Category::Floating;
}
constexpr bool isIntegral(DType t) {
  return categoryOf(t) == Category::Integral;
}

constexpr bool isComplex(DType t) {
  return categoryOf(t) == Category::Complex;
}
// Of the types that gradients and means have.
constexpr bool isInexact(DType t) {
  return categoryOf(t) >= Category::Floating;
}
// The type of real and imaginary part; of other types, the type itself.
constexpr DType realTypeOf(DType t) {
  return t == DType::C64 ? DType::F32 : (t == DType::C128 ? DType::F64 : t);
}
// The type of complex numbers whose parts have type `t`; parts of 16 bits are widened.
constexpr DType complexTypeOf(DType t) {
  return t == DType::F64 || t == DType::C128 ? DType::C128 : DType::C64;
}

// The type of `a + b` for two tensors with at least one dimension.
constexpr DType promote(DType a, DType b) {
  if (a == b)
    return a;
  Category ca = categoryOf(a), cb = categoryOf(b);
  if (ca != cb) {
    DType higher = ca > cb ? a : b, other = ca > cb ? b : a;
    return higher == DType::C64 && other == DType::F64 ? DType::C128 : higher;
  }
  DType low = a < b ? a : b, high = a < b ? b : a;
  if (low == DType::U8)
    return high == DType::I8 ? DType::I16 : high;
  if (low == DType::F16 && high == DType::BF16)
    return DType::F32;
  return high;
}

// Accumulates operands by priority: dimensioned tensors, then 0-dim tensors, then Python numbers. A
// lower group counts only where its category is higher.
struct Promotion {
  DType dimensioned = DType::Bool, zeroDim = DType::Bool, number = DType::Bool;
  bool hasDimensioned = false, hasZeroDim = false, hasNumber = false;

  constexpr void addTensor(DType t, bool isZeroDim) {
    if (isZeroDim) {
      zeroDim = hasZeroDim ? promote(zeroDim, t) : t;
      hasZeroDim = true;
    } else {
      dimensioned = hasDimensioned ? promote(dimensioned, t) : t;
      hasDimensioned = true;
    }
  }
  // `t`: Bool, I64, the default floating type, or the complex type of that.
  constexpr void addNumber(DType t) {
    number = hasNumber ? promote(number, t) : t;
    hasNumber = true;
  }
  constexpr DType result() const {
    DType r = DType::Bool;
    bool any = false;
    merge(r, any, dimensioned, hasDimensioned);
    merge(r, any, zeroDim, hasZeroDim);
    merge(r, any, number, hasNumber);
    return r;
  }

private:
  static constexpr void merge(DType &r, bool &any, DType t, bool present) {
    if (!present)
      return;
    if (!any)
      r = t;
    else if (categoryOf(t) > categoryOf(r))
      r = isComplex(t) && isFloating(r) ? complexTypeOf(r) : promote(r, t);
    any = true;
  }
};

// May a result of type `from` be stored into a tensor of type `to` in place?
constexpr bool canCast(DType from, DType to) {
  if (isInexact(from) && categoryOf(from) > categoryOf(to))
    return false;
  return !(from != DType::Bool && to == DType::Bool);
}

}  // namespace janus
