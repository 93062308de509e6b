// What the generated loops of specialised versions include: the formulas of elementwise operations,
// and one function compiled for each instruction set.
#ifndef JANUS_KERNEL_H
#define JANUS_KERNEL_H

#include "janus/contract/ScalarMathActivation.h"
#include "janus/contract/ScalarMathBinary.h"

typedef void (*jn_loop)(int64_t first, int64_t last, int64_t inner, void *const *p,
                        const double *s);

namespace janus::fused {

// The schema's numbers behind the operands.
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
    return F::apply(a, b, p);
  }
  template <class F, class... N>
  JN_FORMULA static auto three(T a, T b, T c, N... numbers) {
    const FormulaParam p[sizeof...(N) + 1] = {number(numbers)...};
    return F::apply(a, b, c, p);
  }
};
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
#define JN_LEVELS(name)                                                                            \
  static void name##_base(int64_t first, int64_t last, int64_t inner, void *const *p,              \
                          const double *s) {                                                       \
    name##_loop(first, last, inner, p, s);                                                         \
  }                                                                                                \
  JN_TARGET(name, avx2, "avx2,fma,f16c")                                                           \
  JN_TARGET(name, avx512,                                                                          \
            "avx2,fma,f16c,avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512")            \
  const jn_loop name[3] = {name##_base, name##_avx2, name##_avx512};

#endif  // JANUS_KERNEL_H
