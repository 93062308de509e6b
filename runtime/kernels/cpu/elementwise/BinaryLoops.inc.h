// Loops of the formulas with two and three operands.
#include "kernels/cpu/elementwise/Loops.inc.h"

namespace janus::JANUS_LEVEL {
extern const LoopSet binaryLoops[];
const LoopSet binaryLoops[] = {
#define JANUS_FORMULA2(id) binarySet<scalar::id>(),
#include "kernels/cpu/elementwise/Formulas.def"
};
extern const LoopSet ternaryLoops[];
const LoopSet ternaryLoops[] = {
#define JANUS_FORMULA3(id) ternarySet<scalar::id>(),
#include "kernels/cpu/elementwise/Formulas.def"
};
}  // namespace janus::JANUS_LEVEL
