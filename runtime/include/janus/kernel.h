// What the generated loops of specialised versions include: the formulas of elementwise operations,
// and one function compiled for each instruction set.
#ifndef JANUS_KERNEL_H
#define JANUS_KERNEL_H

#include "janus/contract/ScalarMathActivation.h"
#include "janus/contract/ScalarMathBinary.h"
#include "janus/contract/ScalarMathLoss.h"
#include "janus/contract/ScalarMathSpecial.h"

// Elements of which a part of a reduction is made: of one row, and rows of columns.
#define JN_FOLD_BLOCK 2048
#define JN_FOLD_ROWS 32

typedef void (*jn_loop)(int64_t first, int64_t last, int64_t inner, void *const *p,
                        const double *s);

namespace janus::fused {

// The schema's numbers behind the operands, of which some may be None.
struct None {};
inline constexpr None kNone;
JN_FORMULA FormulaParam number(None) {
  return {.isMissing = true};
}
template <class N>
JN_FORMULA FormulaParam number(N n) {
  return {static_cast<double>(n), static_cast<int64_t>(n)};
}
// Formulas of one, two, three operands in one type.
template <class T>
struct in {
  template <class F, class... N>
  JN_FORMULA static auto one(T a, N... numbers) {
    const FormulaParam p[sizeof...(N) + 1] = {number(numbers)...};
    return F::apply(a, p);
  }
  template <class F, class... N>
  JN_FORMULA static auto two(T a, T b, N... numbers) {
    const FormulaParam p[sizeof...(N) + 1] = {number(numbers)...};
    if constexpr (requires { F::kFails; }) {
      uint32_t problem = 0;  // of integers only
      return F::apply(a, b, p, &problem);
    } else {
      return F::apply(a, b, p);
    }
  }
  template <class F, class... N>
  JN_FORMULA static auto three(T a, T b, T c, N... numbers) {
    const FormulaParam p[sizeof...(N) + 1] = {number(numbers)...};
    return F::apply(a, b, c, p);
  }
};
// The same for any operands of formulas that have a domain, and whether operands are within it.
template <class T>
struct anywhere {
  template <class F, class... N>
  JN_FORMULA static auto one(T a, N... numbers) {
    if constexpr (std::is_same_v<T, float>)
      return F::inDomain(a) ? in<T>::template one<F>(a, numbers...) : F::outside(a, nullptr);
    else
      return in<T>::template one<F>(a, numbers...);
  }
  template <class F, class... N>
  JN_FORMULA static auto two(T a, T b, N... numbers) {
    if constexpr (std::is_same_v<T, float>)
      return F::inDomain(a, b) ? in<T>::template two<F>(a, b, numbers...)
                               : F::outside(a, b, nullptr);
    else
      return in<T>::template two<F>(a, b, numbers...);
  }
};
struct within {
  template <class F>
  JN_FORMULA static uint32_t one(float a) {
    return F::inDomain(a);
  }
  template <class F>
  JN_FORMULA static uint32_t two(float a, float b) {
    return F::inDomain(a, b);
  }
};
// Elements that are looked at before they are computed, or go from one loop to the next.
constexpr int64_t kBlock = 256;

// Most are in float.
template <class F, class... N>
JN_FORMULA auto one(float a, N... numbers) {
  return in<float>::one<F>(a, numbers...);
}
template <class F, class... N>
JN_FORMULA auto two(float a, float b, N... numbers) {
  return in<float>::two<F>(a, b, numbers...);
}
template <class F, class... N>
JN_FORMULA auto three(float a, float b, float c, N... numbers) {
  return in<float>::three<F>(a, b, c, numbers...);
}

// ---- contraction
// Within a formula a product and a sum become one operation that rounds once, as in the eager
// kernels; across formulas they must not. A result is therefore combined with a zero that the
// compiler does not know: one instruction without rounding, for whole vectors, where what comes
// next is no longer the sum of a product to it.
JN_FORMULA uint64_t unknownZero() {
  uint64_t zero = 0;
  asm("" : "+r"(zero));
  return zero;
}
JN_FORMULA float rounded(float x, uint64_t zero) {
  return __builtin_bit_cast(float, __builtin_bit_cast(uint32_t, x) ^ static_cast<uint32_t>(zero));
}
JN_FORMULA double rounded(double x, uint64_t zero) {
  return __builtin_bit_cast(double, __builtin_bit_cast(uint64_t, x) ^ zero);
}

// ---- reductions, as the eager kernels do them
constexpr int64_t kFoldBlock = JN_FOLD_BLOCK, kFoldRows = JN_FOLD_ROWS;

struct Sum {
  template <class T>
  static constexpr T neutral = 0;
  template <class T>
  JN_FORMULA static T apply(T a, T b) {
    return a + b;
  }
};
using Mean = Sum;
// NaN wins.
struct Max {
  template <class T>
  static constexpr T neutral = -std::numeric_limits<T>::infinity();
  template <class T>
  JN_FORMULA static T apply(T a, T b) {
    return b > a || b != b ? b : a;
  }
};
struct Min {
  template <class T>
  static constexpr T neutral = std::numeric_limits<T>::infinity();
  template <class T>
  JN_FORMULA static T apply(T a, T b) {
    return b < a || b != b ? b : a;
  }
};

// Lanes become vector registers; the totals of blocks are added in double.
template <class F, class T, int64_t lanes>
struct Total {
  alignas(64) T lane[lanes];
  T rest;
  double total = F::template neutral<double>;

