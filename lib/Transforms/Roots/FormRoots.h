// The pass form-roots for some of the roots.
#pragma once

#include "IR/Graph.h"

#include "llvm/ADT/STLExtras.h"

namespace janus::transforms {

// True when the root of that name in that function is to be formed. Names do not hang on which are.
using RootChoice = llvm::function_ref<bool(ir::FunctionId function, llvm::StringRef root)>;
void formRoots(ir::Module &module, RootChoice wanted);

}  // namespace janus::transforms
