// Types that a file claims. The compiler's own passes find out what they write down, by the rules
// here, from profiles whose guards they emit, or from constants; of a file nobody knows who wrote
// it, so that each of its types must follow from what stands in the file.
#pragma once

#include "IR/Verifier.h"

namespace janus::ir {

// The problems of claims in a module without other problems (findProblems). Types that follow are
// interned in it. Operations on tensors have rules of their own
// (Transforms/Speculate/Verify/VerifyGraphs.h).
std::vector<Problem> findWrongClaims(Module &module);

}  // namespace janus::ir