  JN_FORMULA void begin() {
    for (int64_t k = 0; k < lanes; ++k)
      lane[k] = F::template neutral<T>;
    rest = F::template neutral<T>;
  }
  JN_FORMULA void end() {
    for (int64_t width = lanes / 2; width; width /= 2)
      for (int64_t k = 0; k < width; ++k)
        lane[k] = F::apply(lane[k], lane[k + width]);
    total = F::apply(total, static_cast<double>(F::apply(lane[0], rest)));
  }
  // The same for elements that fill no lanes.
  JN_FORMULA void addInOrder(const T *values, int64_t n) {
    rest = F::template neutral<T>;
    for (int64_t i = 0; i < n; ++i)
      rest = F::apply(rest, values[i]);
    total = F::apply(total, static_cast<double>(F::apply(F::template neutral<T>, rest)));
  }
};
template <class F, class T>
JN_FORMULA void startFold(T *to, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    to[i] = F::template neutral<T>;
}

}  // namespace janus::fused

// A loop's arguments: its part of the rows or elements, the length of a row, pointers (outputs,
// then inputs), numbers.
#define JN_LOOP(name)                                                                              \
  [[gnu::always_inline]] static inline void name##_loop(                                           \
      int64_t first, int64_t last, int64_t inner, void *const *p, const double *s)
#define JN_TARGET(name, level, features)                                                           \
  __attribute__((target(features))) static void name##_##level(                                    \
      int64_t first, int64_t last, int64_t inner, void *const *p, const double *s) {               \
    name##_loop(first, last, inner, p, s);                                                         \
  }
#define JN_BASE(name)                                                                              \
  static void name##_base(int64_t first, int64_t last, int64_t inner, void *const *p,              \
                          const double *s) {                                                       \
    name##_loop(first, last, inner, p, s);                                                         \
  }
#define JN_AVX2(name) JN_TARGET(name, avx2, "avx2,fma,f16c")
#define JN_AVX512(name)                                                                            \
  JN_TARGET(name, avx512,                                                                          \
            "avx2,fma,f16c,avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512")
// A loop's functions by CpuLevel. Code for a run on this machine has the one of its level alone.
#if !defined(JN_ONLY_LEVEL)
#define JN_LEVELS(name)                                                                            \
  JN_BASE(name)                                                                                    \
  JN_AVX2(name)                                                                                    \
  JN_AVX512(name)                                                                                  \
  const jn_loop name[3] = {name##_base, name##_avx2, name##_avx512};
#elif JN_ONLY_LEVEL == 2
#define JN_LEVELS(name)                                                                            \
  JN_AVX512(name)                                                                                  \
  const jn_loop name[3] = {nullptr, nullptr, name##_avx512};
#elif JN_ONLY_LEVEL == 1
#define JN_LEVELS(name)                                                                            \
  JN_AVX2(name)                                                                                    \
  const jn_loop name[3] = {nullptr, name##_avx2};
#else
#define JN_LEVELS(name)                                                                            \
  JN_BASE(name)                                                                                    \
  const jn_loop name[3] = {name##_base};
#endif

#endif  // JANUS_KERNEL_H
