// Loops of the formulas that exist for complex numbers.
#include "janus/contract/ScalarMathComplex.h"
#include "kernels/cpu/elementwise/Loops.h"

namespace janus {

// Declarations that a name is looked up to where complexmath lacks a formula.
#define JANUS_FORMULA1(id) struct id;
#define JANUS_FORMULA2(id) struct id;
#define JANUS_FORMULA3(id) struct id;
#include "kernels/cpu/elementwise/Formulas.def"

namespace {

using complexmath::C;

template <class R>
using Stored = std::conditional_t<std::is_same_v<R, bool>, uint8_t, R>;

// Operand k of element i: one element for all where bit k of `scalars` is set.
template <class F, class T, size_t... k>
uint32_t complexLoop(void *out, const void *const *in, uint32_t scalars, int64_t n,
                     const FormulaParam *params, std::index_sequence<k...>) {
  using R = decltype(F::apply((static_cast<void>(k), C<T>())..., params));
  auto *o = static_cast<Stored<R> *>(out);
  const C<T> *operands[] = {static_cast<const C<T> *>(in[k])...};
  if (scalars == 0) {  // vectors, where the formula is arithmetic
    for (int64_t i = 0; i < n; ++i)
      o[i] = F::apply(operands[k][i]..., params);
    return 0;
  }
  const int64_t steps[] = {scalars >> k & 1 ? 0 : 1 ...};
  for (int64_t i = 0; i < n; ++i)
    o[i] = F::apply(operands[k][i * steps[k]]..., params);
  return 0;
}

template <class F, class T, size_t count>
uint32_t loopOf(void *out, const void *const *in, uint32_t scalars, int64_t n,
                const FormulaParam *params) {
  return complexLoop<F, T>(out, in, scalars, n, params, std::make_index_sequence<count>());
}

template <class F, size_t... k>
constexpr LoopResult resultOf(std::index_sequence<k...>) {
  using R = decltype(F::apply((static_cast<void>(k), C<float>())...,
                              static_cast<const FormulaParam *>(nullptr)));
  return std::is_same_v<R, bool>    ? LoopResult::Bool
         : std::is_same_v<R, float> ? LoopResult::Real
                                    : LoopResult::Same;
}

template <class F>
constexpr bool kIsDefined = requires {
  sizeof(F);
};

template <class F, size_t count>
constexpr ComplexLoops loopsIfDefined() {
  if constexpr (kIsDefined<F>)
    return {loopOf<F, float, count>, loopOf<F, double, count>,
            resultOf<F>(std::make_index_sequence<count>())};
  else
    return {};
}

}  // namespace

namespace complexmath {
namespace {
constexpr ComplexLoops kAll[] = {
#define JANUS_FORMULA1(id) loopsIfDefined<id, 1>(),
#include "kernels/cpu/elementwise/Formulas.def"
#define JANUS_FORMULA2(id) loopsIfDefined<id, 2>(),
#include "kernels/cpu/elementwise/Formulas.def"
#define JANUS_FORMULA3(id) loopsIfDefined<id, 3>(),
#include "kernels/cpu/elementwise/Formulas.def"
};
}  // namespace
}  // namespace complexmath

const ComplexLoops &complexLoopsOf(Formula f) {
  return complexmath::kAll[static_cast<size_t>(f)];
}

}  // namespace janus
