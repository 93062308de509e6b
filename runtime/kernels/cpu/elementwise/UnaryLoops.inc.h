// Loops of the formulas with one operand.
#include "kernels/cpu/elementwise/Loops.inc.h"

namespace janus::JANUS_LEVEL {
extern const LoopSet unaryLoops[];
const LoopSet unaryLoops[] = {
#define JANUS_FORMULA1(id) unarySet<scalar::id>(),
#include "kernels/cpu/elementwise/Formulas.def"
};
}  // namespace janus::JANUS_LEVEL
