// Chooses the loops for this machine.
#include "kernels/cpu/elementwise/Loops.h"

#include "janus/contract/ScalarMathActivation.h"
#include "janus/contract/ScalarMathBinary.h"
#include "janus/contract/ScalarMathLoss.h"
#include "janus/contract/ScalarMathSpecial.h"
#include "kernels/cpu/LevelTable.h"

#include <string_view>

namespace janus {

JANUS_AT_EACH_LEVEL(extern const LoopSet unaryLoops[], binaryLoops[], ternaryLoops[];)
JANUS_LEVEL_TABLE(ConversionTable, conversions)

namespace {

struct Chosen {
  LoopSet sets[kFormulaCount];
};

constexpr size_t kUnary = 0
#define JANUS_FORMULA1(id) +1
#include "kernels/cpu/elementwise/Formulas.def"
    ;
constexpr size_t kBinary = 0
#define JANUS_FORMULA2(id) +1
#include "kernels/cpu/elementwise/Formulas.def"
    ;

// The compiler knows which formulas have a domain.
template <class F>
constexpr bool kHasDomain = requires {
  F::inDomain(0.0f);
}
|| requires {
  F::inDomain(0.0f, 0.0f);
};
constexpr bool isListed(std::string_view formula) {
  for (std::string_view each : {
#define JANUS_HAS_DOMAIN(formula) #formula,
#include "janus/contract/FormulaFacts.def"
       })
    if (each == formula)
      return true;
  return false;
}
#define JANUS_FORMULA1(id) static_assert(kHasDomain<scalar::id> == isListed(#id));
#define JANUS_FORMULA2(id) static_assert(kHasDomain<scalar::id> == isListed(#id));
#define JANUS_FORMULA3(id) static_assert(kHasDomain<scalar::id> == isListed(#id));
#include "kernels/cpu/elementwise/Formulas.def"

template <class T>
T choose(T base, T avx2, T avx512) {
  return forCpu(base, avx2, avx512);
}

Chosen chooseLoops() {
  const LoopSet *one = choose(base::unaryLoops, avx2::unaryLoops, avx512::unaryLoops);
  const LoopSet *two = choose(base::binaryLoops, avx2::binaryLoops, avx512::binaryLoops);
  const LoopSet *three = choose(base::ternaryLoops, avx2::ternaryLoops, avx512::ternaryLoops);
  Chosen c;
  for (size_t i = 0; i < kFormulaCount; ++i)
    c.sets[i] = i < kUnary ? one[i]
                           : (i < kUnary + kBinary ? two[i - kUnary] : three[i - kUnary - kBinary]);
  return c;
}

}  // namespace

const LoopSet &loopsOf(Formula f) {
  static const Chosen chosen = chooseLoops();
  return chosen.sets[static_cast<size_t>(f)];
}

}  // namespace janus
